#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--cache: an answer that was kept is the one that would be computed, and no
other file of the model can change unnoticed."""
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

CATENARY = sys.argv[1]
SOURCES = pathlib.Path(sys.argv[2])

DOOR_C = """#include "door.h"
#include <limits.h>
static int open_, left;
void step(int in) {
  if (in > LIMIT) { open_ = 1; left = 2; }
  else if (left > 0 && --left == 0) open_ = 0;
}
"""
DOOR_TOML = """[program]
sources = ["door.c"]
flags = ["-Ifirst", "-Isecond"]
declare = "static int in;"
step = "step(in);"
[inputs]
"in" = { range = [0, 4] }
[[property]]
id = "shut"
when = "!open_ && in == 1"
[coverage]
criteria = ["branch"]
"""


LAMP_SM = """model lamp
protocol Switch {
  in press(force: int)
}
capsule Lamp {
  port knob: Switch
  machine {
    initial start
    state off
    state on
    transition begin: start -> off
    transition light: off -> on {
      on knob.press
    }
    transition dark: on -> off {
      on knob.press
    }
  }
}
"""
CALM_SM = """model Calm
protocol Switch {{
  in press(force: int)
}}
capsule Calm {{
  port knob: Switch
  machine {{
    initial i
    state away
    transition begin: i -> away
    transition press: away -> away {{
      on knob.press
      when {{ return force == {most}; }}
    }}
  }}
}}
"""


class Cache(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cache-test-"))
        self.write("door.c", DOOR_C)
        self.write("door.toml", DOOR_TOML)
        self.write("second/door.h", "#define LIMIT 2\n")
        (self.folder / "first").mkdir()

    def tearDown(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def call(self, *words, code=0, env=None):
        done = subprocess.run([CATENARY, *words], cwd=self.folder, text=True,
                              capture_output=True, timeout=100,
                              env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def generate(self, *words, model="door.toml", **how):
        """Whether the answer was a kept one, and the suite."""
        done = self.call("generate", model, "-o", "out.json", "--force",
                         "--cache", "kept", *words, **how)
        return ("the same was asked before" in done.stderr,
                (self.folder / "out.json").read_bytes(), done)

    def fresh(self, *words):
        self.call("generate", "door.toml", "-o", "fresh.json", "--force",
                  *words)
        return (self.folder / "fresh.json").read_bytes()

    def test_answers_with_the_same_bytes_and_messages(self):
        first = self.generate()
        again = self.generate("--jobs", "1")
        self.assertFalse(first[0])
        self.assertTrue(again[0])
        self.assertEqual(first[1], again[1])
        self.assertEqual(first[1], self.fresh())
        self.assertEqual(first[2].stdout, again[2].stdout)

    def test_certificates_and_assumptions_are_part_of_an_answer(self):
        certificate = self.folder / "c.cert"
        self.generate("--certificate", "c.cert")
        made = certificate.read_bytes()
        certificate.unlink()
        self.assertTrue(self.generate("--certificate", "c.cert")[0])
        self.assertEqual(certificate.read_bytes(), made)
        self.write("lamp.sm", LAMP_SM)
        self.write("calm.sm", CALM_SM.format(most=1))
        self.assertFalse(self.generate("--assume", "calm.sm", model="lamp.sm")[0])
        self.assertTrue(self.generate("--assume", "calm.sm", model="lamp.sm")[0])
        self.write("calm.sm", CALM_SM.format(most=2))
        self.assertFalse(self.generate("--assume", "calm.sm", model="lamp.sm")[0])

    def test_keeps_nothing_unless_asked(self):
        self.fresh()
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["door.c", "door.toml", "first", "fresh.json",
                          "second"])

    def test_any_change_of_any_file_is_noticed(self):
        self.generate()
        for name in ["door.c", "door.toml", "second/door.h"]:
            old = (self.folder / name).read_text()
            comment = "# x\n" if name.endswith("toml") else "/* x */\n"
            self.write(name, old + comment)
            self.assertFalse(self.generate()[0], name)
            self.write(name, old)
            self.assertTrue(self.generate()[0], name)
        # A change that matters gives the other answer.
        self.write("second/door.h", "#define LIMIT 3\n")
        changed = self.generate()
        self.assertFalse(changed[0])
        self.assertEqual(changed[1], self.fresh())

    def test_a_header_that_comes_before_another_is_noticed(self):
        before = self.generate()
        self.write("first/door.h", "#define LIMIT 3\n")
        after = self.generate()
        self.assertFalse(after[0])
        self.assertEqual(after[1], self.fresh())
        (self.folder / "first/door.h").unlink()
        again = self.generate()
        self.assertTrue(again[0])
        self.assertEqual(before[1], again[1])

    def test_a_header_in_the_place_of_one_of_the_system_is_noticed(self):
        self.generate()
        self.write("first/limits.h", "#error ours\n")
        self.generate(code=2)

    def test_links_are_followed_before_the_folder_above(self):
        """What "link/.." is, only the file system knows."""
        self.write("far/away/none", "")
        self.write("far/include/door.h", "#define LIMIT 2\n")
        (self.folder / "link").symlink_to("far/away")
        self.write("door.toml", DOOR_TOML.replace(
            '"-Ifirst", "-Isecond"', '"-Ilink/../include"'))
        first = self.generate()
        self.assertTrue(self.generate()[0])
        self.write("far/include/door.h", "#define LIMIT 4\n")
        again = self.generate(code=0)
        self.assertFalse(again[0])
        self.assertNotEqual(again[1], first[1])

    def test_headers_above_and_deep_below_are_noticed(self):
        self.write("door.c", DOOR_C.replace('"door.h"', '"../shared/a/b/c/d/door.h"'))
        self.write("door.toml", DOOR_TOML.replace('"-Ifirst", "-Isecond"', '"-Ithree/x"'))
        (self.folder / "three/shared/a/b/c/d").mkdir(parents=True)
        (self.folder / "three/x").mkdir()
        self.write("three/shared/a/b/c/d/door.h", "#define LIMIT 2\n")
        self.generate()
        self.assertTrue(self.generate()[0])
        rival = self.folder.parent / "shared/a/b/c/d/door.h"
        self.addCleanup(shutil.rmtree, self.folder.parent / "shared", True)
        rival.parent.mkdir(parents=True)
        rival.write_text("#define LIMIT 4\n")
        self.assertFalse(self.generate()[0])

    def test_a_missing_file_is_missed(self):
        self.generate()
        (self.folder / "second/door.h").unlink()
        self.generate(code=2)

    def test_other_options_ask_for_something_else(self):
        self.generate()
        for words in [["--max-steps", "3"], ["--method", "single"],
                      ["--cover", "statement"], ["--seed", "2"],
                      ["--json"]]:
            self.assertFalse(self.generate(*words)[0], words)
            self.assertTrue(self.generate(*words)[0], words)

    def test_the_config_file_counts(self):
        long = self.generate()
        self.write("catenary.toml", "[generate]\nmax-steps = 1\n")
        short = self.generate(code=1)
        self.assertFalse(short[0])
        self.assertNotEqual(short[1], long[1])

    def test_the_same_name_elsewhere_is_another_model(self):
        self.generate()
        other = self.folder / "other"
        other.mkdir()
        for name in ["door.c", "door.toml"]:
            shutil.copy(self.folder / name, other)
        (other / "door.h").write_text("#define LIMIT 3\n")
        done = subprocess.run(
            [CATENARY, "generate", "door.toml", "-o", "out.json", "--cache",
             "../kept"], cwd=other, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("asked before", done.stderr)

    def test_existing_files_are_kept_without_force(self):
        self.generate()
        done = self.call("generate", "door.toml", "-o", "out.json", "--cache",
                         "kept", code=2)
        self.assertIn("out.json", done.stderr)

    def test_what_depends_on_the_time_is_never_kept(self):
        self.write("second/door.h",
                   "#define LIMIT 2\nstatic const char t[] = __TIME__;\n")
        for _ in range(2):
            self.assertFalse(self.generate()[0])

    def test_partial_results_are_never_kept(self):
        self.write("far.toml", DOOR_TOML.replace("door.c", "far.c").replace(
            "!open_ && in == 1", "n == 900000"))
        self.write("far.c", "static unsigned n; void step(int in) "
                            "{ n = in == 1 ? n + 1 : n * 2654435761u; }")
        for limit in [["--work", "50"], ["--timeout", "300ms"]]:
            for _ in range(2):
                self.assertFalse(
                    self.generate(*limit, code=4, model="far.toml")[0])

    def test_partial_results_with_findings_are_never_kept(self):
        self.write("far.toml", DOOR_TOML.replace("door.c", "far.c").replace(
            "!open_ && in == 1", "n == 900000") +
            '[[invariant]]\nwhen = "n != 1"\n')
        self.write("far.c", "static unsigned n; void step(int in) "
                            "{ n = in == 1 ? n + 1 : n * 2654435761u; }")
        for _ in range(2):
            # The exit code is that of findings.
            self.assertFalse(self.generate("--work", "50", code=1,
                                           model="far.toml")[0])

    def test_faulty_input_is_reported_each_time(self):
        self.write("door.c", DOOR_C + "int x = ;\n")
        for _ in range(2):
            kept, _, done = self.generate(code=2) if (
                self.folder / "out.json").exists() else (
                    False, b"", self.call("generate", "door.toml", "--cache",
                                          "kept", code=2))
            self.assertFalse(kept)
            self.assertIn("door.c:", done.stderr)

    def test_a_missing_header_is_named(self):
        self.write("door.c", DOOR_C.replace("door.h", "gate.h"))
        done = self.call("generate", "door.toml", "-o", "out.json", "--cache",
                         "kept", code=2)
        self.assertIn("'gate.h' file not found", done.stderr)
        self.write("second/gate.h", "#define LIMIT 2\n")
        self.assertFalse(self.generate()[0])

    def test_check_and_run_are_kept_too(self):
        first = self.call("check", "door.toml", "--cache", "kept")
        again = self.call("check", "door.toml", "--cache", "kept")
        self.assertIn("asked before", again.stderr)
        self.assertEqual(first.stdout, again.stdout)
        self.generate()
        words = ["run", "out.json", "--sut", "model:door.toml", "--mutate",
                 "all", "--cache", "kept", "--force", "-o", "results.json"]
        first = self.call(*words)
        results = (self.folder / "results.json").read_bytes()
        again = self.call(*words)
        self.assertIn("asked before", again.stderr)
        self.assertEqual(first.stdout, again.stdout)
        self.assertEqual(results, (self.folder / "results.json").read_bytes())
        # The suite is an input of the run.
        suite = (self.folder / "out.json").read_text()
        self.write("out.json", suite.replace("\n", " \n", 1))
        self.assertNotIn("asked before", self.call(*words).stderr)

    def test_systems_outside_of_catenary_are_run_each_time(self):
        self.generate()
        for _ in range(2):
            done = self.call("run", "out.json", "--sut", "exec:false",
                             "--cache", "kept", code=3)
            self.assertNotIn("asked before", done.stderr)

    def test_a_damaged_or_foreign_file_makes_it_slow_and_not_wrong(self):
        right = self.fresh()
        for content in [b"a letter to somebody " * 500, b"SQLite format 3\0x"]:
            self.write("kept/results.sqlite", "")
            (self.folder / "kept/results.sqlite").write_bytes(content)
            kept, suite, done = self.generate()
            self.assertFalse(kept)
            self.assertEqual(suite, right)
            self.assertIn("warning: nothing is kept for a later call",
                          done.stderr)
            self.assertEqual(
                (self.folder / "kept/results.sqlite").read_bytes(), content)

    def test_an_answer_that_somebody_changed_is_not_given(self):
        right = self.generate()[1]
        file = sqlite3.connect(self.folder / "kept/results.sqlite")
        file.execute("UPDATE result SET body = replace(body, 'covered', "
                     "'covereD')")
        file.commit()
        file.close()
        kept, suite, _ = self.generate()
        self.assertFalse(kept)
        self.assertEqual(suite, right)

    def test_a_folder_that_cannot_be_made_is_a_warning(self):
        self.write("kept", "a file")
        kept, suite, done = self.generate()
        self.assertFalse(kept)
        self.assertIn("warning:", done.stderr)
        self.assertEqual(suite, self.fresh())

    def test_many_processes_use_it_at_once(self):
        calls = [subprocess.Popen(
            [CATENARY, "generate", "door.toml", "-o", f"{i}.json", "--cache",
             "kept", "--max-steps", str(4 + i % 2)], cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for i in range(6)]
        for c in calls:
            self.assertNotIn("warning", c.communicate()[1])
            self.assertEqual(c.returncode, 0)
        for i in range(2, 6):
            self.assertEqual((self.folder / f"{i}.json").read_bytes(),
                             (self.folder / f"{i - 2}.json").read_bytes())

    def test_other_kinds_of_models_are_kept(self):
        for model in ["buffer/buffer.req", "coffee_machine/coffee_machine.xlia",
                      "collision_avoidance/controller.sm"]:
            shutil.copy(SOURCES / "examples" / model, self.folder)
            name = pathlib.Path(model).name
            code = 1 if name.endswith("sm") else 0  # it has defects
            first = self.generate(model=name, code=code)
            again = self.generate(model=name, code=code)
            self.assertEqual((first[0], again[0]), (False, True), name)
            self.assertEqual(first[1], again[1])
            with open(self.folder / name, "a", encoding="utf-8") as file:
                file.write("\n")
            self.assertFalse(self.generate(model=name, code=code)[0], name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
