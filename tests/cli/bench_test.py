#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary bench`: right and wrong answers, rivals, what is not there.

Usage: bench_test.py CATENARY SOURCE_DIRECTORY
"""
import csv
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
import xml.etree.ElementTree

CATENARY = ""
SOURCE = pathlib.Path()
# Four states; the goal is hit by the fourth step up.
COUNT_C = """
unsigned char n;
_Bool up;
void step(void) { if (up && n < 3) n++; }
"""
COUNT_TOML = """
[program]
sources = ["count.c"]
step = "step();"
[inputs]
"up" = {}
[[property]]
id = "full"
when = "n == 3"
"""
RIGHT = "covered = 1, steps = 4, states = 4, minimal = true"


class Bench(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.put("count.c", COUNT_C)
        self.put("count.toml", COUNT_TOML)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        path = self.dir / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def table(self, rows):
        self.put("bench/small.toml", 'title = "Small"\n' + rows)

    def row(self, expect=RIGHT, more=""):
        return ('[[row]]\nname = "count"\nmodel = "${source}/count.toml"\n'
                f"expect = {{ {expect} }}\n{more}\n")

    def rival(self, printed, more=""):
        return ('[[row.rival]]\nname = "other"\n'
                f'command = ["printf", "{printed}"]\n'
                'output = "states 4 "\nseconds = "seconds "\n' + more)

    def bench(self, *arguments, env=None):
        return subprocess.run([CATENARY, "bench", *arguments], cwd=self.dir,
                              env={**os.environ, **(env or {})}, text=True,
                              capture_output=True, timeout=120, check=False)

    def measured(self, code, *arguments):
        done = self.bench("small", "--runs", "1", "--json", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)["tables"][0]["rows"][0]

    def test_a_right_answer(self):
        self.table(self.row() + self.rival("states 4 seconds 100"))
        row = self.measured(0)
        self.assertEqual(row["status"], "ok")
        self.assertEqual(row["summary"]["total_steps"], 4)
        self.assertEqual(len(row["seconds"]), 1)
        rival = row["rivals"][0]
        self.assertEqual((rival["status"], rival["median_seconds"]),
                         ("ok", 100))
        self.assertAlmostEqual(rival["ratio"], row["median_seconds"] / 100)

    def test_as_many_runs_as_asked_for(self):
        self.table(self.row() + self.rival("states 4 seconds 1."))
        done = self.bench("small", "--runs", "3", "--json")
        row = json.loads(done.stdout)["tables"][0]["rows"][0]
        self.assertEqual(len(row["seconds"]), 3)
        self.assertEqual(row["rivals"][0]["seconds"], [1, 1, 1])

    def test_the_document_fits_its_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no python3-jsonschema")
        schema = SOURCE / "docs" / "schema" / "bench.schema.json"
        self.table(self.row() + self.rival("states 4 seconds 100") +
                   self.coverage('strategies = ["rt"]\n'))
        done = self.bench("small", "--runs", "1", "--json")
        jsonschema.validate(json.loads(done.stdout),
                            json.loads(schema.read_text()))

    def test_a_wrong_answer_fails(self):
        self.table(self.row("covered = 1, steps = 5"))
        row = self.measured(1)
        self.assertEqual((row["status"], row["message"]),
                         ("wrong", "steps is 4, expected 5"))

    def test_a_wrong_exit_code_fails(self):
        self.put("count.c", COUNT_C.replace("n++", "n+++"))
        self.table(self.row())
        row = self.measured(1)
        self.assertEqual(row["status"], "wrong")
        self.assertIn("exit code 2 instead of exit code 0", row["message"])

    def test_a_random_machine_is_written(self):
        sizes = "branches=40,states=8,transitions=20,seed=7"
        done = self.bench("--make-machine", sizes, "-o", "m.sm")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        text = (self.dir / "m.sm").read_text()
        self.assertEqual(self.bench("--make-machine", sizes).stdout, text)
        self.assertIn(sizes, text.splitlines()[0])
        check = subprocess.run([CATENARY, "check", "m.sm", "--json"],
                               cwd=self.dir, text=True, capture_output=True,
                               timeout=120, check=False)
        counts = json.loads(check.stdout)["summary"]["elements"]
        self.assertEqual((counts["states"], counts["transitions"]), (8, 20))
        for wrong, why in (("branch=3", "did you mean 'branches'"),
                           ("branches", "NAME=VALUE"),
                           ("branches=many", "branches: "),
                           ("branches=3", "odd number"),
                           ("transitions=1", "need")):
            done = self.bench("--make-machine", wrong)
            self.assertEqual(done.returncode, 2)
            self.assertIn(why, done.stderr)

    def coverage(self, more=""):
        return ('[[coverage]]\nname = "a & b"\nmachine = "branches=12,seed=2"'
                '\nseconds = 4\nat = [1, 4]\n' + more)

    def test_coverage_over_time(self):
        self.table(self.coverage())
        done = self.bench("small", "-o", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        strategies = ["sc", "rc", "se", "rt", "directed"]
        with open(self.dir / "out" / "small-coverage.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        last = {}
        for row in rows:
            self.assertEqual(row["row"], "a & b")
            before = last.get(row["strategy"], (0.0, 0, 0))
            now = (float(row["seconds"]), int(row["steps"]),
                   int(row["covered"]))
            self.assertTrue(all(a <= b for a, b in zip(before, now)), row)
            self.assertLessEqual(now[2], int(row["goals"]))
            last[row["strategy"]] = now
        self.assertEqual(list(last), strategies)
        self.assertEqual(max(last.values(), key=lambda x: x[2])[2],
                         last["directed"][2])
        for name in strategies:
            self.assertRegex(done.stdout, rf"(?m)^\| {name} \| \d+ \| \d+ \|")
        svg = xml.etree.ElementTree.parse(self.dir / "out" / "small-a-b.svg")
        texts = [t.text for t in svg.iter() if t.tag.endswith("}text")]
        for name in strategies:
            self.assertIn(f"{name}: {last[name][2]}", texts)
        self.assertFalse((self.dir / "out" / "small.csv").exists())

    def test_best_strategy(self):
        """Engines and random testing are strategies, too; one has to be best."""
        row = self.coverage('strategies = ["default", "symbolic", "random"]\n'
                            'best = "%s"\n')
        self.table(row % "default")
        done = self.bench("small", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        [found] = json.loads(done.stdout)["tables"][0]["coverage"]
        default, symbolic, random = found["curves"]
        self.assertEqual(default["covered"] + default["unreachable"],
                         found["goals"])
        self.assertGreaterEqual(default["covered"], symbolic["covered"])
        self.assertEqual(random["unreachable"], 0, "runs prove nothing")
        self.assertEqual(found["status"], "ok")
        # One branch is infeasible by construction, so that runs are not enough.
        self.assertGreater(default["unreachable"], 0)
        self.table(row % "random")
        done = self.bench("small")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr,
                         r"worse: a & b: random decides \d+ goals, default")
        self.table(row % "explicit")
        done = self.bench("small")
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected one of the row's strategies", done.stderr)

    def test_coverage_of_programs_with_stubs_or_a_printed_description(self):
        self.put("wild/pump.c", "int sensor(void); int n;\n"
                 "void step(void) { if (sensor() > 3 && n < 2) n++; }\n")
        self.put("wild/text.py", 'import sys\nprint(\'[program]\\nsources = '
                 '["\' + sys.argv[1] + \'"]\\nstub_missing = true\\n'
                 'step = "step();"\')\n')
        common = ('cover = ["branch"]\nstrategies = ["default", "random"]\n'
                  'best = "default"\nseconds = 2\n')
        rows = ('[[coverage]]\nname = "bare"\nmodel = "${wild}/pump.c"\n'
                'stub_missing = true\n' + common +
                '[[coverage]]\nname = "described"\nneeds = ["${wild}/pump.c"]\n'
                'made_by = ["python3", "${wild}/text.py", "${wild}/pump.c"]\n'
                + common)
        self.table(rows)
        place = {"CATENARY_WILD": str(self.dir / "wild")}
        done = self.bench("small", "--json", env=place)
        self.assertEqual(done.returncode, 0, done.stderr)
        for row in json.loads(done.stdout)["tables"][0]["coverage"]:
            self.assertEqual((row["status"], row["goals"]), ("ok", 4), row)
            self.assertEqual(row["curves"][0]["covered"], 4)
        self.table(rows.replace("text.py", "none.py"))
        done = self.bench("small", env=place)
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrong: described: python3", done.stderr)
        (self.dir / "wild/pump.c").unlink()
        done = self.bench("small", "--json", env=place)
        self.assertEqual([row["status"] for row in json.loads(
            done.stdout)["tables"][0]["coverage"]], ["skipped", "skipped"])

    def test_coverage_of_what_is_not_there(self):
        self.table('[[coverage]]\nname = "x"\nmodel = "none.uml#A"\n')
        done = self.bench("small", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        [row] = json.loads(done.stdout)["tables"][0]["coverage"]
        self.assertEqual((row["status"], row["curves"]), ("skipped", []))
        for bad in ('model = "m.sm"\n', 'strategies = ["sx"]\n',
                    'seconds = 0\n', 'strategies = []\n', 'at = [-1]\n',
                    'speed = 1\n'):
            self.table(self.coverage(bad) if "seconds" not in bad and
                       "at =" not in bad else
                       self.coverage().replace("seconds = 4\nat = [1, 4]\n",
                                               bad))
            done = self.bench("small")
            self.assertEqual(done.returncode, 2, bad)
            self.assertIn("small.toml:", done.stderr)

    def test_other_options_are_compared(self):
        way = ('[[row.rival]]\nname = "random"\noptions = ["--method", '
               '"random"]\nexpect = { covered = %d }\n')
        self.table(self.row() + way % 1)
        rival = self.measured(0)["rivals"][0]
        self.assertEqual(rival["status"], "ok")
        self.assertGreaterEqual(rival["summary"]["total_steps"], 4)
        done = self.bench("small", "--runs", "1")
        self.assertRegex(done.stdout,
                         r"(?m)^\| count \| random \| 1 of 1 \| 1 \| \d+ \| 1.00 ")
        self.table(self.row() + way % 2)
        rival = self.measured(1)["rivals"][0]
        self.assertEqual((rival["status"], rival["message"]),
                         ("wrong", "covered is 1, expected 2"))

    def test_requirements_are_made_and_checked(self):
        self.put("x.req", "interface x\noutput a : bool\nview v\n"
                          "  req r\n    always c: a'\n")
        row = ('[[row]]\nname = "x"\ncheck = true\n'
               'made_by = ["%s", "${source}/x.req"]\n'
               'expect = { strategy = true, no_dead_end = true, '
               'conflicts = %d }\n'
               '[[row.rival]]\nname = "ten"\noptions = ["--steps", "10"]\n'
               'expect = { strategy = true }\n')
        self.table(row % ("cat", 0))
        measured = self.measured(0)
        self.assertEqual(measured["status"], "ok", measured["message"])
        self.assertEqual(measured["rivals"][0]["status"], "ok")
        self.assertEqual(measured["measure"], "wall")
        self.table(row % ("cat", 1))
        self.assertEqual(self.measured(1)["message"],
                         "conflicts is 0, expected 1")
        self.table(row % ("false", 0))
        self.assertIn("false: ", self.measured(1)["message"])
        for bad in ('run = []', 'model = "m.toml"'):
            self.table((row % ("cat", 0)).replace(
                "check = true", "check = true\n" + bad))
            self.assertEqual(self.bench("small").returncode, 2, bad)

    def test_a_suite_runs_on_the_model_it_is_made_from(self):
        self.put("x.req", "interface x\ninput i : bool\noutput a : bool\n"
                          "view v\n  req r\n    always c: a' <=> i'\n"
                          "purpose p: a'\n")
        self.table('[[row]]\nname = "x"\n'
                   'made_by = ["cat", "${source}/x.req"]\n'
                   'run = ["--sut", "model:${model}", "--oracle", "${model}"]'
                   '\nexpect = { covered = 1, steps = 1 }\n')
        row = self.measured(0)
        self.assertEqual((row["status"], row["measure"]), ("ok", "run"))

    def test_a_rival_with_another_answer_fails(self):
        self.table(self.row() + self.rival("states 5 seconds 1"))
        rival = self.measured(1)["rivals"][0]
        self.assertEqual(rival["status"], "wrong")
        self.assertIn("expected 'states 4 '", rival["message"])

    def test_a_rival_without_a_time_fails(self):
        self.table(self.row() + self.rival("states 4 and no time"))
        self.assertIn("no time", self.measured(1)["rivals"][0]["message"])

    def test_slower_than_the_limit_fails(self):
        self.table(self.row() +
                   self.rival("states 4 seconds 0.000001", "at_most = 2\n"))
        self.assertEqual(self.measured(1)["rivals"][0]["status"], "slow")

    def test_what_is_not_there_is_skipped(self):
        self.table(self.row().replace("count.toml", "none.toml") + self.row(
            more='[[row.rival]]\nname = "x"\ncommand = ["./none"]'))
        done = self.bench("small", "--runs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"skipped: count: no file .*none.toml")
        self.assertIn("skipped: count, x: no program ./none", done.stderr)
        self.assertRegex(done.stdout, r"(?m)^\| count \| skipped \|")

    def test_a_model_in_the_table(self):
        text = COUNT_TOML.replace("count.c", "${source}/count.c")
        self.table('[[row]]\nname = "inline"\n'
                   f"text = '''{text}'''\nexpect = {{ {RIGHT} }}\n")
        self.assertEqual(self.measured(0)["status"], "ok")

    def test_files_and_tables(self):
        self.table(self.row(more='published = "1 | 2"'))
        done = self.bench("bench/small.toml", "--runs", "1", "-o", "out/deep")
        self.assertEqual(done.returncode, 0, done.stderr)
        markdown = (self.dir / "out/deep/small.md").read_text()
        self.assertEqual(markdown, done.stdout)
        self.assertIn("| 4, minimal |", markdown)
        self.assertIn("1 \\| 2 (not like for like)", markdown)
        with open(self.dir / "out/deep/small.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 1)
        self.assertEqual((rows[0]["row"], rows[0]["steps"], rows[0]["status"],
                          rows[0]["published"]), ("count", "4", "ok", "1 | 2"))
        self.assertGreater(float(rows[0]["median_seconds"]), 0)

    def test_some_rows(self):
        self.table(self.row() + self.row("steps = 9").replace("count", "x", 1))
        self.assertEqual(self.measured(0, "--only", "count")["name"], "count")

    def test_names_are_looked_up(self):
        self.put("elsewhere/own.toml", 'title = "Own"\n' + self.row())
        done = self.bench("own", "--directory", "elsewhere", "--runs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("# Own", done.stdout)
        for arguments, text in ((["own"], "no benchmark file 'own.toml' in "),
                                (["--directory", "none"],
                                 "no benchmark files (*.toml) in none")):
            done = self.bench(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(text, done.stderr)

    def test_faulty_files(self):
        for text, message in (
                ("title = 3\n" + self.row(), "1:9: error: expected a text"),
                ('titel = "x"\n', "unknown key 'titel'; did you mean 'title'"),
                ('title = "x"\n', "no rows; expected [[row]]"),
                ('title = "x', "error:"),
                ('title = "x"\n' + self.row("stepz = 1"),
                 "unknown key 'stepz'; did you mean 'steps'"),
                ('title = "x"\n' + self.row(""), "nothing is expected"),
                ('title = "${dat}"\n' + self.row(),
                 "no variable '${dat}'; did you mean 'data'"),
                ('title = "x"\n' + self.row(more='measure = "secnds"'),
                 "did you mean 'seconds'"),
                ('title = "x"\n' + self.row(more="at = 2020-01-01"),
                 "a date or time"),
                ('title = "x"\n' + self.row() +
                 '[[row.rival]]\nname = "r"\ncommand = []\n',
                 "an empty command"),
                ('title = "x"\n' + self.row() +
                 '[[row.rival]]\nname = "r"\noptions = []\n',
                 "expected a key 'expect'"),
                ('title = "x"\n' + self.row() +
                 '[[row.rival]]\nname = "r"\noptions = []\n'
                 'expect = { tests = 1 }\nseconds = "s"\n',
                 "unknown key 'seconds'")):
            self.put("bench/bad.toml", text)
            done = self.bench("bad", "--runs", "1")
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertIn(message, done.stderr)

    def test_time_ends(self):
        self.put("count.c", """
