#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary resume`: a generation that was killed, interrupted or met a limit
goes on, and ends with the same bytes.

Usage: resume_test.py CATENARY [RUNS]
RUNS: how many generations are killed at random moments; 4 without it.
"""
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
SOURCES = pathlib.Path(__file__).resolve().parents[2]
RUNS = 4

# Several engines search it for seconds, one after the other and in turn.
SAFE_C = """#include <stdbool.h>
int code;
static unsigned n, key = 7;
static int depth;
void step(void) {
  key = key * 1664525u + (unsigned)code % 3u;
  n += key % 5u;
  if (code == 4711 + depth * 13) depth++; else if (code == 3) depth = 0;
  if (depth == 6) n = 0;
}
"""
SAFE_TOML = """[program]
sources = ["safe.c"]
step = "step();"
[inputs]
"code" = {}
""" + "".join(f"""[[property]]
id = "{name}"
when = "{when}"
then = "true"
""" for name, when in (("deep", "depth == 5"),
                       ("hash", "key % 65521u == 3u && n > 40"),
                       ("rare", "n % 1021u == 77u && key % 251u == 9u"),
                       ("never", "depth > 6")))
DOOR_C = """int in, out;
static int open_, left;
void step(void) {
  if (in > 2) { open_ = 1; left = 3; }
  else if (left > 0 && --left == 0) open_ = 0;
  out = open_ * 10 + left;
}
"""
# Ends the process when it has published its suite.
KILLS_C = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
int linkat(int from, const char* old, int to, const char* name, int flags) {
  int (*real)(int, const char*, int, const char*, int) =
      (int (*)(int, const char*, int, const char*, int))dlsym(RTLD_NEXT,
                                                              "linkat");
  int result = real(from, old, to, name, flags);
  const char* end = strrchr(name, '/');
  if (result == 0 && !strcmp(end ? end + 1 : name, "s.json"))
    kill(getpid(), SIGKILL);
  return result;
}
"""
# Each reset leaves a byte; in a file that no C library buffers.
SLOW_C = """#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void begin(void) {
  int file = open("resets", O_CREAT | O_WRONLY | O_APPEND, 0600);
  if (write(file, ".", 1) != 1) _exit(1);
  close(file);
  usleep(30000);
}
"""
DOOR_TOML = """[program]
sources = ["door.c"]
step = "step();"
[inputs]
"in" = { range = [0, 4] }
[outputs]
"out" = {}
[coverage]
criteria = ["branch", "state"]
"""
TESTS = 70
# Enough for all parts of the search.
WORK = "1500"


