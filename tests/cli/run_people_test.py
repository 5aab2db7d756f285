#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary run` for people and CI servers: tables of failures, JUnit XML,
selections of tests, several at a time, recorded logs.

Usage: run_people_test.py CATENARY CC SOURCE_DIRECTORY
"""
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

CATENARY = ""
CC = ""
SOURCE = pathlib.Path()

HEATER_C = """
enum Mode { OFF, HEATING, ALARM };
int degrees;
int pause;
enum Mode mode;
void init(void) { mode = OFF; }
void step(void) {
  if (degrees > 90) mode = ALARM;
  else if (mode != ALARM && !pause)
    mode = degrees < 20 ? WARM : OFF;
}
"""
HEATER_TOML = """
[program]
sources = ["heater.c"]
init = "init();"
step = "step();"
flags = ["-DWARM=HEATING"]
[inputs]
"degrees" = { range = [0, 99], unit = "C" }
"pause" = { range = [0, 1] }
[outputs]
"mode" = { names = { OFF = 0, HEATING = 1, ALARM = 2 } }
[[property]]
id = "cold"
requirements = ["HEAT-1"]
text = "The heater heats when it is cold."
when = "mode != ALARM && degrees < 20 && !pause"
then = "mode == HEATING"
[[property]]
id = "hot"
requirements = ["HEAT-2"]
when = "degrees > 90"
then = "mode == ALARM"
"""


def run(*arguments, code=0, folder=None):
    done = subprocess.run([CATENARY, *arguments], cwd=folder or FOLDER,
                          capture_output=True, text=True, check=False)
    assert done.returncode == code, (
        f"{arguments} left with {done.returncode}, expected {code}:\n"
        f"{done.stdout[-2000:]}{done.stderr}")
    return done


def library(name, text, *flags):
    (FOLDER / f"{name}.c").write_text(text)
    adapter = (FOLDER / "adapter.c").read_text()
    (FOLDER / f"{name}_adapter.c").write_text(
        adapter.replace('"heater.c"', f'"{name}.c"'))
    subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden", *flags,
                    "-o", f"lib{name}.so", f"{name}_adapter.c"],
                   cwd=FOLDER, check=True)


def verdicts(results):
    return [(t["id"], t["verdict"], t.get("reason", ""), t.get("observed"))
            for t in json.loads((FOLDER / results).read_text())["tests"]]


def setUpModule():
    global FOLDER, KEEP
    KEEP = tempfile.TemporaryDirectory(prefix="catenary-run-")
    FOLDER = pathlib.Path(KEEP.name)
    (FOLDER / "heater.c").write_text(HEATER_C)
    (FOLDER / "heater.toml").write_text(HEATER_TOML)
    run("generate", "heater.toml", "--cover", "branch", "--method", "single",
        "-o", "suite.json")
    run("convert", "heater.toml", "--to", "adapter", "-o", "adapter.c")
    library("good", HEATER_C, "-DWARM=HEATING")
    library("bad", HEATER_C, "-DWARM=OFF")
    library("dead", HEATER_C.replace(
        "if (degrees > 90)", "if (degrees > 90) *(volatile int*)8 = 1;\n  if (0)"),
        "-DWARM=HEATING")


def tearDownModule():
    KEEP.cleanup()


def suite():
    """The suite; tests with the requirements of their goals."""
    out = json.loads((FOLDER / "suite.json").read_text())
    of = {g["id"]: g.get("requirements", []) for g in out["goals"]}
    for test in out["tests"]:
        test["requirements"] = sorted({r for g in test["goals"] for r in of[g]})
    return out


class Console(unittest.TestCase):
    def test_a_failure_is_a_table_with_names_and_requirements(self):
        text = run("run", "suite.json", "--sut", "native:./libbad.so",
                   "--goal", "cold", code=1).stdout
        self.assertRegex(text, r"fail +[0-9a-f]{12}  \S+: "
                               r"expectation-violated at step \d+ of \d+\n")
        self.assertRegex(text, r"\n    STEP  SIGNAL +EXPECTED +OBSERVED\n")
        self.assertRegex(text, r"\n +1  degrees +set to \d+ C\n")
        self.assertRegex(text, r"\n +mode +HEATING +OFF\n")
        self.assertIn("HEAT-1", text)

    def test_verbose_shows_every_signal(self):
        brief = run("run", "suite.json", "--sut", "native:./libbad.so",
                    code=1).stdout
        full = run("run", "suite.json", "--sut", "native:./libbad.so", "-v",
                   code=1).stdout
        self.assertGreater(len(full.splitlines()), len(brief.splitlines()))
        self.assertIn("hot.holds", full)
        self.assertNotIn("hot.holds", brief)

    def test_a_model_in_place_of_a_library_says_what_was_meant(self):
        text = run("run", "suite.json", "--sut", "native:heater.toml",
                   code=2).stderr
        self.assertIn("is a model and no shared library; expected "
                      "model:heater.toml", text)

    def test_a_crash_shows_the_inputs_that_lead_to_it(self):
        text = run("run", "suite.json", "--sut", "native:./libdead.so",
                   "--goal", "hot", code=3).stdout
        self.assertRegex(text, r"sut-crashed: the SUT crashed in step")
        self.assertRegex(text, r"degrees +set to 9\d C")

    def test_a_timed_failure_is_a_table_as_well(self):
        atm = SOURCE / "examples" / "atm_bank" / "atm_bank.xlia"
        run("generate", atm, "--cover", "transitions", "-o", "atm.json")
        text = run("run", "atm.json", "--sut",
                   f"exec:python3 {SOURCE}/examples/sut/atm_bank.py --fault value",
                   "--clock", "virtual", code=1).stdout
        self.assertIn("CHANNEL", text)
        self.assertRegex(text, r"FAIL_\w+ after step \d+ of \d+")

    def test_only_a_terminal_is_told_of_the_page(self):
        command = ["run", "suite.json", "--sut", "native:./libgood.so"]
        self.assertNotIn("catenary report", run(*command).stdout)
        hint = "catenary report suite.json --html suite.html"
        self.assertIn(hint, on_terminal(command).splitlines()[-1])
        self.assertNotIn(hint, on_terminal([*command, "--quiet"]))
        self.assertNotIn(hint, on_terminal([*command, "--json"]))
        again = ["generate", "heater.toml", "-o", "again.json", "--force"]
        self.assertIn("catenary report again.json --html again.html",
                      on_terminal(again).splitlines()[-1])
        self.assertNotIn("catenary report", on_terminal([*again, "-q"]))


def on_terminal(command):
    ours, theirs = pty.openpty()
    with subprocess.Popen([CATENARY, *command], cwd=FOLDER, stdout=theirs,
                          stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                block = os.read(ours, 4096)
            except OSError:
                break
            if not block:
                break
            text += block
        process.wait()
    os.close(ours)
    return text.decode().replace("\r\n", "\n").rstrip("\n")


class Junit(unittest.TestCase):
    def junit(self, *options, code=0, sut="native:./libgood.so"):
        run("run", "suite.json", "--sut", sut, "--junit", "out.xml", "--force",
            *options, code=code)
        return ElementTree.parse(FOLDER / "out.xml").getroot()

    def test_names_are_those_of_goals_and_the_same_whatever_runs(self):
        names = [t.get("name") for t in self.junit().iter("testcase")]
        self.assertEqual(names, [t["name"] for t in suite()["tests"]])
        self.assertEqual(len(set(names)), len(names))
        self.assertTrue(all(len(n) <= 100 for n in names))
        shuffled = self.junit("--shuffle", "--seed", "3")
        self.assertEqual(sorted(t.get("name")
                                for t in shuffled.iter("testcase")),
                         sorted(names))
        one = self.junit("--goal", "hot")
        self.assertLess({t.get("name") for t in one.iter("testcase")},
                        set(names))

    def test_a_test_has_the_place_of_its_goal(self):
        places = {t.get("name"): (t.get("file"), t.get("line"))
                  for t in self.junit().iter("testcase")}
        line = HEATER_TOML.split("\n").index("[[property]]") + 1
        named = [n for n in places if n == "cold" or n.startswith("cold-")]
        self.assertTrue(named)
        self.assertEqual(places[named[0]], ("heater.toml", str(line)))
        where = {g["id"]: g["where"] for g in suite()["goals"]}
        for test in suite()["tests"]:
            self.assertIn(places[test["name"]],
                          [(where[g]["file"], str(where[g]["line"]))
                           for g in test["goals"]])

    def test_the_message_is_short_and_the_table_below_it(self):
        root = self.junit(code=1, sut="native:./libbad.so")
        failures = list(root.iter("failure"))
        self.assertEqual(len(failures), int(root.get("failures")))
        self.assertTrue(failures)
        for failure in failures:
            self.assertRegex(failure.get("message"),
                             r"^step \d+: \S+ is \S+, expected \S+$")
            self.assertIn("STEP  SIGNAL", failure.text)
            self.assertIn("\n", failure.text)

    def test_a_large_suite_makes_a_small_document(self):
        big = suite()
        template = next(t for t in big["tests"] if "cold" in t["goals"])
        many = [f"goal.{n:05}" for n in range(900)]
        big["goals"] += [{**big["goals"][-1], "id": g} for g in many]
        del template["id"]
        big["tests"] = [{**template, "name": f"t{n}", "note": str(n),
                         "goals": [*template["goals"], *many],
                         "requirements": many[:50]} for n in range(1001)]
        (FOLDER / "big.json").write_text(json.dumps(big))
        run("run", "suite.json", "--sut", "native:./libbad.so", "--log",
            "bad.log", "--force", code=1)
        run("run", "big.json", "--sut", "trace:bad.log", "-o", "big_r.json",
            "--force", code=1)
        results = json.loads((FOLDER / "big_r.json").read_text())
        self.assertEqual({t["verdict"] for t in results["tests"]}, {"fail"})
        for test in results["tests"]:
            test["output"] = "\x1b<&>]]>\x00" * 900
        (FOLDER / "big_r.json").write_text(json.dumps(results))
        run("report", "big.json", "big_r.json", "--junit", "big.xml",
            "--force")
        text = (FOLDER / "big.xml").read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        cases = list(root.iter("testcase"))
        self.assertEqual(len(cases), 1001)
        self.assertEqual(len({c.get("name") for c in cases}), 1001)
        self.assertEqual(len(list(root.iter("failure"))), 1001)
        # Without what the system printed, which was as hostile as can be.
        for case in cases:
            case.remove(case.find("system-out"))
        self.assertLess(len(ElementTree.tostring(root)), 2_000_000)
        self.assertLess(len(text), 8_000_000)


class Selection(unittest.TestCase):
    def selected(self, *options, code=0, sut="native:./libgood.so"):
        run("run", "suite.json", "--sut", sut, "-o", "part.json", "--force",
            *options, code=code)
        return [t["id"] for t in
                json.loads((FOLDER / "part.json").read_text())["tests"]]

    def all(self):
        return [t["id"] for t in suite()["tests"]]

    def test_by_goal(self):
        wanted = [t["id"] for t in suite()["tests"] if "hot" in t["goals"]]
        self.assertEqual(self.selected("--goal", "hot"), wanted)
        both = [t["id"] for t in suite()["tests"]
                if {"hot", "cold"} & set(t["goals"])]
        self.assertEqual(self.selected("--goal", "hot,cold"), both)
        self.assertLess(set(both), set(self.all()))

    def test_by_requirement(self):
        wanted = [t["id"] for t in suite()["tests"]
                  if "HEAT-2" in t["requirements"]]
        self.assertEqual(self.selected("--requirement", "HEAT-2"), wanted)

    def test_shards_are_a_partition(self):
        for n in (1, 2, 3):
            parts = [self.selected("--shard", f"{i}/{n}", "--allow-empty")
                     for i in range(1, n + 1)]
            self.assertEqual(sorted(sum(parts, [])), sorted(self.all()))
            self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)
        shuffled = [self.selected("--shard", f"{i}/2", "--shuffle")
                    for i in (1, 2)]
        self.assertEqual(sorted(sum(shuffled, [])), sorted(self.all()))

    def test_shards_of_mutants_are_a_partition(self):
        def mutants(*words):
            done = run("run", "suite.json", "--sut", "model:heater.toml",
                       "--mutate", "7", "--json", *words)
            return json.loads(done.stdout)["mutants"]
        whole = mutants()
        self.assertEqual(len(whole), 7)
        for n in (1, 3):
            parts = [mutants("--shard", f"{i}/{n}") for i in range(1, n + 1)]
            for i, part in enumerate(parts):
                self.assertEqual(part, whole[i::n])
        done = run("run", "suite.json", "--sut", "model:heater.toml",
                   "--mutate", "7", "--shard", "8/8", code=2)
        self.assertIn("has no mutants: there are only 7", done.stderr)

    def test_what_failed_the_last_time(self):
        run("run", "suite.json", "--sut", "native:./libbad.so", "-o",
            "last.json", "--force", code=1)
        failed = [t for t, v, *_ in verdicts("last.json") if v != "pass"]
        self.assertTrue(failed)
        self.assertLess(set(failed), set(self.all()))
        self.assertEqual(self.selected("--last-failed", "last.json"), failed)
        # The run after it may write its results to the same file.
        run("run", "suite.json", "--sut", "native:./libgood.so",
            "--last-failed", "last.json", "-o", "last.json", "--force")
        self.assertEqual([v for _, v, *_ in verdicts("last.json")],
                         ["pass"] * len(failed))
        message = run("run", "suite.json", "--sut", "native:./libgood.so",
                      "--last-failed", "last.json", code=2).stderr
        self.assertIn("all tests of these results passed", message)

    def test_a_selection_of_nothing_is_an_error_that_helps(self):
        for options, message in (
                (["--goal", "hott"], "did you mean 'hot'?"),
                (["--goal", "zzz"], "there are: "),
                (["--goal", "hot.violated"], "no test covers the goal"),
                (["--requirement", "HEAT-3"], "did you mean 'HEAT-1'?"),
                (["--test", "colt"], "no test has the name 'colt'"),
                (["--shard", "99/99"], "--shard 99/99 has no tests"),
                (["--shard", "0/2"], "expected I/N"),
                (["--shard", "3/2"], "expected I/N"),
                (["--shard", "1/0"], "expected I/N"),
                (["--shard", "1/2x"], "expected I/N"),
                (["--shard", "-1/2"], "expected I/N"),
                (["--last-failed", "none.json"], "none.json"),
                (["--last-failed", "suite.json"], "suite.json")):
            with self.subTest(options):
                done = run("run", "suite.json", "--sut",
                           "native:./libgood.so", *options, code=2)
                self.assertIn(message, done.stderr)
                self.assertEqual(done.stdout, "")

    def test_options_select_together(self):
        wanted = [t["id"] for t in suite()["tests"]
                  if "hot" in t["goals"] and "HEAT-1" in t["requirements"]]
        code = 0 if wanted else 2
        if wanted:
            self.assertEqual(self.selected("--goal", "hot", "--requirement",
                                           "HEAT-1"), wanted)
        else:
            run("run", "suite.json", "--sut", "native:./libgood.so", "--goal",
                "hot", "--requirement", "HEAT-1", code=code)


class Tables(unittest.TestCase):
    """Tests that a spreadsheet wrote."""

    def setUp(self):
        table = run("convert", "suite.json", "--to", "csv").stdout
        (FOLDER / "table.csv").write_text(table)
        self.table = table

    def test_a_table_is_a_suite(self):
        for source in ("suite.json", "table.csv"):
            run("run", source, "--sut", "native:./libgood.so", "-o",
                f"{source}.results", "--force")
        self.assertEqual(*([(v, observed) for _, v, _, observed in
                            verdicts(f"{source}.results")]
                           for source in ("suite.json", "table.csv")))

    def test_what_a_cell_expects_is_judged(self):
        lines = self.table.splitlines()
        column = lines[0].split(",").index("out:mode")
        at = next(i for i, line in enumerate(lines[2:], 2)
                  if line.split(",")[column])
        cells = lines[at].split(",")
        cells[column] = "2" if cells[column] != "2" else "0"
        lines[at] = ",".join(cells)
        (FOLDER / "edited.csv").write_text("\n".join(lines) + "\n")
        run("run", "edited.csv", "--sut", "native:./libgood.so", "-o",
            "edited.results", "--force", code=1)
        failed = [r for _, v, r, _ in verdicts("edited.results") if v == "fail"]
        self.assertEqual(len(failed), 1)
        self.assertIn("mode", failed[0])
        report = run("report", "edited.csv", "edited.results").stdout
        self.assertIn("1 failed", report)

    def test_a_bad_cell_is_named_by_its_line(self):
        (FOLDER / "broken.csv").write_text(self.table + "x,linear,1\n")
        done = run("run", "broken.csv", "--sut", "native:./libgood.so", code=2)
        self.assertIn(f"broken.csv:{len(self.table.splitlines()) + 1}:",
                      done.stderr)


class Jobs(unittest.TestCase):
    def same(self, suite_file, sut, *options, code=0):
        for jobs in (1, 3):
            run("run", suite_file, "--sut", sut, "-o", f"jobs{jobs}.json",
                "--force", "--jobs", str(jobs), *options, code=code)
        one, three = verdicts("jobs1.json"), verdicts("jobs3.json")
        self.assertEqual(one, three)
        self.assertGreater(len(one), 1)

    def test_steps(self):
        self.same("suite.json", "native:./libgood.so")
        self.same("suite.json", "native:./libbad.so", code=1)
        self.same("suite.json", "model:heater.toml", "--repeat", "2")

    def test_a_crash_is_that_of_its_test(self):
        self.same("suite.json", "native:./libdead.so", code=3)
        kinds = {v for _, v, *_ in verdicts("jobs3.json")}
        self.assertIn("error", kinds)
        self.assertIn("pass", kinds)

    def test_libraries_that_misbehave_before_the_first_test(self):
        """They are loaded once, in a process that copies of are tested."""
        for name, early in (
                ("early_crash", "*(volatile int*)8 = 1;"),
                ("early_exit", "_exit(0);"),
                ("early_thread", "pthread_t t; pthread_create(&t, 0, f, 0);"),
                ("early_print", 'puts("hello");')):
            with self.subTest(name):
                library(name, HEATER_C + """
