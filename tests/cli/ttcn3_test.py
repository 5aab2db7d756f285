#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Suites as TTCN-3, compiled and run by Eclipse Titan: every test has the
verdict that `catenary run` gives it on the same system, be that right or faulty.

Usage: ttcn3_test.py CATENARY SOURCE_DIRECTORY
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from gtest_test import HOSTILE, with_hostile_texts

CATENARY = ""
SOURCE = pathlib.Path()
UNIT = "0.2"  # seconds of the model's time unit: room for a loaded machine
VERDICTS = {"pass": "pass", "fail": "fail", "inconc": "inconclusive",
            "error": "error"}

# Enumerators, floats of both sizes, numbers beyond 2^53, an initial choice, and
# every kind of expectation.
MODES = {"name": "Mode", "values": ["IDLE", "RUN now", "DONE"]}
MIXED = {
    "schema": "catenary-suite-1", "tool": "by hand",
    "model": {"name": "mixed", "kind": "c", "path": "mixed.toml",
              "sha256": "0" * 64},
    "options": {}, "seed": 1,
    "signature": {
        "inputs": [{"name": "in.want", "type": "enum", "enum": MODES},
                   {"name": "in.gain", "type": "float32"},
                   {"name": "in.big", "type": "int64"}],
        "outputs": [{"name": "mode", "type": "enum", "enum": MODES},
                    {"name": "level", "type": "float32"},
                    {"name": "exact", "type": "float64"},
                    {"name": "count", "type": "uint64"},
                    {"name": "on", "type": "bool"},
                    {"name": "near", "type": "int32"},
                    {"name": "one_of", "type": "int8"},
                    {"name": "sum", "type": "int"}],
        "initial": [{"name": "first", "type": "int64"}],
        "time_unit": "step"},
    "goals": [], "certificates": [], "findings": [],
    "tests": [{"kind": "linear", "goals": [],
               "initial": {"values": {"first": "-9007199254740993"}},
               "steps": [
                   {"inputs": {"in.want": "RUN now", "in.gain": 0.1,
                               "in.big": "9007199254740993"},
                    "expect": {"mode": "RUN now", "level": 0.3, "exact": 1e-300,
                               "count": "18446744073709551615", "on": True,
                               "near": {"interval": [-3, 4]},
                               "one_of": {"set": [5, 7]}}},
                   {"inputs": {"in.want": "DONE", "in.big": -4},
                    "expect": {"mode": "DONE", "level": 16777216.0,
                               "exact": 0.1, "count": 7, "on": False,
                               "near": {"interval": [-3, 4]},
                               "one_of": {"set": [5, 7]},
                               "sum": {"smtlib":
                                       "(= sum (+ in.big near near@pre))"}}}]}]}
# A system that does what this suite expects; `--alter SIGNAL` says something
# else in the last step, `--omit` nothing, `--end` is over before it.
PLAYER = """
import json, sys
suite, how = json.load(open(sys.argv[1])), sys.argv[2:]
test = suite["tests"][0]
KNOWN = {"near": [-3, 4], "one_of": [5, 7], "sum": [0, -4 + 4 - 3]}
OTHER = {"mode": "IDLE", "level": 16777218.0, "exact": 0.10000000000000002,
         "count": 8, "on": True, "near": 5, "one_of": 6, "sum": -2}
while True:
    line = sys.stdin.readline()
    if not line: break
    m = json.loads(line)
    if "hello" in m: answer = {"hello": {"protocol": 1}}
    elif "reset" in m:
        n, answer = 0, {"reset": {}}
        assert m["reset"]["initial"] == test["initial"]["values"], m
    else:
        for name, value in test["steps"][n]["inputs"].items():
            assert str(m["in"][name]) == str(value), m
        out = dict(test["steps"][n]["expect"])
        out.update((name, values[n]) for name, values in KNOWN.items())
        n += 1
        if how[:1] == ["--alter"] and n == 2: out[how[1]] = OTHER[how[1]]
        if how[:1] == ["--omit"]: del out[how[1]]
        answer = {"step": m["step"], "out": out}
        if how == ["--end"]: answer["ended"] = True
        if how == ["--repeat"]: print(json.dumps(answer))
    print(json.dumps(answer), flush=True)
"""


