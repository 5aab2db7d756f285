#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of requirement interfaces from the command line: made, run, traced.

Usage: contract_tests_test.py CATENARY CC SOURCE_DIRECTORY
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
COMPILER = ""
SOURCE = pathlib.Path()

# A buffer that can be told how many places it has and what it draws.
SUT = """import json, sys
places, draws = int(sys.argv[1]), int(sys.argv[2])
items = None
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"hello": {"protocol": 1, "name": "buffer"}}
    elif "reset" in message:
        items, answer = None, {"reset": {}}
    else:
        enq, deq = (message["in"][name] for name in ("enq", "deq"))
        if items is None:
            items = 0
        elif enq and not deq:
            items = min(items + 1, places)
        elif deq and not enq:
            items = max(items - 1, 0)
        answer = {"out": {"E": items == 0, "F": items == places,
                          "pc": draws if enq or deq else 0}}
        if draws > 2:
            answer["out"]["pc"] = draws
    print(json.dumps(answer), flush=True)
"""

# Nothing is asked of the system while x is true.
LAX = """interface lax
input x : bool
output o : bool
view v
  req r "Without x there is no o."
    always c: when not x' then not o'
purpose p: o'
"""

# The system may keep away from two.
CHOICE = """interface choice
input go : bool
output n : int 0..3
view v
  req r1 "It starts at zero."
    init a: n' = 0
  req r2 "It goes up by one or two when told to, and else it stays."
    step b: when go' then n' <= n + 2 and (n' > n or n' = 3)
    step c: when not go' then n' = n
purpose two: n' = 2
purpose some: n' > 0
purpose end: n' = 3
"""

# Where there is room is up to the system: a test has to look.
SORTER = """interface sorter
enum Lane = LEFT, RIGHT
input lane : Lane
output free : Lane
output sorted : int 0..2
view belt
  req B-1 "At first nothing is sorted."
    init b1: sorted' = 0
  req B-2 "A parcel that is put where there is room is sorted; another falls off."
    step b2: when lane' = free and sorted < 2 then sorted' = sorted + 1
    step b3: when lane' != free then sorted' = sorted
purpose all: sorted' = 2
"""