class Resume(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="resume-test-")
        self.folder = pathlib.Path(self.temporary.name)
        (self.folder / "safe.c").write_text(SAFE_C)
        (self.folder / "safe.toml").write_text(SAFE_TOML)
        self.journal = self.folder / "s.json.journal"

    def tearDown(self):
        self.temporary.cleanup()

    def call(self, *words, code=None, cwd=None):
        done = subprocess.run([CATENARY, *words], cwd=cwd or self.folder,
                              capture_output=True, text=True, timeout=300,
                              check=False)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr)
        return done

    def generate(self, *words, code=4):
        return self.call("generate", "safe.toml", "-o", "s.json", *words,
                         code=code)

    def suite(self):
        return (self.folder / "s.json").read_bytes()

    def start(self, *words):
        return subprocess.Popen([CATENARY, *words], cwd=self.folder,
                                stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True,
                                start_new_session=True)

    def wait_for_journal(self):
        for _ in range(1200):
            if self.journal.exists():
                return
            time.sleep(0.02)
        self.fail("no journal")

    def wait_for_results(self):
        """Until some are in the journal, besides what the command is."""
        self.wait_for_journal()
        for _ in range(600):
            try:
                with sqlite3.connect(self.journal) as journal:
                    [[count]] = journal.execute("SELECT count(*) FROM item")
            except sqlite3.Error:
                count = 0
            if count > 1:
                return
            time.sleep(0.02)
        self.fail("nothing is kept")

    def killed(self, *words):
        """Kills it some time after it began to keep results."""
        running = self.start(*words)
        self.wait_for_results()
        running.kill()
        running.communicate()
        self.assertFalse((self.folder / "s.json").exists())

    def test_kill_at_any_moment_gives_the_same_bytes(self):
        """Up to three times in a row, with one job and with two."""
        began = time.time()
        self.generate("--work", WORK)
        long = time.time() - began
        wanted = self.suite()
        rng = random.Random(5)
        kills = resumed = 0
        for run in range(RUNS):
            for name in ("s.json", "s.json.journal"):
                (self.folder / name).unlink(missing_ok=True)
            first = ["generate", "safe.toml", "-o", "s.json", "--work", WORK,
                     "--jobs", str(1 + run % 2)]
            words = first
            # One more after the last kill, if that came before anything was
            # kept.
            for kill in range(5):
                running = self.start(*words)
                try:
                    _, said = running.communicate(
                        timeout=rng.uniform(0.1, long) if kill < 3 else None)
                except subprocess.TimeoutExpired:
                    running.kill()
                    running.communicate()
                    kills += 1
                    if self.journal.exists():
                        words = ["resume", "s.json"]
                        resumed += 1
                    continue
                if "before anything was kept" in said:
                    words = first
                    continue
                break
            self.assertEqual(running.returncode, 4, said)
            self.assertEqual(self.suite(), wanted, f"run {run}")
            if RUNS > 4:
                print(f"run {run}: {kills} kills, {resumed} of them resumed",
                      flush=True)
        self.assertGreater(resumed, 0)

    def test_killed_right_after_it_wrote_the_suite(self):
        """The file is known for its own: it may be overwritten."""
        source = self.folder / "kill.c"
        source.write_text(KILLS_C)
        library = self.folder / "kill.so"
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library],
                       check=True)
        running = subprocess.run(
            [CATENARY, "generate", "safe.toml", "-o", "s.json", "--work", WORK],
            cwd=self.folder, env=os.environ | {"LD_PRELOAD": str(library)},
            capture_output=True, check=False)
        self.assertEqual(running.returncode, -signal.SIGKILL, running.stderr)
        written = self.suite()
        self.call("resume", "s.json", code=4)
        self.assertEqual(self.suite(), written)

    def test_a_changed_file_is_not_overwritten_after_a_kill(self):
        self.killed("generate", "safe.toml", "-o", "s.json", "--work", WORK)
        (self.folder / "s.json").write_text("mine")
        done = self.call("resume", "s.json", code=2)
        self.assertIn("exists already", done.stderr)
        self.assertEqual((self.folder / "s.json").read_text(), "mine")

    def test_a_certificate_of_somebody_else_is_not_overwritten(self):
        self.killed("generate", "safe.toml", "-o", "s.json", "--work", WORK,
                    "--certificate", "s.cert")
        (self.folder / "s.json").unlink(missing_ok=True)
        (self.folder / "s.cert").write_text("mine")
        done = self.call("resume", "s.json", code=2)
        self.assertIn("s.cert: error: exists already", done.stderr)
        self.assertEqual((self.folder / "s.cert").read_text(), "mine")
        (self.folder / "s.cert").unlink()
        self.call("resume", "s.json", code=4)
        self.assertTrue((self.folder / "s.json").exists())

    def test_what_is_kept_is_not_computed_again(self):
        self.generate("--work", WORK)
        wanted = self.suite()
        self.assertTrue(self.journal.exists())
        done = self.call("resume", "s.json", "-v", code=4)
        self.assertEqual(self.suite(), wanted)
        self.assertIn("catenary resume s.json", done.stderr)

    def test_another_limit_goes_on(self):
        self.generate("--work", "600")
        before = json.loads(self.suite())
        self.call("resume", "s.json", "--work", "6000", code=4)
        after = json.loads(self.suite())
        covered = [sum(g["status"] == "covered" for g in s["goals"])
                   for s in (before, after)]
        self.assertLess(covered[0], covered[1])

    def test_an_interrupt_is_resumed(self):
        self.generate("--work", WORK)
        wanted = self.suite()
        for name in ("s.json", "s.json.journal"):
            (self.folder / name).unlink()
        running = self.start("generate", "safe.toml", "-o", "s.json", "--work",
                             WORK)
        self.wait_for_journal()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130, said)
        self.assertIn("'catenary resume s.json' goes on", said)
        # It wrote what it had, and may overwrite that.
        self.call("resume", "s.json", code=4)
        self.assertEqual(self.suite(), wanted)

    def test_a_limit_is_one_where_something_was_found_as_well(self):
        """Exit code 1 is for the violated property; goals are left open."""
        (self.folder / "safe.toml").write_text(SAFE_TOML + """
[[property]]
id = "wrong"
when = "n > 3"
then = "n < 3"
""")
        self.generate("--work", "700", code=1)
        self.assertTrue(self.journal.exists())
        self.call("resume", "s.json", "--work", "800", code=1)

    def test_options_are_put_where_they_count(self):
        (self.folder / "-safe.toml").write_text(SAFE_TOML)
        self.call("generate", "-o", "s.json", "--work", "700", "--events",
                  "e.jsonl", "--", "-safe.toml", code=4)
        self.call("resume", "s.json", "--work", "900", code=4)
        done = self.call("resume", "s.json", "--config", "other.toml", code=2)
        self.assertIn("no option '--config'", done.stderr)

    def test_one_command_at_a_time_writes_a_journal(self):
        running = self.start("generate", "safe.toml", "-o", "s.json", "--work",
                             "8000")
        self.wait_for_results()
        done = self.call("resume", "s.json", code=3)
        self.assertIn("of a command that works", done.stderr)
        done = self.generate("--work", "100", "--force", code=3)
        self.assertIn("of a command that works", done.stderr)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130, said)
        self.assertTrue(self.journal.exists())

    def test_a_file_of_somebody_else_is_not_removed(self):
        self.journal.write_text("precious")
        for words in ((), ("--force",)):
            self.generate("--work", "100", *words, code=3)
            self.assertEqual(self.journal.read_text(), "precious")

    def test_from_another_folder(self):
        self.killed("generate", "safe.toml", "-o", "s.json", "--work", WORK)
        self.call("resume", str(self.folder / "s.json"), code=4, cwd="/")
        self.assertTrue((self.folder / "s.json").exists())

    def test_a_finished_generation_leaves_no_journal(self):
        (self.folder / "safe.toml").write_text(
            SAFE_TOML[:SAFE_TOML.index('[[property]]\nid = "hash"')])
        self.call("generate", "safe.toml", "-o", "s.json", code=0)
        self.assertEqual([f.name for f in self.folder.glob("s.json*")],
                         ["s.json"])

    def test_a_journal_is_not_overwritten(self):
        self.killed("generate", "safe.toml", "-o", "s.json", "--work", WORK)
        done = self.generate("--work", "100", code=2)
        self.assertIn("expected 'catenary resume s.json', or --force",
                      done.stderr)
        self.generate("--work", "100", "--force")
        # Whoever removes the suite that was written begins again.
        self.generate("--work", "100", code=2)
        (self.folder / "s.json").unlink()
        self.generate("--work", "100")

    def test_a_suite_of_somebody_else_is_not_overwritten(self):
        self.generate("--work", WORK)
        (self.folder / "s.json").write_text("mine")
        done = self.call("resume", "s.json", code=2)
        self.assertIn("s.json", done.stderr)
        self.assertEqual(self.suite(), b"mine")
        self.assertTrue(self.journal.exists())
        self.call("resume", "s.json", "--force", code=4)
        self.assertNotEqual(self.suite(), b"mine")

    def test_what_has_changed_is_refused(self):
        self.killed("generate", "safe.toml", "-o", "s.json", "--work", WORK)
        for name, text in (("safe.c", SAFE_C.replace("13", "14")),
                           ("safe.toml", SAFE_TOML + "\n"),
                           ("catenary.toml", "[generate]\nseed = 2\n")):
            path = self.folder / name
            before = path.read_text() if path.exists() else None
            path.write_text(text)
            done = self.call("resume", "s.json", code=2)
            self.assertIn("has changed since", done.stderr, name)
            if before is None:
                path.unlink()
            else:
                path.write_text(before)
        os.environ["CPATH"] = "/nowhere"
        done = self.call("resume", "s.json", code=2)
        del os.environ["CPATH"]
        self.assertIn("environment", done.stderr)
        self.call("resume", "s.json", code=4)

    def build_slow(self, *flags):
        """slow.so, a system under test."""
        (self.folder / "door.c").write_text(DOOR_C)
        (self.folder / "door.toml").write_text(DOOR_TOML)
        self.call("convert", "door.toml", "--to", "adapter", "-o", "adapter.c",
                  "--force", code=0)
        (self.folder / "slow.c").write_text(
            (self.folder / "adapter.c").read_text() + SLOW_C)
        subprocess.run(["cc", "-shared", "-fPIC", "-w", *flags, "-o", "slow.so",
                        "slow.c"], cwd=self.folder, check=True)

    def write_table(self):
        lines = ["test,kind,step,dt,goals,in:in,out:out", ",,,,,int32,int32"]
        for test in range(TESTS):
            # Different inputs, so that they are different tests.
            number = test + 1
            lines.append(f"{number},linear,0,,,,")
            lines += [f"{number},linear,{step},,,{test >> step - 1 & 1},0"
                      for step in range(1, 8)]
        (self.folder / "tests.csv").write_text("\n".join(lines) + "\n")

    def test_tests_that_were_run_are_not_run_again(self):
        """On a system under test that takes its time and counts its resets."""
        self.build_slow()
        self.write_table()
        self.journal = self.folder / "r.json.journal"
        for jobs in "1", "2":
            for name in ("resets", "r.json"):
                (self.folder / name).unlink(missing_ok=True)
            words = ("run", "tests.csv", "--sut", "native:./slow.so", "-o",
                     "r.json", "--jobs", jobs)
            self.killed(*words)
            self.call("resume", "r.json", code=0)
            results = json.loads((self.folder / "r.json").read_text())
            self.assertTrue(results["complete"])
            self.assertEqual(len(results["tests"]), TESTS)
            # Only those that were under way when it was killed, and what had
            # ended within the last tenth of a second.
            resets = len((self.folder / "resets").read_text())
            self.assertLess(resets, TESTS + 15)
            self.assertFalse(self.journal.exists())

    def test_mutants_that_were_judged_are_not_judged_again(self):
        for ending in "c", "toml":
            shutil.copy(SOURCES / "examples/safing" / f"safing.{ending}",
                        self.folder)
        self.call("generate", "safing.toml", "-o", "suite.json", code=0)
        words = ("run", "suite.json", "--sut", "model:safing.toml", "--mutate",
                 "100", "-o", "m.json")
        whole = self.call(*words)
        wanted = json.loads((self.folder / "m.json").read_text())
        (self.folder / "m.json").unlink()
        self.journal = self.folder / "m.json.journal"
        self.killed(*words)
        done = self.call("resume", "m.json")
        self.assertEqual(done.returncode, whole.returncode, done.stderr)
        found = json.loads((self.folder / "m.json").read_text())
        for report in (wanted, found):
            report.get("summary", report).pop("seconds", None)
            report.pop("seconds", None)
        self.assertEqual(found, wanted)

    def test_a_system_under_test_that_changed_is_refused(self):
        self.build_slow()
        self.write_table()
        self.journal = self.folder / "r.json.journal"
        self.killed("run", "tests.csv", "--sut", "native:./slow.so", "-o",
                    "r.json")
        self.build_slow("-O2")
        done = self.call("resume", "r.json", code=2)
        self.assertIn("has changed since", done.stderr)

    def test_wrong_calls(self):
        done = self.call("resume", "s.json", code=2)
        self.assertIn("nothing to resume", done.stderr)
        self.call("resume", code=2)
        self.journal.write_text("no journal")
        done = self.call("resume", "s.json", code=3)
        self.assertIn("s.json.journal", done.stderr)
        done = self.generate("--work", "100", code=3)
        self.assertIn("s.json.journal", done.stderr)
        self.journal.unlink()
        self.killed("generate", "safe.toml", "-o", "s.json", "--work", WORK)
        for file in self.folder.glob("s.json.journal*"):
            file.rename(self.folder / file.name.replace("s.json", "t.json"))
        done = self.call("resume", "t.json", code=2)
        self.assertIn("was moved here", done.stderr)

    def test_a_torn_journal_loses_its_tail_alone(self):
        self.generate("--work", WORK)
        wanted = self.suite()
        content = bytearray(self.journal.read_bytes())
        for at in range(len(content) // 2, len(content), 997):
            content[at] ^= 0x55
        self.journal.write_bytes(bytes(content))
        done = self.call("resume", "s.json")
        if done.returncode == 4:
            self.assertEqual(self.suite(), wanted)
        else:
            self.assertIn(done.returncode, (2, 3), done.stderr)
            self.assertIn("s.json.journal", done.stderr)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        RUNS = int(sys.argv.pop(1))
    unittest.main()
