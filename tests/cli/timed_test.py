#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timed models from the command line: suites, runs, logs, on-line testing,
mutants, and what is told about every kind of mistake.

Usage: timed_test.py CATENARY SOURCE_DIRECTORY
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
SOURCE = pathlib.Path()
# A coin of 5 or more is answered by a cup within 3; a smaller one comes back
# within 2. Key is a second input, which changes nothing.
MODEL = """timed system Kiosk {
@composite:
  statemachine Machine {
  @public:
    port input Coin(int);
    port input Key;
    port output Cup;
    port output Back(int);
  @private:
    var int sum;
    var clock urational x;
  @region:
    state<start> Idle {
      @init { sum := 0; }
      transition pay --> Busy { input Coin(sum); guard (sum > 0); x := 0; }
    }
    state Busy {
      transition serve --> Idle { guard (sum >= 5 && x <= 3); output Cup; }
      transition refund --> Idle { guard (sum < 5 && x <= 2); output Back(sum); }
      transition touch --> Busy { input Key; }
    }
    state Cellar {
      transition lost --> Idle { output Cup; }
    }
  @com:
    connect<env> { input Coin; input Key; output Cup; output Back; }
  }
}
"""


def schema_says(name, document):
    """The faults of a document, where there is a validator."""
    try:
        import jsonschema
    except ImportError:
        return []
    path = SOURCE / "docs" / "schema" / f"{name}.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(path.read_text()))
    return [e.message for e in validator.iter_errors(document)]