# Offers the lanes that its first argument names, one after the other; "stuck":
# sorts nothing on the right.
BELT = """import json, sys
offers, stuck = sys.argv[1].split(","), "stuck" in sys.argv
at = None
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"hello": {"protocol": 1, "name": "belt"}}
    elif "reset" in message:
        at, done, answer = 0, 0, {"reset": {}}
    else:
        lane = message["in"]["lane"]
        if at > 0 and lane == offers[at - 1] and done < 2:
            done += not (stuck and lane == "RIGHT")
        answer = {"out": {"free": offers[at], "sorted": int(done)}}
        at += 1
    print(json.dumps(answer), flush=True)
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


class ContractTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        text = (SOURCE / "examples/buffer/buffer.req").read_text()
        self.put("buffer.req", text)
        self.put("sut.py", SUT)
        self.put("lax.req", LAX)
        self.put("choice.req", CHOICE)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text, encoding="utf-8")

    def call(self, *arguments, code=0):
        done = subprocess.run([CATENARY, *map(str, arguments)], cwd=self.dir,
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def document(self, schema, *arguments, code=0):
        document = json.loads(self.call(*arguments, "--json", code=code).stdout)
        self.assertEqual(schema_says(schema, document), [])
        return document

    def suite(self, model, *options, code=0, name="s.json"):
        self.document("generate", "generate", model, "-o", name, "--force",
                      *options, code=code)
        suite = json.loads((self.dir / name).read_text())
        self.assertEqual(schema_says("suite", suite), [])
        return suite

    def goals(self, suite):
        return {g["id"]: g for g in suite["goals"]}

    def steps(self, suite, goal):
        """All steps of the test of a goal, with those it shares."""
        known = suite.get("prefixes", [])
        (test,) = [t for t in suite["tests"] if goal in t["goals"]]
        out = test["steps"]
        while "after" in test:
            test = known[test["after"]]
            out = test["steps"] + out
        return out

    def run_on(self, sut, *options, code=0):
        results = self.document("run", "run", "s.json", "--sut", sut, "-o",
                                "r.json", "--force", *options, code=code)
        written = json.loads((self.dir / "r.json").read_text())
        self.assertEqual(schema_says("results", written), [])
        return written["tests"]

    def python(self, places, draws):
        return f"exec:{sys.executable} sut.py {places} {draws}"

    # The buffer of the paper.

    def test_the_buffer_becomes_full_in_three_steps(self):
        suite = self.suite("buffer.req")
        goals = self.goals(suite)
        self.assertEqual(goals["full"]["status"], "covered")
        self.assertEqual(goals["full"]["trust"], "replayed")
        self.assertEqual(goals["full"]["depth"], 3)
        self.assertIn("a shortest test, inputs chosen by view beh; guaranteed",
                      goals["full"]["reason"])
        self.assertEqual(goals["both"]["status"], "unreachable")
        self.assertEqual(goals["both"]["trust"], "proved")
        self.assertEqual(suite["certificates"][0]["goals"], ["both"])
        steps = self.steps(suite, "full")
        put = {"enq": True, "deq": False}
        self.assertEqual([s.get("inputs", {}) for s in steps], [{}, put, put])
        self.assertEqual(
            [(s["expect"]["E"], s["expect"]["F"]) for s in steps],
            [(True, False), (False, False), (False, True)])
        self.assertEqual([s["expect"]["pc"] for s in steps[1:]],
                         [{"interval": [0, 2]}] * 2)
        # What is drawn at first depends on what is filled in.
        first = steps[0]["expect"]["pc"]["smtlib"]
        for name in ("enq", "deq", "pc"):
            self.assertIn(name, first)
        for name in ("E", "F"):
            self.assertNotIn(name, first)

    def test_one_view_expects_less(self):
        both = self.suite("buffer.req")
        beh = self.suite("buffer.req", "--view", "beh")
        for step, more in zip(self.steps(beh, "full"),
                              self.steps(both, "full")):
            self.assertEqual(step["expect"]["E"], more["expect"]["E"])
            self.assertEqual(step["expect"]["F"], more["expect"]["F"])
            # Nothing but its range.
            self.assertEqual(step["expect"]["pc"], {"interval": [0, 5]})
        self.assertEqual(beh["options"]["view"], "beh")

    def test_three_places_fail_at_the_third_step(self):
        for views in ([], ["--view", "beh"]):
            suite = self.suite("buffer.req", *views)
            (full,) = [t["id"] for t in suite["tests"] if "full" in t["goals"]]
            (result,) = self.run_on(self.python(3, 1), "--test", full, code=1)
            self.assertEqual(result["verdict"], "fail")
            self.assertEqual(result["step"], 3)
            (violation,) = result["violations"]
            self.assertEqual((violation["signal"], violation["step"]), ("F", 3))
            self.assertEqual(result["requirements"], ["r1", "r3", "r4"])
            self.assertIn("may violate r1 and r3, or r4", result["reason"])

    def diagnoses(self, *options):
        document = self.document("trace", "trace", "r.json", *options, code=1)
        (test,) = [t for t in document["tests"] if t["diagnoses"]]
        return [(d["requirements"],
                 [step["hidden"]["k"] for step in d["execution"]],
                 d["step"], d["latent"]) for d in test["diagnoses"]]

    def test_the_diagnoses_of_three_places(self):
        for views in ([], ["--view", "beh"]):
            self.suite("buffer.req", *views)
            self.run_on(self.python(3, 1), code=1)
            shown = [(["r1", "r3"], [0, 1, 0], 3, False),
                     (["r4"], [0, 1, 2], 3, False)]
            self.assertEqual(self.diagnoses(), shown)
            every = self.diagnoses("--all")
            self.assertEqual(every[:2], shown)
            self.assertEqual(every[2:], [(["r1"], [0, 1, 1], 3, False)])
            # Nothing of the last step blames what the paper excludes.
            for requirements, _, _, _ in every:
                self.assertFalse({"r0", "r2", "r5"} & set(requirements))
            latent = self.diagnoses("--latent")
            self.assertEqual(latent[:2], shown)
            self.assertTrue(latent[2:])
            for _, _, step, is_latent in latent[2:]:
                self.assertTrue(is_latent)
                self.assertLess(step, 3)
            self.assertEqual({d[2] for d in latent[2:]}, {2})

    def test_a_diagnosis_leads_to_texts_and_views(self):
        self.suite("buffer.req")
        self.run_on(self.python(3, 1), code=1)
        document = self.document("trace", "trace", "r.json", code=1)
        (test,) = [t for t in document["tests"] if t["diagnoses"]]
        self.assertEqual(test["diagnoses"][0]["contracts"], ["c1", "c3"])
        second = test["diagnoses"][1]
        self.assertEqual(second["contracts"], ["c4"])
        self.assertEqual(second["code"], "expectation-violated")
        self.assertEqual(second["culprits"], [
            {"contract": "c4", "requirement": "r4",
             "text": "F is lit while the buffer has no room.",
             "view": "beh", "from": "BUF-21"}])
        text = self.call("trace", "r.json", code=1).stdout
        self.assertIn("diagnosis 2: violates r4 through c4\n", text)
        self.assertIn("    r4 (view beh, BUF-21): F is lit while the buffer "
                      "has no room.\n", text)
        self.assertIn("hidden: k=2", text)

    def test_the_power_view_sees_what_is_drawn(self):
        self.suite("buffer.req")
        results = self.run_on(self.python(2, 3), code=1)
        self.assertEqual(results[0]["step"], 1)
        self.assertIn("ra", results[0]["requirements"])
        document = self.document("trace", "trace", "r.json", "--all", code=1)
        for test in document["tests"]:
            self.assertIn(["ra"], [d["requirements"]
                                   for d in test["diagnoses"]])
        # The other view does not care, as long as it is within its range.
        self.suite("buffer.req", "--view", "beh")
        for result in self.run_on(self.python(2, 3)):
            self.assertEqual(result["verdict"], "pass")

    def test_a_range_is_a_culprit(self):
        self.suite("buffer.req", "--view", "beh")
        self.run_on(self.python(2, 6), code=1)
        document = self.document("trace", "trace", "r.json", "--all", code=1)
        (alone,) = [d for d in document["tests"][0]["diagnoses"]
                    if d["contracts"] == ["range of pc"]]
        self.assertEqual(alone["requirements"], [])
        self.assertEqual(alone["culprits"][0]["requirement"], "")
        self.assertIn("violates range of pc\n",
                      self.call("trace", "r.json", "--all", code=1).stdout)

    def test_the_c_buffers(self):
        self.suite("buffer.req")
        for places, code in (("2", 0), ("3", 1)):
            folder = SOURCE / "examples/buffer"
            subprocess.run(
                [COMPILER, "-shared", "-fPIC", "-fvisibility=hidden",
                 f"-DPLACES={places}", f"-I{SOURCE / 'include'}", "-o",
                 str(self.dir / f"lib{places}.so"),
                 str(folder / "buffer_adapter.c"), str(folder / "buffer.c")],
                check=True)
            self.run_on(f"native:./lib{places}.so", code=code)

    # Simulated systems.

    def test_conforming_systems_pass(self):
        for model in ("buffer.req", "choice.req"):
            self.suite(model, "--cover", "contracts,assumptions,pairs,"
                       "boundaries", "--trigger", "none", "--min-coverage", "0")
            self.run_on(f"model:{model}")
            for seed in range(1, 6):
                self.run_on(f"model:{model}", "--policy", "random", "--seed",
                            seed)

    def test_a_test_that_expects_nothing(self):
        self.suite("lax.req", "--trigger", "none")
        (result,) = self.run_on("model:lax.req", code=5)
        self.assertEqual(result["code"], "nothing-checked")

    def test_a_larger_interface_fails_as_a_system(self):
        self.suite("buffer.req")
        text = (self.dir / "buffer.req").read_text()
        self.put("three.req", text.replace("const N = 2", "const N = 3"))
        results = self.run_on("model:three.req", code=1)
        self.assertEqual({r["verdict"] for r in results}, {"pass", "fail"})

    # What guides the search.

    def test_cooperation_is_told_from_a_guarantee(self):
        goals = self.goals(self.suite("choice.req"))
        self.assertIn("; cooperative: a conforming system may go another way",
                      goals["two"]["reason"])
        self.assertIn("; guaranteed: every conforming system reaches it",
                      goals["some"]["reason"])
        # Two steps may do, but three are sure to.
        self.assertEqual(goals["end"]["depth"], 3)
        self.assertIn("longer than one of 3 steps that would not be "
                      "guaranteed; guaranteed:", goals["end"]["reason"])

    def test_an_adaptive_test_goes_where_the_system_does(self):
        self.put("sorter.req", SORTER)
        self.put("belt.py", BELT)
        suite = self.suite("sorter.req")
        self.assertEqual(suite["tests"][0]["kind"], "tree")
        self.assertIn("the test looks at the outputs",
                      self.goals(suite)["all"]["reason"])
        ways = set()
        for offers in ("LEFT,LEFT,LEFT", "LEFT,RIGHT,LEFT", "RIGHT,LEFT,LEFT",
                       "RIGHT,RIGHT,RIGHT"):
            (result,) = self.run_on(f"exec:{sys.executable} belt.py {offers}")
            self.assertEqual(result["verdict"], "pass")
            ways.add(tuple(result["path"]))
        self.assertEqual(len(ways), 4)

    def test_a_failure_of_an_adaptive_test_is_explained(self):
        self.put("sorter.req", SORTER)
        self.put("belt.py", BELT)
        self.suite("sorter.req")
        self.run_on(f"exec:{sys.executable} belt.py LEFT,RIGHT,LEFT stuck",
                    code=1)
        traced = self.document("trace", "trace", "r.json", code=1)
        diagnosis = traced["tests"][0]["diagnoses"][0]
        self.assertEqual(diagnosis["requirements"], ["B-2"])
        # The inputs are those that were sent, in the order of the run.
        free = [step["outputs"]["free"] for step in diagnosis["execution"]]
        lanes = [step["inputs"]["lane"] for step in diagnosis["execution"]]
        self.assertEqual(lanes[1:], free[:-1])

    def test_what_is_no_way_of_an_adaptive_test(self):
        self.put("sorter.req", SORTER)
        self.put("belt.py", BELT)
        self.suite("sorter.req")
        self.run_on(f"exec:{sys.executable} belt.py LEFT,RIGHT,LEFT stuck",
                    code=1)
        results = (self.dir / "r.json").read_text()
        path = json.loads(results)["tests"][0]["path"]
        for wrong in ([0, 0], [1], [], [0, 99]):
            self.put("w.json", results.replace(
                f'"path": {json.dumps(path)}', f'"path": {json.dumps(wrong)}'))
            self.refused("is not a path of that test", "trace", "w.json")

    def test_adaptive_tests_in_other_forms(self):
        self.put("sorter.req", SORTER + "purpose none: sorted' = 0\n")
        self.suite("sorter.req")
        done = self.call("convert", "s.json", "--to", "csv")
        self.assertIn("1 test left out", done.stderr)
        self.assertEqual(done.stdout.count("linear"), 2)
        for form in ("dot", "plantuml"):
            drawn = self.call("convert", "s.json", "--to", form).stdout
            self.assertIn("expected: sorted = 2", drawn)
            self.assertIn("free = RIGHT", drawn)
        self.put("sorter.req", SORTER)
        self.suite("sorter.req")
        self.refused("every test of the suite reacts", "convert", "s.json",
                     "--to", "csv")

    def test_equal_adaptive_tests_are_one(self):
        self.put("sorter.req", SORTER + "purpose too: sorted' = 2\n")
        suite = self.suite("sorter.req")
        self.assertEqual([t["goals"] for t in suite["tests"]],
                         [["all", "too"]])

    def test_a_cooperative_test_where_an_adaptive_one_would_break_a_promise(
            self):
        self.put("lost.req", """interface lost