def run(*command, **options):
    return subprocess.run([str(c) for c in command], text=True,
                          capture_output=True, timeout=300, **options)


class Ttcn3(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def generate(self, *arguments):
        done = run(CATENARY, "generate", *arguments, "-o", "suite.json",
                   cwd=self.dir)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads((self.dir / "suite.json").read_text())

    def build(self, *flags):
        done = run(CATENARY, "convert", "suite.json", "--to", "ttcn3", "-o",
                   "titan", cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run("make", "-C", "titan", "tests", *flags, cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        config = (self.dir / "titan" / "tests.cfg").read_text()
        config = re.sub("tsp_unit := .*", f"tsp_unit := {UNIT}", config)
        (self.dir / "titan" / "tests.cfg").write_text(config)

    def by_titan(self, sut, name):
        """Verdicts and all that was printed."""
        folder = self.dir / name
        folder.mkdir()
        titan = self.dir / "titan"
        done = run(titan / "tests", titan / "tests.cfg", cwd=folder,
                   env=dict(os.environ, SUT=sut))
        found = re.findall(r"finished\. Verdict: (\w+)", done.stderr)
        return [VERDICTS[v] for v in found], done.stderr

    def by_catenary(self, sut, name, *options):
        result = self.dir / f"{name}.json"
        run(CATENARY, "run", "suite.json", "--sut", "exec:" + sut, *options,
            "-o", result, cwd=self.dir)
        return [t["verdict"] for t in json.loads(result.read_text())["tests"]]

    def same(self, suts, *options):
        """The verdicts of both, which are the same, for each system. They are
        run at one time, since they wait most of it."""
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            ours = [pool.submit(self.by_catenary, s, f"ours{i}", *options)
                    for i, s in enumerate(suts)]
            theirs = [pool.submit(self.by_titan, s, f"theirs{i}")
                      for i, s in enumerate(suts)]
            out = []
            for sut, a, b in zip(suts, ours, theirs):
                with self.subTest(sut=sut):
                    self.assertEqual(b.result()[0], a.result(), b.result()[1])
                out.append(b.result())
        return out

    def test_timed_trees_have_the_same_verdicts(self):
        self.generate(SOURCE / "examples/atm_bank/atm_bank.xlia", "--cover",
                      "transitions")
        self.build()
        sut = f"python3 {SOURCE / 'examples/sut/atm_bank.py'}"
        right, value, mute, _, _, _ = self.same(
            [sut] + [f"{sut} --fault {f}" for f in
                     ("value", "mute", "extra", "dies", "nonsense")],
            "--unit", "200ms")
        self.assertEqual(right[0], ["pass"] * 4)
        self.assertEqual(value[0].count("fail"), 3)
        self.assertIn("FAIL_out: R9", value[1])
        self.assertEqual(mute[0], ["fail"] * 4)
        self.assertIn("FAIL_dur: R10", mute[1])

    def test_inputs_of_others_are_observed(self):
        self.generate(SOURCE / "examples/atm_bank/atm_bank.xlia", "--path",
                      "ask,debit,grant,pay,log", "--uncontrollable", "Auth",
                      "--tm", "30")
        self.build()
        sut = f"python3 {SOURCE / 'examples/sut/atm_bank.py'}"
        # A bank that never grants is none of the system's faults.
        mean = self.dir / "mean.py"
        mean.write_text((SOURCE / "examples/sut/atm_bank.py").read_text()
                        .replace("CREDIT = 300", "CREDIT = 0"))
        shutil.copy(SOURCE / "examples/sut/timed_sut.py", self.dir)
        got = self.same([sut, sut + " --fault value", f"python3 {mean}"],
                        "--unit", "200ms")
        self.assertEqual([v for v, _ in got],
                         [["pass"], ["fail"], ["inconclusive"]])

    def test_steps_have_the_same_verdicts(self):
        self.generate(SOURCE / "examples/traffic_light/traffic_light.toml")
        self.build()
        sut = f"python3 {SOURCE / 'examples/sut/traffic_light.py'}"
        right, faulty = self.same([sut, sut + " --fault"])
        self.assertEqual(right[0], ["pass"])
        self.assertEqual(faulty[0], ["fail"])
        self.assertRegex(faulty[1], r"step \d+: l\.\w+ is \w+, expected "
                         r"\w+ \(goals .*; requirements TL-\d\)")
        done = run("make", "check", f"SUT={sut}", cwd=self.dir / "titan")
        self.assertEqual(done.returncode, 0, done.stdout)
        done = run("make", "check", f"SUT={sut} --fault",
                   cwd=self.dir / "titan")
        self.assertNotEqual(done.returncode, 0, done.stdout)

    def test_values_of_all_types(self):
        (self.dir / "suite.json").write_text(json.dumps(MIXED))
        (self.dir / "player.py").write_text(PLAYER)
        self.build()
        play = (f"{sys.executable} {self.dir / 'player.py'} "
                f"{self.dir / 'suite.json'} ")
        outputs = [s["name"] for s in MIXED["signature"]["outputs"]]
        got = self.same([play] + [play + f"--alter {o}" for o in outputs] +
                        [play + "--omit on", play + "--end",
                         play + "--repeat"])
        verdicts = [v[0] for v, _ in got]
        self.assertEqual(verdicts, ["pass"] + ["fail"] * len(outputs) +
                         ["inconclusive", "fail", "error"])
        self.assertIn("step 2: near is 5, expected [-3, 4]", got[6][1])

    def put_suite(self, suite):
        (self.dir / "suite.json").write_text(json.dumps(suite))

    def assert_nothing_ran(self):
        self.assertEqual(list(self.dir.rglob("PWNED")), [])

    def test_texts_of_a_suite_execute_nothing(self):
        self.put_suite(with_hostile_texts(self.generate(
            SOURCE / "examples/traffic_light/traffic_light.toml")))
        self.build()
        sut = f"python3 {SOURCE / 'examples/sut/traffic_light.py'}"
        right, faulty = self.same([sut, sut + " --fault"])
        self.assertEqual(right[0], ["pass"])
        self.assertEqual(faulty[0], ["fail"])
        # Goals and requirements are told as text.
        self.assertIn('*/ system("touch PWNED"); /*', faulty[1])
        self.assertIn("%s%n%s%n", faulty[1])
        self.assert_nothing_ran()

    def test_names_of_signals_execute_nothing(self):
        """They and the names of their values go to the system as they are."""
        self.speak([t for t in HOSTILE if t.isprintable()])

    def test_control_characters_reach_the_system_escaped(self):
        """A line end in a name would else begin another message."""
        self.speak(["a\nb", "c\r\v\f\x01", "d\te"])

    def speak(self, texts):
        """Signals of these names, with these values, go to a system that reads
        them as JSON, compares them with the suite and says them again."""
        suite = json.loads(json.dumps(MIXED))
        suite["signature"] = {"time_unit": "step"}
        values = {"name": HOSTILE[0], "values": texts}
        for kind in ("inputs", "outputs", "initial"):
            suite["signature"][kind] = [
                {"name": f"{kind} {text}", "type": "enum", "enum": values}
                for text in HOSTILE]

        def given(kind):
            return {f"{kind} {text}": texts[i % len(texts)]
                    for i, text in enumerate(HOSTILE)}

        suite["tests"] = [{
            "kind": "linear", "goals": [],
            "initial": {"values": given("initial")},
            "steps": [{"inputs": given("inputs"),
                       "expect": given("outputs")}] * 2}]
        self.put_suite(suite)
        # Nothing but what is expected.
        (self.dir / "player.py").write_text(
            PLAYER.replace("KNOWN = {", "KNOWN = {} and {"))
        self.build()
        right, = self.same([f"{sys.executable} {self.dir / 'player.py'} "
                            f"{self.dir / 'suite.json'}"])
        self.assertEqual(right[0], ["pass"])
        self.assert_nothing_ran()

    def test_trigraphs_cannot_end_a_string(self):
        """In C++ before 2017, ??/ is a backslash, which would take its
        meaning from the quote behind it: the next string would be code."""
        command = ", ".join(str(ord(c)) for c in "touch PWNED")
        code = (", nullptr}; "
                f"static const char command[] = {{{command}, 0}}; "
                "static const int evil = system(command); //")
        suite = json.loads(json.dumps(MIXED))
        suite["signature"] = {
            "inputs": [], "initial": [], "time_unit": "step",
            "outputs": [{"name": "mode", "type": "enum",
                         "enum": {"name": "Mode", "values": ["a??/", code]}}]}
        suite["tests"] = [{"kind": "linear", "goals": [], "steps": [
            {"inputs": {}, "expect": {"mode": "a??/"}}]}]
        self.put_suite(suite)
        self.build("CXXFLAGS=-O0 -std=c++14")
        verdicts, _ = self.by_titan("true", "folder")
        self.assertEqual(len(verdicts), 1)
        self.assert_nothing_ran()

    def test_names_of_timed_systems_execute_nothing(self):
        suite = self.generate(SOURCE / "examples/atm_bank/atm_bank.xlia",
                              "--cover", "transitions")
        suite = with_hostile_texts(suite)
        for channel in suite["signature"]["channels"]:
            channel["name"] += " ".join(HOSTILE)
            for parameter in channel.get("parameters", []):
                parameter["name"] += " ".join(HOSTILE)
        for test in suite["tests"]:
            for transition in test["transitions"]:
                if "channel" in transition:
                    transition["channel"] += " ".join(HOSTILE)
        self.put_suite(suite)
        self.build()
        # Of a system that ends at once.
        verdicts, _ = self.by_titan("true", "folder")
        self.assertEqual(len(verdicts), len(suite["tests"]))
        self.assert_nothing_ran()

    def test_names_of_tests_are_harmless_identifiers(self):
        suite = self.generate(
            SOURCE / "examples/traffic_light/traffic_light.toml")
        test = suite["tests"][0]
        names = ["..", ".", "-", "--", "_", "", "1", "control", "COMMAND"]
        suite["tests"], suite["certificates"] = [], []
        for number, name in enumerate(names):
            # Shorter by a step each: equal tests are refused.
            part = {**test, "name": name,
                    "steps": test["steps"][:len(names) - number]}
            del part["id"]
            suite["tests"].append(part)
        self.put_suite(suite)
        self.build()
        sut = f"python3 {SOURCE / 'examples/sut/traffic_light.py'}"
        self.same([sut])
        self.assertEqual(
            sorted(p.name for p in self.dir.iterdir()),
            ["ours0.json", "suite.json", "theirs0", "titan"])

    def test_refuses_what_has_no_form(self):
        done = run(CATENARY, "convert",
                   SOURCE / "examples/atm_bank/atm_bank.xlia", "--to", "ttcn3",
                   "-o", "titan", cwd=self.dir)
        self.assertEqual(done.returncode, 2)
        self.generate(SOURCE / "examples/atm_bank/atm_bank.xlia", "--cover",
                      "transitions")
        done = run(CATENARY, "convert", "suite.json", "--to", "ttcn3",
                   cwd=self.dir)
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected -o DIRECTORY", done.stderr)
        text = (self.dir / "suite.json").read_text()
        suite = json.loads(text)
        suite["tests"] = []
        (self.dir / "none.json").write_text(json.dumps(suite))
        done = run(CATENARY, "convert", "none.json", "--to", "ttcn3", "-o",
                   "titan", cwd=self.dir)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the suite has no tests", done.stderr)
        # A guard over a hidden value.
        suite = json.loads(text)
        suite["tests"][0]["transitions"][0]["guard"] = \
            "(exists ((h Int)) (= (* h h) |Withdraw@1.1|))"
        del suite["tests"][0]["id"]  # it is that of the content
        (self.dir / "hidden.json").write_text(json.dumps(suite))
        done = run(CATENARY, "convert", "hidden.json", "--to", "ttcn3", "-o",
                   "titan", cwd=self.dir)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("TTCN-3 has no way to write 'exists'", done.stderr)
        self.assertFalse((self.dir / "titan" / "CatenaryTests.ttcn").exists())


if __name__ == "__main__":
    CATENARY, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if shutil.which("ttcn3_compiler") is None:
        print("no Eclipse Titan here")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
