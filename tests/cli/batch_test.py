#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""catenary batch: what is found, done, kept and reported, whatever models do."""
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

import jsonschema

CATENARY = sys.argv[1]
SOURCES = pathlib.Path(sys.argv[2])
SCHEMA = json.loads((SOURCES / "docs/schema/batch.schema.json").read_text())

TOML = """[program]
sources = ["{name}.c"]
declare = "static int in;"
step = "step(in);"
[inputs]
"in" = {{ range = [0, 4] }}
[[property]]
id = "three"
when = "n == 3"
"""
COUNTER = "static int n; void step(int in) { n = in > 2 ? n + 1 & 7 : 0; }\n"
# Nothing ends the search for the goal but a limit.
ENDLESS = ("static unsigned n = 1; static unsigned long long m;"
           "void step(int in) { m = m * 2862933555777941757ull + in;"
           " n = m == 77 ? 3 : 0; }\n")


class Batch(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="batch-test-"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def model(self, name, code=COUNTER):
        self.write(f"{name}.c", code)
        self.write(f"{name}.toml",
                   TOML.format(name=pathlib.Path(name).name))

    def call(self, *words, code=0, cwd=None, env=None):
        done = subprocess.run([CATENARY, "batch", *words],
                              cwd=cwd or self.folder, text=True,
                              capture_output=True, timeout=200,
                              env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def batch(self, *words, code=0, **how):
        """The document, and a dictionary of the models by their paths."""
        # Nobody knows whether a file that has just been changed was read.
        time.sleep(0.05)
        done = self.call(*words, "--json", code=code, **how)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual(document["summary"]["exit"], code)
        return document, {m["path"]: m for m in document["models"]}

    def suites(self, out):
        root = self.folder / out
        return {str(p.relative_to(root)): p.read_bytes()
                for p in root.rglob("*.suite.json")}

    def test_finds_models_and_not_what_belongs_to_them(self):
        self.model("a/door")
        self.write("b/main.c", "int main(void) { for (;;) { } }")
        self.write("b/helper.c", "int help(void) { return 1; }")
        self.write("b/no_model.toml", "[tool]\nx = 1\n")
        self.write("b/README.md", "int main()")
        self.write(".hidden/x.req", "")
        for name in ["coffee_machine/coffee_machine.xlia", "buffer/buffer.req"]:
            shutil.copy(SOURCES / "examples" / name, self.folder)
        document, models = self.batch(".", "--actions", "check")
        self.assertEqual(sorted(models), ["a/door.toml", "b/main.c",
                                          "buffer.req", "coffee_machine.xlia"])
        self.assertEqual([f["path"] for f in document["left_out"]],
                         ["b/helper.c"])

    def test_the_number_of_jobs_changes_no_suite(self):
        for i in range(5):
            self.model(f"m{i}", COUNTER.replace("n + 1", f"n + {2 * i + 1}"))
        shutil.copy(SOURCES / "examples/coffee_machine/coffee_machine.xlia",
                    self.folder)
        one, _ = self.batch(".", "-o", "one", "-j1")
        three, _ = self.batch(".", "-o", "three", "-j3")
        self.assertEqual(len(self.suites("one")), 6)
        self.assertEqual(self.suites("one"), self.suites("three"))
        single = self.folder / "single.json"
        subprocess.run([CATENARY, "generate", "m1.toml", "-o", single, "-q"],
                       cwd=self.folder, check=True, capture_output=True)
        self.assertEqual(single.read_bytes(),
                         self.suites("one")["m1.toml.suite.json"])
        self.assertEqual(one["summary"]["covered"],
                         three["summary"]["covered"])

    def test_a_page_is_of_the_version_that_it_is_beside(self):
        """Also where a model changes and then is as before, as with branches."""
        self.model("m")
        text = TOML.format(name="m")
        for when in ("n == 3", "n == 2", "n == 3"):
            self.write("m.toml", text.replace("n == 3", when))
            self.batch(".", "-o", "out")
        page = (self.folder / "out/m.toml.html").read_text()
        data = json.loads(re.search(
            r'<script type="application/json" id="data">(.*?)</script>', page)[1])
        self.assertEqual([s["text"] for s in data["sources"]], [text])
        self.write("m.toml", text.replace("n == 3", "n == 2"))
        self.batch(".", "-o", "out", "--no-pages")
        self.assertFalse((self.folder / "out/m.toml.html").exists())

    def test_a_folder_of_others_is_not_overwritten(self):
        self.model("m")
        self.write("site/cache/x", "")
        self.write("site/index.html", "mine")
        self.call(".", "-o", "site", code=2)
        self.assertEqual((self.folder / "site/index.html").read_text(), "mine")

    def test_only_what_changed_is_computed_again(self):
        for name in "abc":
            self.model(name)
        first, _ = self.batch(".")
        self.assertEqual(first["summary"]["unchanged"], 0)
        suites = self.suites("catenary-batch")
        # A run that began within milliseconds of its suite is not relied on.
        self.batch(".")
        again, models = self.batch(".")
        self.assertEqual(again["summary"]["unchanged"], 3)
        self.assertEqual(suites, self.suites("catenary-batch"))
        self.write("b.c", COUNTER.replace("7", "3"))
        # What somebody deleted or spoiled is written again.
        (self.folder / "catenary-batch/c.toml.suite.json").write_text("spoilt")
        _, models = self.batch(".")
        self.assertEqual([models[f"{n}.toml"]["unchanged"] for n in "abc"],
                         [True, False, True])
        self.assertEqual(self.suites("catenary-batch")["c.toml.suite.json"],
                         suites["c.toml.suite.json"])
        _, models = self.batch(".", "--no-cache")
        self.assertFalse(any(m["unchanged"] for m in models.values()))

    def test_a_faulty_model_harms_no_other(self):
        self.model("good")
        self.model("broken", "void step(int in) { n = ; }")
        self.model("violated", COUNTER)
        self.write("violated.toml", TOML.format(name="violated") +
                   '[[invariant]]\nwhen = "n < 5"\n')
        document, models = self.batch(".", code=2)
        self.assertEqual(
            {p: m["status"] for p, m in models.items()},
            {"good.toml": "ok", "broken.toml": "faulty",
             "violated.toml": "findings"})
        self.assertIn("broken.c:1", models["broken.toml"]["actions"][0]["message"])
        self.assertEqual(models["broken.toml"]["actions"][1]["status"],
                         "not-run")
        self.assertEqual(document["summary"]["status"],
                         {"faulty": 1, "findings": 1, "ok": 1})
        # Reports in other forms say the same.
        out = self.folder / "catenary-batch"
        junit = ElementTree.parse(out / "junit.xml").getroot()
        suite = junit.find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("errors"),
                          suite.get("failures"), suite.get("skipped")),
                         ("6", "1", "1", "1"))
        page = (out / "index.html").read_text()
        for model in models.values():
            if model["page"]:
                self.assertIn(f'href="./{model["page"]}"', page)
                self.assertTrue((out / model["page"]).is_file())
        self.assertIn("broken", (out / "summary.md").read_text())

    def test_a_suite_of_before_is_not_taken_for_one_of_now(self):
        self.model("a")
        self.batch(".")
        self.write("a.c", "void step(int in) { oops }")
        _, models = self.batch(".", code=2)
        self.assertIsNone(models["a.toml"]["suite"])
        self.assertEqual([a["status"] for a in models["a.toml"]["actions"]],
                         ["faulty", "not-run"])

    def test_a_project_says_what_is_done(self):
        self.model("x/a")
        self.model("x/b")
        self.model("y/c")
        shutil.copy(SOURCES / "examples/buffer/buffer.req", self.folder)
        self.write("project.toml", """
actions = ["generate"]
exclude = ["y/*"]
[programs.generate]
cover = ["branch"]
[[model]]
file = "x/b.toml"
actions = ["generate", "run", "mutate"]
generate = { cover = ["statement", "property"] }
mutate = { mutate = "3" }
""")
        # Paths are those of the project, wherever it is called from.
        _, models = self.batch(str(self.folder / "project.toml"), "-o",
                               str(self.folder / "out"), cwd="/")
        self.assertEqual(sorted(models), ["buffer.req", "x/a.toml", "x/b.toml"])
        self.assertEqual([a["name"] for a in models["x/b.toml"]["actions"]],
                         ["generate", "run", "mutate"])
        suite = json.loads((self.folder / "out/x/a.toml.suite.json")
                           .read_text())
        self.assertEqual(suite["model"]["path"], "x/a.toml")
        self.assertTrue(any(":true" in g["id"] for g in suite["goals"]))
        self.assertIsNotNone(models["x/b.toml"]["mutation_score"])

    def test_faults_of_projects_have_places(self):
        self.model("a")
        cases = [
            ("actions = [\"fly\"]", 'project.toml:1', "no action 'fly'"),
            ("modles = []", "project.toml:1:1", "did you mean 'models'"),
            ("[generate]\noutput = \"x\"", "project.toml:2:1",
             "set by the batch"),
            ("[generate]\nmax-stesp = 3", "project.toml", "max-stesp"),
            ("[[model]]\nfile = \"none.toml\"", "project.toml:2", "none.toml"),
            ("[[model]]\nfile = \"a.toml\"\ngenerate = { method = \"x\" }",
             "project.toml:1", "'x'"),
            ("[[model]]\nfile = \"a.toml\"\n[[model]]\nfile = \"a.toml\"",
             "project.toml:4", "twice"),
            ("models = [\"z*\"]", "project.toml:1", "z*"),
            ("models = 3", "project.toml:1", "list"),
            ("model = 3", "project.toml:1", "[[model]]"),
            ("actions = [", "project.toml", "error"),
        ]
        for text, place, what in cases:
            self.write("project.toml", text + "\n")
            done = self.call("project.toml", code=2)
            self.assertIn(place, done.stderr, text)
            self.assertIn(what, done.stderr, text)
            self.assertFalse((self.folder / "catenary-batch").exists())

    def test_wrong_calls(self):
        self.call("nowhere", code=2)
        self.call(".", code=2)  # no models
        self.model("a")
        self.call("a.c", code=2)
        self.write("mine/thesis.tex", "text")
        done = self.call(".", "-o", "mine", code=2)
        self.assertIn("no batch wrote", done.stderr)
        self.call(".", "-o", "a.c", code=2)
        self.call(".", "--actions", "fly", code=2)

    def test_limits_of_a_model_and_of_all(self):
        self.model("far", ENDLESS)
        self.model("near")
        _, models = self.batch(".", "--model-work", "300", code=4)
        self.assertEqual(models["near.toml"]["status"], "ok")
        self.assertEqual(models["far.toml"]["status"], "limit")
        # What met a limit is tried again.
        _, models = self.batch(".", "--model-work", "300", code=4)
        self.assertTrue(models["near.toml"]["unchanged"])
        self.assertFalse(models["far.toml"]["unchanged"])
        document, models = self.batch(".", "--timeout", "2s", "-j1", "-o",
                                      "short", code=4)
        self.assertEqual(document["summary"]["stopped"], "time")
        self.assertEqual(models["far.toml"]["status"], "limit")
        self.assertEqual(models["near.toml"]["status"], "not-run")

    def start_and_wait_for_first(self):
        """A batch whose second model does not end; returns when it runs."""
        self.model("a")
        self.model("far", ENDLESS)
        running = subprocess.Popen(
            [CATENARY, "batch", ".", "-j1", "--json"], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        done = self.folder / "catenary-batch/a.toml.log"
        for _ in range(1200):
            if done.exists():
                break
            time.sleep(0.05)
        self.assertTrue(done.exists())
        time.sleep(0.2)
        return running

    def test_an_interrupt_keeps_what_is_done(self):
        running = self.start_and_wait_for_first()
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        document = json.loads(out)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual(document["summary"]["stopped"], "interrupted")
        self.assertEqual([m["status"] for m in document["models"]],
                         ["ok", "stopped"])
        self.model("far")
        _, models = self.batch(".")
        self.assertEqual([m["unchanged"] for m in models.values()],
                         [True, False])

    def test_kill_9_loses_only_what_was_under_way(self):
        running = self.start_and_wait_for_first()
        running.kill()
        running.communicate(timeout=60)
        self.model("far")
        _, models = self.batch(".")
        self.assertEqual([m["unchanged"] for m in models.values()],
                         [True, False])

    def test_a_generation_that_was_under_way_goes_on(self):
        """After kill -9 of the batch; it keeps its journal, and what somebody
        put there besides."""
        self.model("far", ENDLESS)
        words = [CATENARY, "batch", ".", "-j1", "--model-work", "20000"]
        running = subprocess.Popen(words, cwd=self.folder,
                                   stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        journal = self.folder / "catenary-batch/far.toml.suite.json.journal"
        for _ in range(1200):
            if self.items(journal) > 3:
                break
            time.sleep(0.05)
        running.kill()
        running.communicate()
        with sqlite3.connect(journal) as file:
            file.execute("INSERT INTO item VALUES (?, ?, ?)",
                         (b"mark", b"", b""))
        before = self.items(journal)
        self.assertGreater(before, 3)
        running = subprocess.Popen(words, cwd=self.folder,
                                   stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        for _ in range(1200):
            if self.items(journal) > before:
                break
            time.sleep(0.05)
        running.kill()
        running.communicate()
        with sqlite3.connect(journal) as file:
            self.assertEqual(file.execute(
                "SELECT count(*) FROM item WHERE name = ?",
                (b"mark",)).fetchone(), (1,))
        self.assertGreater(self.items(journal), before)

    def items(self, journal):
        if not journal.exists():
            return 0
        try:
            with sqlite3.connect(journal) as file:
                return file.execute("SELECT count(*) FROM item").fetchone()[0]
        except sqlite3.Error:
            return 0

    def test_a_child_that_is_killed_is_reported(self):
        running = self.start_and_wait_for_first()
        children = subprocess.run(
            ["ps", "--ppid", str(running.pid), "-o", "pid="], text=True,
            capture_output=True, check=True).stdout.split()
        self.assertEqual(len(children), 1)
        os.kill(int(children[0]), signal.SIGKILL)
        out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 3)
        far = json.loads(out)["models"][1]
        self.assertEqual(far["status"], "crashed")
        self.assertIn("signal 9", far["actions"][0]["message"])

    def test_the_summary_of_a_code_host_is_one(self):
        for name in "ab":
            self.model(name)
        summary = self.folder / "summary.txt"
        self.batch(".", env={"GITHUB_STEP_SUMMARY": str(summary)})
        self.assertEqual(summary.read_text().count("### "), 1)

    def test_hostile_names(self):
        for name in ["<b>&'", "-o", "a b|c", "\u00e4\u20ac", "100%25"]:
            self.model(f"sub/{name}" if name == "-o" else name)
        self.model("-x")
        _, models = self.batch(".")
        self.assertEqual({m["status"] for m in models.values()}, {"ok"})
        page = (self.folder / "catenary-batch/index.html").read_text()
        self.assertNotIn("<b>", page)
        ElementTree.parse(self.folder / "catenary-batch/junit.xml")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
