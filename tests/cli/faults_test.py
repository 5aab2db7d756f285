#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Systems under test that die, programs that crash while they are explored,
budgets that end, users who press Ctrl-C: the verdict, finding or partial result
that the exit codes promise.

Usage: faults_test.py CATENARY
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
SOURCE = """#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
extern int nondet_int(void);
int x, o;
void init(void) { o = 0; }
void s(void) {
  o = o + x > 3 ? 0 : o + x;
#ifdef FAULT
  if (o == 2) { FAULT; }
#endif
}
int main(void) { for (;;) { x = nondet_int(); s(); } }
"""
MODEL = """[program]
sources = ["ok.c"]
rename_main = true
init = "init();"
step = "s();"
[inputs]
"x" = { range = [0, 1] }
[outputs]
"o" = {}
[[property]]
id = "two"
when = "o == 1 && x == 1"
then = "o == 2"
"""
# More states than any memory holds, goals near and one far away.
ENDLESS = """unsigned long long total, steps;
unsigned char add;
void step(void) { total = total * 31u + add + 1u; ++steps; }
"""
ENDLESS_MODEL = """[program]
sources = ["endless.c"]
step = "step();"
[inputs]
"add" = { range = [0, 7] }
[outputs]
"steps" = {}
[[property]]
id = "third"
when = "steps == 2 && add == 5"
[[property]]
id = "never"
when = "total == 12345678901234567"
"""


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.put("ok.c", SOURCE)
        self.put("m.toml", MODEL)
        self.put("endless.c", ENDLESS)
        self.put("endless.toml", ENDLESS_MODEL)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text, encoding="utf-8")

    def call(self, *arguments, code=0):
        done = subprocess.run([CATENARY, *arguments], cwd=self.dir,
                              capture_output=True, text=True, timeout=120,
                              errors="replace", check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def library(self, name, *flags):
        if not (self.dir / "adapter.c").exists():
            self.call("convert", "m.toml", "--to", "adapter", "-o",
                      "adapter.c")
        subprocess.run(["cc", "-O0", "-w", "-shared", "-fPIC", *flags, "-o",
                        name, "adapter.c"], cwd=self.dir, check=True,
                       timeout=120)
        return f"native:{name}"

    def run_with_fault(self, statement, *more):
        sut = self.library("bad.so", f"-DFAULT={statement}")
        done = self.call("run", "s.json", "--sut", sut, "--json", *more,
                         code=3)
        self.assertEqual(done.stderr.count("internal error"), 0)
        document = json.loads(done.stdout)
        self.assertEqual(document["summary"]["pass"], 0)
        self.assertEqual(document["summary"]["error"], 1)
        return document["tests"][0]

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_a_sut_that_dies_is_an_error_and_never_a_pass(self):
        self.call("generate", "m.toml", "-o", "s.json")
        self.call("run", "s.json", "--sut", self.library("good.so"))
        # It asks for an adapter whose main() needs what nobody defines.
        for statement, code, said in (
                ("raise(SIGKILL)", "sut-crashed", "SIGKILL"),
                ("kill(getpid(), 9)", "sut-crashed", "SIGKILL"),
                ("abort()", "sut-crashed", "SIGABRT"),
                ("*(volatile int*)0 = 1", "sut-crashed", "SIGSEGV"),
                ("exit(0)", "sut-exited", "exit"),
                ("_exit(0)", "sut-exited", "exit")):
            with self.subTest(statement):
                test = self.run_with_fault(statement)
                self.assertEqual(test["verdict"], "error")
                self.assertEqual(test["code"], code, test)
                self.assertEqual(test["step"], 2)
                self.assertIn(said, test["reason"])

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_a_sut_that_never_answers(self):
        self.call("generate", "m.toml", "-o", "s.json")
        started = time.monotonic()
        test = self.run_with_fault("for (;;) {}", "--step-timeout", "300ms")
        self.assertEqual((test["verdict"], test["code"]),
                         ("error", "sut-hung"))
        self.assertLess(time.monotonic() - started, 30)

    def test_a_crash_of_the_program_under_exploration(self):
        self.put("ok.c", SOURCE.replace("#ifdef FAULT", "#if 1").replace(
            "FAULT;", "{ static long at; at += x; *(volatile int*)at = 1; }"))
        done = self.call("generate", "m.toml", "--json", code=1)
        findings = json.loads(done.stdout)["findings"]
        self.assertEqual([f["code"] for f in findings], ["defect-crashed"])
        self.assertIn("after 2 steps", findings[0]["message"])

    def test_each_crash_has_the_test_that_shows_it(self):
        (self.dir / "two.c").write_text("""int a[2], x, n;
void step(void) {
  ++n;
  if (n == 2 && x == 1) a[x + 1] = 1;
  if (n == 3 && x == 0) a[x + 2] = 1;
}
""")
        (self.dir / "two.toml").write_text("""[program]
sources = ["two.c"]
step = "step();"
[inputs]
"x" = { range = [0, 1] }
""")
        self.call("generate", "two.toml", "-o", "two.json", code=1)
        suite = json.loads((self.dir / "two.json").read_text())
        lengths = {}
        for test in suite["tests"]:
            steps = list(test["steps"])
            while "after" in test:
                test = suite["prefixes"][test["after"]]
                steps = test["steps"] + steps
            lengths[len(steps)] = steps[-1]["inputs"]["x"]
        found = {f["where"]["line"]: f["witness"] for f in suite["findings"]}
        self.assertEqual(sorted(found), [4, 5])
        self.assertNotEqual(found[4], found[5])
        self.assertEqual(lengths, {2: 1, 3: 0})

    def start(self, *arguments):
        return subprocess.Popen(
            [CATENARY, "generate", "endless.toml", *arguments], cwd=self.dir,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def check_partial(self, text, why):
        """What was found so far is there, replayed, and can be run."""
        document = json.loads(text)
        goals = {goal["id"]: goal for goal in document["goals"]}
        self.assertEqual(goals["third"]["status"], "covered")
        self.assertEqual(goals["third"]["trust"], "replayed")
        self.assertEqual(goals["third"]["depth"], 3)
        self.assertEqual(goals["never"]["status"], "not_within_bound")
        self.assertGreaterEqual(goals["never"]["depth"], 3)
        self.assertIn(why, goals["never"]["reason"])
        self.assertEqual(document["summary"]["tests"], 1)
        self.call("run", "s.json", "--sut", "model:endless.toml")

    def test_interrupted_generation_keeps_what_was_found(self):
        process = self.start("-o", "s.json", "--json", "--memory", "4G")
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("interrupted", err)
        self.check_partial(out, "interrupt")

    def test_termination_is_an_interruption(self):
        process = self.start("-o", "s.json", "--json", "--memory", "4G")
        time.sleep(1.5)
        process.terminate()
        out, err = process.communicate(timeout=100)
        self.assertIn(process.returncode, (130, -signal.SIGTERM), err)

    def put_a_source_that_never_compiles(self):
        os.mkfifo(self.dir / "pipe.h")  # the compiler waits for it
        (self.dir / "waits.c").write_text(
            '#include "pipe.h"\nint x;\nvoid step(void) { ++x; }\n')

    def test_a_compiler_out_of_time_is_no_fault(self):
        self.put_a_source_that_never_compiles()
        done = self.call("generate", "waits.c", "--timeout", "1s", code=4)
        self.assertIn("the compiler was stopped", done.stderr)

    def test_an_interrupted_compiler_is_an_interruption(self):
        self.put_a_source_that_never_compiles()
        process = subprocess.Popen(
            [CATENARY, "generate", "waits.c"], cwd=self.dir,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)

    def test_deadline(self):
        done = self.call("generate", "endless.toml", "-o", "s.json", "--json",
                         "--timeout", "1500ms", "--memory", "1G", code=4)
        self.check_partial(done.stdout, "time limit")

    def test_memory(self):
        # So little that each engine meets it at once: with more some may search
        # to the end of their work, which takes minutes.
        done = self.call("generate", "endless.toml", "-o", "s.json", "--json",
                         "--memory", "16M", code=4)
        self.check_partial(done.stdout, "memory limit")

    def test_memory_for_next_to_nothing(self):
        done = self.call("generate", "endless.toml", "--json", "--engine",
                         "symbolic", "--memory", "1K", code=4)
        goals = {g["id"]: g for g in json.loads(done.stdout)["goals"]}
        self.assertEqual(goals["never"]["status"], "undecided")
        self.assertIn("memory limit", goals["never"]["reason"])
        # What the process has anyway may do for this one.
        if goals["third"]["status"] != "covered":
            self.assertEqual(goals["third"]["status"], "undecided")
            self.assertIn("memory limit", goals["third"]["reason"])

    def test_no_child_is_left_behind(self):
        process = self.start("--memory", "1G", "--jobs", "2")
        begun = time.monotonic()
        children = []
        while not children and time.monotonic() < begun + 30:
            time.sleep(0.2)
            children = self.children_of(process.pid)
        self.assertTrue(children, "the program is explored in a child")
        process.kill()
        process.communicate(timeout=20)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            if not any(self.is_alive(child) for child in children):
                return
            time.sleep(0.1)
        self.fail(f"still running: {children}")

    @staticmethod
    def children_of(pid):
        out = []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text(encoding="utf-8").rsplit(")", 1)[1]
            except (OSError, IndexError):
                continue
            if int(fields.split()[1]) == pid:
                out.append(int(stat.parent.name))
        return out

    @staticmethod
    def is_alive(pid):
        try:
            text = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return False
        return text.rsplit(")", 1)[1].split()[0] != "Z"


if __name__ == "__main__":
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