#include <pthread.h>
#include <stdio.h>
void _exit(int);
unsigned sleep(unsigned);
static void* f(void* x) { pause_(); return x; }
__attribute__((constructor)) static void early(void) { %s }
""".replace("pause_()", "sleep(60)") % early, "-DWARM=HEATING", "-pthread")
                dies = name in ("early_crash", "early_exit")
                done = run("run", "suite.json", "--sut",
                           f"native:./lib{name}.so", code=3 if dies else 0)
                self.assertNotIn("hello", done.stdout + done.stderr)
                self.assertIn(f"{0 if dies else len(suite()['tests'])} passed",
                              done.stdout)

    def test_a_test_leaves_nothing_to_the_next(self):
        library("memory", HEATER_C.replace(
            "void step(void) {",
            "static int n;\nvoid step(void) { if (n++ > 2) mode = 7; else {")
            + "}\n", "-DWARM=HEATING")
        done = run("run", "suite.json", "--sut", "native:./libmemory.so",
                   "--repeat", "4")
        self.assertIn("0 failed", done.stdout)

    def test_trees(self):
        atm = SOURCE / "examples" / "atm_bank" / "atm_bank.xlia"
        run("generate", atm, "--cover", "transitions", "-o", "atm3.json")
        for policy in ("minimal", "random"):
            self.same("atm3.json", f"model:{atm}", "--policy", policy,
                      code=5 if policy == "random" else 0)

    def test_time_runs_out(self):
        done = run("run", "suite.json", "--sut", "exec:sleep 60", "--jobs",
                   "2", "--timeout", "1s", "--step-timeout", "30s", code=4)
        self.assertIn("stopped early", done.stdout)


class Traces(unittest.TestCase):
    def setUp(self):
        run("run", "suite.json", "--sut", "native:./libgood.so", "--log",
            "good.log", "--force")

    def judged(self, log, code, *options):
        (FOLDER / "t.log").write_text(log)
        done = run("run", "suite.json", "--sut", "trace:t.log", *options,
                   code=code)
        return done.stdout + done.stderr

    def test_a_log_is_judged_as_the_system_was(self):
        run("run", "suite.json", "--sut", "trace:good.log", "-o", "t.json",
            "--force")
        self.assertEqual({v for _, v, *_ in verdicts("t.json")}, {"pass"})
        run("run", "suite.json", "--sut", "native:./libbad.so", "--log",
            "bad.log", "-o", "b.json", "--force", code=1)
        run("run", "suite.json", "--sut", "trace:bad.log", "-o", "t.json",
            "--force", code=1)
        self.assertEqual(verdicts("b.json"), verdicts("t.json"))

    def test_another_order_of_runs_is_the_same_log(self):
        runs = (FOLDER / "good.log").read_text().split('{"reset":true}\n')[1:]
        self.judged("".join('{"reset":true}\n' + r for r in reversed(runs)), 0)

    def test_other_inputs_are_inconclusive_and_name_the_place(self):
        log = (FOLDER / "good.log").read_text()
        other = re.sub(r'"degrees":\d+', '"degrees":50', log)
        text = self.judged(other, 5)
        self.assertRegex(text, r"log-mismatch: the log does not fit step \d+: "
                               r"t.log:\d+: degrees is 50, and the test sets")
        short = self.judged(log.splitlines()[0] + "\n", 5)
        self.assertIn("t.log:1: the run ends here", short)

    def test_runs_that_contradict_each_other_are_inconclusive(self):
        """A failure that happens now and then is not hidden by a good run."""
        log = (FOLDER / "good.log").read_text()
        bad = re.sub(r'"out":\{[^}]*\}', '"out":{}', log)
        self.assertRegex(self.judged(log + bad, 5),
                         r"t.log:\d+: the outputs are not those of line \d+")
        self.judged(log + log, 0)

    def test_steps_of_another_length_are_other_steps(self):
        log = (FOLDER / "good.log").read_text()
        text = self.judged(log.replace('{"in":', '{"dt":5,"in":'), 5)
        self.assertIn("the step takes 5, and in the test 1", text)

    def test_outputs_that_are_not_recorded_are_inconclusive(self):
        log = (FOLDER / "good.log").read_text()
        text = self.judged(re.sub(r'"mode":[^,}]+,?', "", log), 5)
        self.assertIn("output-missing", text)

    def test_no_log_is_an_error_with_its_line(self):
        for log, message in (
                ("", "the log is empty"),
                ("\n", "the log is empty"),
                ("x\n", "t.log:1"),
                ('{"reset":true}\n{"in":{}}\n', "t.log:2: error: expected the outputs"),
                ('{"in":{},"out":{}', "t.log:1"),
                ('{"in":{"x":1},"out":{}}', '"x" is not an input'),
                ('{"in":{"degrees":"a"},"out":{}}', "t.log:1: error: degrees: expected"),
                ('{"in":{"degrees":1e400},"out":{}}', "t.log:1"),
                ('{"in":{},"out":{},"ouT":{}}', '"ouT" is not known'),
                ('{"reset":false}', 'expected "reset": true'),
                ("[" * 100000, "t.log:1"),
                ('{"step":2,"in":{},"out":{}}', 'expected "step": 1'),
                ('{"step":"no","in":{},"out":{}}', 'expected "step": 1'),
                ('{"in":{},"out":{},"dt":-1}', "t.log:1")):
            with self.subTest(log[:40]):
                self.assertIn(message, self.judged(log, 2))


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    CC = sys.argv[2]
    SOURCE = pathlib.Path(sys.argv[3]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