class Timed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.put("m.xlia", MODEL)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text, encoding="utf-8")

    def call(self, *arguments, exit_code=0):
        done = subprocess.run([CATENARY, *arguments], cwd=self.dir,
                              capture_output=True, text=True, timeout=120,
                              errors="replace", check=False)
        self.assertEqual(done.returncode, exit_code,
                         (arguments, done.stdout, done.stderr))
        return done

    def fails(self, text, *arguments):
        done = self.call(*arguments, exit_code=2)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")
        return done

    @staticmethod
    def direct(suite):
        """A test whose purpose the model follows when it answers at once."""
        return next(t for t in suite["tests"]
                    if "touch" not in " ".join(t["goals"]))

    def document(self, schema, *arguments, exit_code=0):
        done = self.call(*arguments, "--json", exit_code=exit_code)
        document = json.loads(done.stdout)
        self.assertEqual(schema_says(schema, document), [])
        return document

    def suite(self, *options):
        self.call("generate", "m.xlia", "-o", "s.json", "--force", *options)
        return json.loads((self.dir / "s.json").read_text())

    # check

    def test_check_tells_what_is_reached_and_what_never_is(self):
        document = self.document("check", "check", "m.xlia")
        status = {g["id"]: g["status"] for g in document["goals"]}
        self.assertEqual(status["Busy"], "covered")
        self.assertEqual(status["Busy.refund"], "covered")
        self.assertEqual(status["Cellar"], "unreachable")
        self.assertEqual(status["Cellar.lost"], "unreachable")
        self.assertEqual(document["summary"]["transitions"],
                         {"all": 5, "reached": 4, "unreachable": 1,
                          "undecided": 0})
        text = self.call("check", "m.xlia").stdout
        self.assertIn("never      Cellar.lost", text)
        self.assertIn("x: clock, urational", text)

    def test_check_of_a_suite_finds_nothing_and_then_what_was_broken(self):
        self.suite("--path", "pay,serve")
        document = self.document("check", "check", "s.json")
        self.assertEqual(document["summary"]["faulty"], 0)
        self.assertEqual(document["summary"]["trees"], 1)
        # Without the guard of one observation two of them overlap.
        suite = json.loads((self.dir / "s.json").read_text())
        for t in suite["tests"][0]["transitions"]:
            if t.get("rule") == "R9":
                t["guard"] = "true"
        suite["tests"][0]["id"] = self.id_of(suite)
        self.put("broken.json", json.dumps(suite))
        document = self.document("check", "check", "broken.json", exit_code=1)
        self.assertEqual(document["summary"]["faulty"], 1)
        self.assertEqual(document["findings"][0]["code"], "tree-violation")

    def id_of(self, suite):
        """Asks Catenary: a wrong id names the right one."""
        self.put("broken.json", json.dumps(suite))
        done = self.call("check", "broken.json", exit_code=2)
        found = [w for w in done.stderr.replace("'", " ").replace('"', " ")
                 .split() if len(w.strip(",.;")) == 64]
        ids = [w.strip(",.;") for w in found]
        old = suite["tests"][0]["id"]
        return next(i for i in ids if i != old)

    # generate

    def test_transitions_are_covered_after_a_replay(self):
        document = self.document("generate", "generate", "m.xlia", "-o",
                                 "s.json")
        status = {g["id"]: (g["status"], g["trust"]) for g in document["goals"]}
        self.assertEqual(status["Idle.pay"], ("covered", "replayed"))
        self.assertEqual(status["Busy.refund"], ("covered", "replayed"))
        self.assertEqual(status["Cellar.lost"], ("unreachable", "proved"))
        self.assertEqual(document["method"], "path")
        for test in document["tests"]:
            self.assertEqual(test["kind"], "tree")
            self.assertGreaterEqual(test["length"], 2)
        suite = json.loads((self.dir / "s.json").read_text())
        self.assertEqual(schema_says("suite", suite), [])
        self.assertEqual(suite["signature"]["time_unit"], "100ms")

    def test_what_the_parts_of_a_generation_took(self):
        """'lost' is never taken, which random runs are to contradict."""
        document = self.document("generate", "generate", "m.xlia", "--stats",
                                 "-o", "stats.json")
        stats = document["stats"]
        for part in ("compile", "explore", "chain", "challenge"):
            self.assertGreater(stats[part + "_seconds"], 0.0001, part)
        self.assertLess(sum(v for k, v in stats.items()
                            if k.endswith("_seconds")),
                        document["summary"]["seconds"] + 0.001)

    def test_each_way_to_say_what_is_wanted(self):
        for options, goals, tests in (
                (["--path", "pay,serve"], 1, 1),
                (["--path", "pay,serve", "--path", "pay,refund"], 2, 2),
                (["--path", "Idle.pay,Busy.touch,refund"], 1, 1),
                (["--through", "touch,refund"], 1, 1),
                (["--cover", "states"], 3, 1),
                (["--cover", "pairs"], None, None),
                (["--cover", "depth:3"], None, None),
                (["--method", "chain"], 5, None),
                (["--method", "chain", "--cover", "states"], 3, 1),
                (["--method", "chain", "--cover", "pairs"], None, None)):
            with self.subTest(options):
                summary = self.document("generate", "generate", "m.xlia",
                                        *options)["summary"]
                if goals is not None:
                    self.assertEqual(summary["goals"], goals)
                if tests is not None:
                    self.assertEqual(summary["tests"], tests)
                self.assertEqual(summary["undecided"], 0)

    def test_a_search_for_chains_at_its_limit_leaves_tests(self):
        """Two ends, each after 15 and more: no single chain has both, and
        the search for one has no end."""
        self.put("ends.xlia", """timed system Ends {
@composite:
  statemachine Machine {
  @public:
    port input Coin(urational);
    port output One;
    port output Two;
  @private:
    var urational sum;
    var urational x;
  @region:
    state<start> Idle {
      @init { sum := 0; }
      transition pay --> Idle { input Coin(x); guard (1 <= x <= 10);
                                sum := sum + x; }
      transition one --> End { guard (sum >= 15); output One; }
      transition two --> Stop { guard (sum >= 15); output Two; }
    }
    state<terminal> End;
    state<terminal> Stop;
  @com:
    connect<env> { input Coin; output One; output Two; }
  }
}
""")
        summary = self.document(
            "generate", "generate", "ends.xlia", "--method", "chain",
            "--cover", "pairs", "--work", "400")["summary"]
        self.assertEqual((summary["covered"], summary["undecided"]), (3, 0))
        self.assertLessEqual(summary["bound"]["lower"],
                             summary["total_steps"])

    def test_the_same_bytes_again(self):
        first = self.suite("--cover", "pairs", "--seed", "7")
        self.assertEqual(first, self.suite("--cover", "pairs", "--seed", "7"))

    def test_typing_errors_make_no_other_test(self):
        for text, options in (
                ("no transition 'serv'; did you mean 'serve'?",
                 ["--path", "pay,serv"]),
                ("expected names of transitions", ["--path", "pay,,serve"]),
                ("no transition 'retund'; did you mean 'refund'?",
                 ["--through", "retund"]),
                ("no channel 'Kye'; did you mean 'Key'?",
                 ["--uncontrollable", "Kye"]),
                ("'Cup' is an output", ["--uncontrollable", "Cup"]),
                ("no state 'Bsuy'; did you mean 'Busy'?",
                 ["--quiescence", "Bsuy=3"]),
                ("expected a number", ["--tm", "soon"]),
                ("expected one of", ["--cover", "transitons"]),
                ("'branch' is for step programs", ["--cover", "branch"]),
                ("--run-length is not supported for timed models", ["--run-length", "4"]),
                ("--method single is not supported", ["--method", "single"]),
                ("--method chain takes one of --cover", ["--method", "chain", "--cover",
                                          "depth:3"]),
                ("--method chain takes one of --cover", ["--method", "chain", "--path",
                                          "pay,serve"])):
            with self.subTest(text):
                self.fails(text, "generate", "m.xlia", "-o", "s.json", *options)
                self.assertFalse((self.dir / "s.json").exists())

    def test_purposes_that_cannot_be(self):
        for text, options in (
                ("m.xlia:15:", ["--path", "pay"]),  # ends in an input
                ("m.xlia:18:", ["--path", "serve"]),  # leaves another state
                ("Cellar", ["--through", "lost"])):
            with self.subTest(options):
                self.fails(text, "generate", "m.xlia", "-o", "s.json", *options)
                self.assertFalse((self.dir / "s.json").exists())
        self.put("m.xlia", MODEL.replace("sum >= 5 &&", "sum < 0 &&"))
        done = self.fails("m.xlia:18:", "generate", "m.xlia", "--path",
                          "pay,serve")
        self.assertIn("sum < 0", done.stderr)

    def test_options_of_timed_models_mean_nothing_for_programs(self):
        self.put("p.c", "int x, y;\nvoid step(void) { y = x > 3; }\n")
        for name, value in (("--path", "a"), ("--through", "a"), ("--tm", "3"),
                            ("--unit", "1s"), ("--cover", "pairs"),
                            ("--method", "path"), ("--uncontrollable", "a")):
            self.fails(name, "generate", "p.c", name, value)

    def test_existing_files_stay(self):
        self.put("s.json", "mine")
        self.fails("s.json", "generate", "m.xlia", "-o", "s.json")
        self.assertEqual((self.dir / "s.json").read_text(), "mine")

    def test_models_that_are_none(self):
        for text in ("", "timed", MODEL[:300], MODEL[:-20], "\0\1\2",
                     MODEL.replace("guard", "gaurd")):
            self.put("bad.xlia", text)
            for command in ("check", "generate"):
                self.fails("bad.xlia:", command, "bad.xlia")
        self.fails("none.xlia: error: no such file", "generate", "none.xlia")

    def test_time_ends(self):
        done = self.document("generate", "generate", "m.xlia", "--timeout",
                             "1ms", exit_code=4)
        self.assertGreater(done["summary"]["undecided"], 0)
        for goal in done["goals"]:
            self.assertTrue(goal["reason"])

    def test_ctrl_c_writes_what_is_there(self):
        process = subprocess.Popen(
            [CATENARY, "generate", "m.xlia", "--cover", "depth:40", "-o",
             "s.json"], cwd=self.dir, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        suite = json.loads((self.dir / "s.json").read_text())
        self.assertEqual(suite["schema"], "catenary-suite-1")

    # run

    def test_a_model_passes_its_own_tests(self):
        self.suite("--cover", "pairs")
        for policy in ("minimal", "latest", "boundary", "random"):
            # Where it answers before Key is sent, the purpose is missed.
            done = self.document("run", "run", "s.json", "--sut",
                                 "model:m.xlia", "--policy", policy, "-o",
                                 "r.json", "--force", exit_code=5)
            self.assertEqual(done["summary"]["fail"], 0, done)
            self.assertEqual(done["summary"]["error"], 0, done)
            self.assertGreater(done["summary"]["pass"], 0, done)
            for test in done["tests"]:
                self.assertIn(test["code"], ("PASS", "INC_out"), done)
            results = json.loads((self.dir / "r.json").read_text())
            self.assertEqual(schema_says("results", results), [])

    def test_a_faulty_model_fails_with_the_reason(self):
        self.suite("--path", "pay,refund")
        self.put("late.xlia", MODEL.replace("x <= 2", "x <= 2 && x >= 9"))
        done = self.call("run", "s.json", "--sut", "model:late.xlia",
                         exit_code=1)
        self.assertIn("FAIL_dur", done.stdout)
        self.put("wrong.xlia", MODEL.replace("Back(sum)", "Back(sum + 1)"))
        done = self.call("run", "s.json", "--sut", "model:wrong.xlia",
                         exit_code=1)
        self.assertIn("FAIL_out", done.stdout)
        self.assertRegex(done.stdout, r"Back .*received \(2\)")

    def test_failures_are_explained_from_results(self):
        suite = self.suite("--path", "pay,refund", "--path", "pay,serve")
        self.put("wrong.xlia", MODEL.replace("Back(sum)", "Back(sum + 1)"))
        self.call("run", "s.json", "--sut", "model:wrong.xlia", "-o",
                  "r.json", exit_code=1)
        text = self.call("trace", "r.json", exit_code=1).stdout
        self.assertIn("diagnosis 1: FAIL_out, in the test of path1", text)
        self.assertRegex(text, r"observed  Back\(\d+\) after \d")
        self.assertRegex(text, r"allowed   Back\(\d+\) after \[0, 2\]")
        self.assertIn("because   in state ec1, after 1 step of the purpose: "
                      "R9: ", text)
        self.assertRegex(text, r"received Back\(\d+\)")
        document = self.document("trace", "trace", "r.json", exit_code=1)
        explained = {t["id"]: t["diagnoses"] for t in document["tests"]}
        self.assertEqual(sorted(map(len, explained.values())), [0, 1])
        [diagnosis] = explained[suite["tests"][0]["id"]]
        self.assertEqual(diagnosis["contracts"], ["path1"])
        self.assertEqual(diagnosis["code"], "FAIL_out")
        self.assertEqual([e["kind"] for e in diagnosis["execution"]],
                         ["sent", "received"])

    def test_nothing_is_explained_where_nothing_failed(self):
        self.suite("--path", "pay,serve")
        self.call("run", "s.json", "--sut", "model:m.xlia", "-o", "r.json")
        self.assertEqual(self.call("trace", "r.json").stdout,
                         "no failure to explain\n")
        # Without its suite nobody knows what was tested.
        (self.dir / "s.json").unlink()
        self.fails("s.json: error: no such file", "trace", "r.json")

    def test_failures_on_line_are_explained_too(self):
        self.put("wrong.xlia", MODEL.replace("Back(sum)", "Back(sum + 1)"))
        self.call("run", "--online", "m.xlia", "--sut", "model:wrong.xlia",
                  "--for", "300steps", "-o", "r.json", exit_code=1)
        text = self.call("trace", "r.json", exit_code=1).stdout
        self.assertIn("diagnosis 1: FAIL_out\n    an output that is not "
                      "specified: Back(", text)
        self.document("trace", "trace", "r.json", exit_code=1)

    def test_a_log_is_judged_again(self):
        self.suite("--path", "pay,serve")
        self.call("run", "s.json", "--sut", "model:m.xlia", "--log", "l.jsonl")
        done = self.document("run", "run", "s.json", "--sut", "trace:l.jsonl")
        self.assertEqual(done["summary"]["pass"], 1, done)
        self.put("bad.jsonl", "{\"t\": \n")
        done = self.call("run", "s.json", "--sut", "trace:bad.jsonl",
                         exit_code=3)
        self.assertIn("bad.jsonl", done.stdout)
        self.fails("l.jsonl", "run", "s.json", "--sut", "model:m.xlia",
                   "--log", "l.jsonl")

    def test_a_log_is_of_one_test(self):
        suite = self.suite("--cover", "pairs")
        self.assertGreater(len(suite["tests"]), 1)
        self.fails("--test ID", "run", "s.json", "--sut", "model:m.xlia",
                   "--log", "l.jsonl")
        done = self.document("run", "run", "s.json", "--sut", "model:m.xlia",
                             "--log", "l.jsonl", "--test",
                             self.direct(suite)["id"][:12])
        self.assertEqual(len(done["tests"]), 1)
        self.fails("no test has the name", "run", "s.json", "--sut",
                   "model:m.xlia", "--test", "x")

    def test_systems_that_die_or_are_mute(self):
        self.suite("--path", "pay,serve")
        for command, text in (("exec:false", "error"),
                              ("exec:./none", "error"),
                              ("exec:echo hello", "error"),
                              ("exec:sleep 60", "error"),
                              ("tcp:127.0.0.1:1", "error")):
            with self.subTest(command):
                done = self.call("run", "s.json", "--sut", command,
                                 "--step-timeout", "100ms", exit_code=3)
                self.assertIn(text, done.stdout)
                self.assertIn("1 error", done.stdout)

    def test_options_that_do_not_fit(self):
        self.suite("--path", "pay,serve")
        for text, options in (
                ("virtual", ["--sut", "model:m.xlia", "--clock", "real"]),
                ("native:", ["--sut", "native:x.so"]),
                ("--for", ["--sut", "model:m.xlia", "--for", "3s"]),
                ("--mutate", ["--sut", "exec:./x", "--mutate", "all"]),
                ("expected", ["--sut", "model:m.xlia", "--mutate", "some"])):
            with self.subTest(options):
                self.fails(text.split()[0], "run", "s.json", *options)
        self.fails("this is a model", "run", "m.xlia", "--sut", "model:m.xlia")

    def test_mutants_are_counted(self):
        self.suite("--cover", "pairs")
        done = self.call("run", "s.json", "--sut", "model:m.xlia", "--mutate",
                         "20", "--json")
        document = json.loads(done.stdout)
        self.assertEqual(schema_says("mutation", document), [])
        summary = document["summary"]
        self.assertGreaterEqual(summary["killed"], 10, summary)
        self.assertEqual(summary["mutants"], 20, summary)
        self.assertEqual(summary["broken"], 0, document)
        text = self.call("run", "s.json", "--sut", "model:m.xlia", "--mutate",
                         "5", "--seed", "9").stdout
        self.assertIn("killed", text)

    # on-line

    def test_online_passes_on_the_model_and_its_log_is_judged_alike(self):
        options = ["--sut", "model:m.xlia", "--for", "60steps", "--seed", "3"]
        first = self.document("run", "run", "--online", "m.xlia", *options,
                              "--log", "a.jsonl")
        self.assertEqual(first["summary"]["pass"], 1, first)
        self.document("run", "run", "--online", "m.xlia", *options, "--log",
                      "b.jsonl")
        self.assertEqual((self.dir / "a.jsonl").read_text(),
                         (self.dir / "b.jsonl").read_text())
        again = self.document("run", "run", "--online", "m.xlia", "--sut",
                              "trace:a.jsonl")
        self.assertEqual(again["summary"]["pass"], 1, again)

    def test_online_finds_faults(self):
        for name, text, code in (
                ("wrong", MODEL.replace("Back(sum)", "Back(sum + 1)"),
                 "FAIL_out"),
                ("mute", MODEL.replace("x <= 3", "x <= 3 && sum > 1000"),
                 "FAIL_dur")):
            with self.subTest(name):
                self.put("f.xlia", text)
                done = self.document("run", "run", "--online", "m.xlia",
                                     "--sut", "model:f.xlia", "--for",
                                     "300steps", "--log", name + ".jsonl",
                                     exit_code=1)
                self.assertEqual(done["tests"][0]["code"], code, done)
                self.assertTrue(done["tests"][0]["reason"])
                again = self.document("run", "run", "--online", "m.xlia",
                                      "--sut", f"trace:{name}.jsonl",
                                      exit_code=1)
                self.assertEqual(again["tests"][0]["code"], code, again)

    def test_online_mistakes(self):
        for text, options in (
                ("--for", ["--sut", "model:m.xlia", "--for", "soon"]),
                ("--policy is not supported", ["--sut", "model:m.xlia",
                                            "--policy", "latest"])):
            self.fails(text, "run", "--online", "m.xlia", *options)
        self.suite("--path", "pay,serve")
        self.fails("not a timed model", "run", "--online", "s.json", "--sut",
                   "model:m.xlia")

    # convert

    def test_models_and_suites_in_other_forms(self):
        self.suite("--path", "pay,serve", "--path", "pay,refund")
        self.call("convert", "m.xlia", "--to", "xlia", "-o", "n.xlia")
        self.assertEqual(
            self.document("check", "check", "n.xlia")["goals"].__len__(), 8)
        self.call("convert", "n.xlia", "--to", "xlia", "-o", "o.xlia")
        self.assertEqual((self.dir / "n.xlia").read_text(),
                         (self.dir / "o.xlia").read_text())
        for source in ("m.xlia", "s.json"):
            dot = self.call("convert", source, "--to", "dot").stdout
            self.assertTrue(dot.startswith("digraph"), dot)
            if shutil.which("dot"):
                subprocess.run(["dot", "-Tsvg"], input=dot, text=True,
                               check=True, stdout=subprocess.DEVNULL)
            self.assertIn("@startuml", self.call("convert", source, "--to",
                                                 "plantuml").stdout)
        smtlib = self.call("convert", "s.json", "--to", "smtlib").stdout
        self.assertIn("(declare-", smtlib)
        self.assertIn("FAIL_out", self.call("convert", "s.json", "--to",
                                            "xlia").stdout)
        one = json.loads((self.dir / "s.json").read_text())["tests"][0]["id"]
        both = self.call("convert", "s.json", "--to", "dot").stdout
        single = self.call("convert", "s.json", "--to", "dot", "--test",
                           one[:12]).stdout
        self.assertLess(len(single), len(both))
        self.fails("no test has the name", "convert", "s.json", "--to", "dot",
                   "--test", "x")
        self.fails("not made from a timed model", "convert", "m.xlia", "--to",
                   "csv")


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop(2))
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