unsigned long long n;
_Bool up;
void step(void) { n = n * 31u + up + 1u; }
""")
        self.table(self.row())
        self.assertEqual(self.measured(4, "--timeout", "2s")["status"],
                         "stopped")

    def test_interrupted(self):
        """The signal may come as soon as the other program has begun."""
        self.put("count.c", """
unsigned long long n;
_Bool up;
void step(void) { n = n * 31u + up + 1u; }
""")
        self.table(self.row())
        with subprocess.Popen([CATENARY, "bench", "small", "--json"],
                              cwd=self.dir, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            exe = f"/proc/{process.pid}/exe"
            end = time.monotonic() + 60
            while os.path.basename(os.readlink(exe)) != "catenary-bench":
                self.assertLess(time.monotonic(), end)
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(err.count("interrupted: finishing"), 1, err)
        row = json.loads(out)["tables"][0]["rows"][0]
        self.assertEqual(row["status"], "stopped")

    def test_the_program_that_measures_is_missing(self):
        program = self.dir / "p" / "bin" / "catenary"
        program.parent.mkdir(parents=True)
        shutil.copy(CATENARY, program)
        run = {"cwd": self.dir, "text": True, "capture_output": True,
               "timeout": 120, "check": False}
        done = subprocess.run([program, "bench", "small"], **run)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertEqual(
            done.stderr,
            "error: the program catenary-bench is missing: found neither "
            f"{program.parent}/catenary-bench nor "
            f"{self.dir}/p/libexec/catenary/catenary-bench\n")
        # Faults of the command line come first, and help needs no program.
        done = subprocess.run([program, "bench", "--runs", "0"], **run)
        self.assertEqual(done.returncode, 2, done.stderr)
        done = subprocess.run([program, "bench", "--help"], **run)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("--make-machine", done.stdout)
        done = subprocess.run([program, "doctor", "--json"], **run)
        [found] = [d for d in json.loads(done.stdout)["dependencies"]
                   if d["name"] == "catenary-bench"]
        self.assertEqual((found["status"], found["package"]),
                         ("missing", None))

    def test_tables_that_come_with_catenary(self):
        data = {"CATENARY_DATA": str(self.dir / "no data")}
        done = self.bench("--directory", str(SOURCE / "bench"), "--runs", "1",
                          "--only", "RERS", env=data)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("skipped: RERS 2012 Problem 10: no file", done.stderr)


if __name__ == "__main__":
    SOURCE = pathlib.Path(os.path.abspath(sys.argv.pop(2)))
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
