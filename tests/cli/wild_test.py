#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/wild.py on a small corpus of our own: fetching, checking sums,
descriptions with changed lines, the table, and llvm-cov's figures.

Usage: wild_test.py CATENARY SOURCE_DIR
"""
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

# The step is not the function that `init` takes, and needs a header.
PUMP = """
#include <vendor.h>
#include <own/limits.h>
int level;
static int on;
void pump_update(void) { on = MOTOR; }
void pump_check(void) { if (level > MOST && !on) on = 1; else if (level < 3) on = 0; }
"""
# Runs from main(); the last condition is behind the last call of its test.
GATE = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int last;
static int is_new(int x) { if (x == last) return 0; last = x; return 1; }
int main(void) {
  int count = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0);
    if (is_new(x)) ++count;
    if (count == 3) return 0;
  }
}
"""
PROGRAMS = """
[[program]]
name = "pump"
family = "hand"
main = "src/pump.c"
what = "a pump"
licence = "none found"
flags = ["-I${headers}", "-I."]
change = [{ at = "step = ", line = 'step = "pump_check();"' }]

[[program]]
name = "gate"
family = "svcomp"
main = "gate.c"
what = "a gate"
licence = "none found"
bare = true

[[program]]
name = "broken"
family = "svcomp"
main = "broken.c"
what = "no program"
licence = "none found"
"""
FILES = [("pump", "a folder/src/pump.c", "src/pump.c", PUMP),
         ("pump", "include/limits.h", "src/own/limits.h", "#define MOST 9\n"),
         ("gate", "gate.c", "gate.c", GATE),
         ("broken", "broken.c", "broken.c", "int x = ;\n")]


class Wild(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name).resolve()
        (self.dir / "lists" / "headers").mkdir(parents=True)
        (self.dir / "lists/headers/vendor.h").write_text("#define MOTOR 0\n")
        (self.dir / "lists/programs.toml").write_text(PROGRAMS)
        rows = ["program\trepository\tcommit\tpath\tfile\tsha256"]
        for name, path, file, text in FILES:
            place = self.dir / "web" / "own" / name / "c0ffee" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
            rows.append("\t".join((name, f"own/{name}", "c0ffee", path, file,
                                   hashlib.sha256(text.encode()).hexdigest())))
        (self.dir / "lists/files.tsv").write_text("\n".join(rows) + "\n")

    def tearDown(self):
        self.folder.cleanup()

    def call(self, *arguments, code=0):
        done = subprocess.run(
            [sys.executable, SOURCE / "scripts" / "wild.py", *arguments,
             "--directory", self.dir / "corpus", "--lists", self.dir / "lists",
             "--catenary", CATENARY, "--base", f"file://{self.dir}/web"],
            cwd=self.dir, text=True, capture_output=True, timeout=280,
            check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_files_are_fetched_once_and_checked(self):
        self.assertEqual(self.call("fetch").stdout,
                         "4 files fetched, 0 were there, 0 failed\n")
        pump = self.dir / "corpus/pump/src/pump.c"
        self.assertEqual(pump.read_text(), PUMP)
        self.assertEqual(self.call("fetch").stdout,
                         "0 files fetched, 4 were there, 0 failed\n")
        # A file that was changed is fetched again; one that is another one
        # there is refused.
        pump.write_text("changed")
        (self.dir / "web/own/gate/c0ffee/gate.c").write_text("changed")
        (self.dir / "corpus/gate/gate.c").unlink()
        done = self.call("fetch", code=1)
        self.assertEqual(done.stdout,
                         "1 files fetched, 2 were there, 1 failed\n")
        self.assertIn("another SHA-256", done.stderr)
        self.assertEqual(pump.read_text(), PUMP)
        self.assertFalse((self.dir / "corpus/gate/gate.c").exists())

    def test_a_description_has_the_changed_lines(self):
        self.call("fetch")
        text = self.call("describe", "pump").stdout
        self.assertIn('\nstep = "pump_check();"\n', text)
        self.assertIn(json.dumps(str(self.dir / "corpus/pump/src/pump.c")),
                      text)
        # As they are where the description is, not where the command runs.
        self.assertIn(json.dumps(f"-I{self.dir}/corpus/pump/src"), text)

    def test_a_change_needs_its_line(self):
        self.call("fetch")
        programs = self.dir / "lists/programs.toml"
        programs.write_text(PROGRAMS.replace('at = "step = "', 'at = "stop"'))
        done = self.call("describe", "pump", code=2)
        self.assertIn("0 lines of the description begin with 'stop'",
                      done.stderr)

    def test_the_table_has_what_llvm_cov_counts(self):
        self.call("fetch")
        tools = ("clang-19", "llvm-profdata-19", "llvm-cov-19", "cmake", "nm")
        native = all(shutil.which(tool) for tool in tools)
        done = self.call("measure", "--seconds", "20")
        rows = [[cell.strip() for cell in line.split("|")[1:-1]]
                for line in done.stdout.splitlines() if line.startswith("| ")]
        table = {row[0]: row[1:] for row in rows}
        for name, how, covered in (("pump", "init, 2", "6"),
                                   ("gate", "file", "6")):
            row = table[name]
            self.assertEqual(row[0], how)
            self.assertEqual(row[1:5], [covered, covered, "0", "0"], row)
            if native:
                self.assertEqual(row[6], covered, done.stderr)
        self.assertIn("no suite", table["broken"][1])


if __name__ == "__main__":
    CATENARY = sys.argv[1]
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