input press : bool
hidden h : bool
output o : bool
env e: h or not press'
view v
  req r "What is hidden stays, what is pressed is shown."
    step a: h' = h
    always b: o' = press'
purpose p: press' = h
""")
        goal = self.goals(self.suite("lost.req"))["p"]
        self.assertEqual(goal["status"], "covered")

    def test_mutants_of_adaptive_tests(self):
        self.put("sorter.req", SORTER)
        self.suite("sorter.req")
        report = self.document("mutation", "run", "s.json", "--sut",
                               "model:sorter.req", "--mutate", "all", code=1)
        self.assertGreater(report["summary"]["killed"], 0)
        more = self.suite("sorter.req", "--cover", "mutants")
        self.assertNotIn("undecided",
                         {g["status"] for g in more["goals"]})
        report = self.document("mutation", "run", "s.json", "--sut",
                               "model:sorter.req", "--mutate", "all")
        self.assertEqual(report["summary"]["survived"], 0)

    def test_steps_that_ask_for_nothing(self):
        goals = self.goals(self.suite("lax.req", name="any.json"))
        self.assertEqual(goals["p"]["status"], "excluded")
        self.assertIn("--trigger none", goals["p"]["reason"])
        goals = self.goals(self.suite("lax.req", "--trigger", "none"))
        self.assertEqual(goals["p"]["status"], "covered")

    def test_no_contract_has_an_assumption(self):
        self.put("free.req", "interface free\ninput x : bool\n"
                 "output y : bool\nview v\nreq r \"Y follows x.\"\n"
                 "  step c: y' <=> x'\npurpose p \"x is on\": x'\n")
        done = self.call("generate", "free.req", "--trigger", "each", code=2)
        self.assertIn("--trigger each", done.stderr)
        self.assertIn("expected --trigger none", done.stderr)

    def test_a_test_for_each_contract(self):
        suite = self.suite("buffer.req", "--trigger", "each")
        goals = self.goals(suite)
        self.assertEqual(suite["options"]["trigger"], "each")
        self.assertEqual(goals["full@c1"]["status"], "covered")
        self.assertEqual(goals["full@c1"]["requirements"], ["r1"])
        # Full and no longer filling: one step more.
        self.assertEqual(goals["full@c5"]["depth"], 4)
        self.assertEqual(goals["full@c2"]["status"], "unreachable")

    def test_written_assumptions_only(self):
        text = CHOICE.replace(
            "purpose", "  req r3 \"Always.\"\n    always d: n' <= 3\n"
                       "purpose idle: n' = 0 and not go'\npurpose", 1)
        text = text.replace("    step c: when not go' then n' = n\n", "")
        # d asks for something always, and b only when told to go.
        self.put("idle.req", text.replace("init a: n' = 0",
                                          "always a: when go' then n' = n'"))
        for trigger, status in (("any", "covered"), ("none", "covered"),
                                ("written", "excluded")):
            goals = self.goals(self.suite("idle.req", "--trigger", trigger,
                                          "--max-steps", "8"))
            self.assertEqual(goals["idle"]["status"], status, trigger)

    def test_bounds(self):
        goals = self.goals(self.suite("buffer.req", "--max-steps", "2",
                                      code=1))
        self.assertEqual(goals["full"]["status"], "not_within_bound")
        self.assertEqual(goals["full"]["depth"], 2)

    def test_criteria(self):
        text = (self.dir / "buffer.req").read_text()
        self.put("asks.req", text + "cover contracts for beh\n")
        asked = self.goals(self.suite("asks.req"))
        self.assertIn("c1.when", asked)
        self.assertNotIn("cb.when", asked)
        # The option takes the place of what the file asks for.
        given = self.goals(self.suite("asks.req", "--cover", "boundaries"))
        self.assertIn("pc.high", given)
        self.assertIn("full", given)
        self.assertNotIn("c1.when", given)
        self.assertEqual(given["pc.high"]["status"], "unreachable")

    def test_lost_purposes_are_repaired(self):
        data = os.environ.get("CATENARY_DATA", "")
        path = pathlib.Path(data) / "req" / "safing.req"
        if not data or not path.exists():
            self.skipTest("no published data")
        suite = self.suite(path)
        goals = self.goals(suite)
        self.assertEqual({g["status"] for g in goals.values()}, {"covered"})
        fire = goals["fire"]["reason"]
        self.assertIn("inputs chosen by view arming with modes added: lost on "
                      "the whole interface without", fire)
        self.assertNotIn("lost", goals["reach_destr"]["reason"])
        self.run_on(f"model:{path}")

    def test_purposes_may_look_back(self):
        text = (self.dir / "buffer.req").read_text()
        self.put("back.req", text +
                 "\npurpose again for beh: F' and once(E' and pre(once(F')))\n"
                 "purpose for_long for beh: historically(E', 3) and "
                 "pre(pre(pre(E')))\n"
                 "purpose never for beh: once(E' and F')\n")
        made = self.document("generate", "generate", "back.req", "-o", "b.json")
        status = {g["id"]: g["status"] for g in made["goals"]}
        self.assertEqual((status["again"], status["for_long"],
                          status["never"]),
                         ("covered", "covered", "unreachable"))
        suite = json.loads((self.dir / "b.json").read_text())
        lengths = {g: len(self.steps(suite, g)) for g in ("again", "for_long")}
        # Fill, drain and fill two places, and the step that starts.
        self.assertEqual(lengths, {"again": 7, "for_long": 4})
        # What purposes remember is asked of nobody.
        self.call("run", "b.json", "--sut", "model:back.req", "--policy",
                  "random")
        self.call("check", "buffer.req", "--refines", "back.req")
        self.call("check", "back.req", "--refines", "buffer.req")

    def test_the_same_again(self):
        first = self.suite("buffer.req", "--cover", "assumptions,pairs")
        again = self.suite("buffer.req", "--cover", "assumptions,pairs")
        self.assertEqual(first, again)

    # Mistakes.

    def refused(self, text, *arguments):
        done = self.call(*arguments, code=2)
        self.assertIn(text, done.stderr)
        self.assertNotIn("requirements are no program", done.stderr)

    def test_options_of_other_models(self):
        self.put("p.c", "int x; int y; void step(void) { if (x) y = 1; }\n")
        for text, arguments in (
                ("'branch' is for other models; expected contracts",
                 ("buffer.req", "--cover", "branch")),
                ("'states' is for other models",
                 ("buffer.req", "--cover", "states")),
                ("--method random is not supported for requirements "
                 "('buffer.req'); expected programs or state machines",
                 ("buffer.req", "--method", "random")),
                ("--path is not supported for requirements",
                 ("buffer.req", "--path", "a,b")),
                ("there is no view 'beg'; did you mean 'beh'?",
                 ("buffer.req", "--view", "beg")),
                ("--cover contracts is not supported for programs",
                 ("p.c", "--cover", "contracts")),
                ("--view is not supported for programs ('p.c'); expected "
                 "requirements", ("p.c", "--view", "beh")),
                ("--trigger is not supported for programs",
                 ("p.c", "--trigger", "none"))):
            self.refused(text, "generate", *arguments)

    def test_nothing_to_reach(self):
        self.put("none.req", CHOICE.split("purpose")[0])
        self.refused("there are no goals", "generate", "none.req")

    def test_requirements_that_changed(self):
        self.suite("buffer.req")
        self.run_on(self.python(3, 1), code=1)
        text = (self.dir / "buffer.req").read_text()
        self.put("buffer.req", text.replace("k < N", "k <= N - 1"))
        self.refused("have changed since the tests", "trace", "r.json")
        # Tests need no requirements to be judged, only to be explained.
        results = self.run_on(self.python(3, 1), code=1)
        self.assertNotIn("may violate", results[0]["reason"])
        (self.dir / "buffer.req").unlink()
        self.run_on(self.python(2, 1))
        self.refused("buffer.req", "trace", "r.json")

    def test_explaining_takes_requirements(self):
        self.put("p.c", "int x; int y; void step(void) { if (x) y = 1; }\n")
        self.call("generate", "p.c", "-o", "s.json")
        self.call("run", "s.json", "--sut", "model:p.c", "-o", "r.json")
        for option in ("--all", "--latent"):
            self.refused(f"{option} is not supported", "trace", "r.json", option)

    def test_a_harness_needs_a_program(self):
        self.suite("buffer.req")
        self.refused("a harness calls the C program", "convert", "s.json",
                     "--to", "harness", "-o", "harness")
        self.assertFalse((self.dir / "harness").exists())

    def test_requirements_are_no_program(self):
        self.put("p.c", "int x; int y; void step(void) { if (x) y = 1; }\n")
        self.call("generate", "p.c", "-o", "s.json")
        self.run_on("model:buffer.req", code=5)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    COMPILER = sys.argv[2]
    SOURCE = pathlib.Path(sys.argv[3]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
