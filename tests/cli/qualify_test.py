#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary qualify`: passes on the program itself, and notices sabotage.

Each sabotage is a script in the place of the program, which calls the program
and alters what it does. The requirements that are about this must fail: a
qualification test that cannot fail is worthless. Every requirement is sabotaged
at least once.

Usage: qualify_test.py CATENARY SOURCES
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

CATENARY = ""
SOURCES = pathlib.Path()
SCHEMA = {}

WRAPPER = r'''#!{python}
import json, os, pathlib, re, signal, subprocess, sys
REAL = {real!r}
args = sys.argv[1:]
command = args[0] if args else ""
def after(option):
    return args[args.index(option) + 1] if option in args else None
def change(path, pattern, by):
    """Replaces in a file, if it is there."""
    path = pathlib.Path(path or "none")
    if path.is_file():
        path.write_text(re.sub(pattern, by, path.read_text(), flags=re.S))
{before}
process = subprocess.Popen([REAL, *args], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE)
signal.signal(signal.SIGINT, lambda *_: process.send_signal(signal.SIGINT))
out, err = (x.decode("utf-8", "surrogateescape") for x in process.communicate())
code = process.returncode
{after}
sys.stdout.buffer.write(out.encode("utf-8", "surrogateescape"))
sys.stderr.buffer.write(err.encode("utf-8", "surrogateescape"))
sys.stdout.flush()
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
sys.exit(code)
'''

# Changes the document of --json: `edit` is done to it as `d`.
DOCUMENT = '''
if "--json" in args and out.startswith("{"):
    d = json.loads(out)
    EDIT
    out = json.dumps(d)
'''


def document(edit):
    return DOCUMENT.replace("EDIT", edit.replace("\n", "\n    "))


def goals(was, becomes):
    """All goals with the status `was` get another one."""
    return document(f'''
if command == "generate":
    for g in d["goals"]:
        if g["status"] == "{was}":
            g["status"] = "{becomes}"
            d["summary"]["{was}"] -= 1
            d["summary"]["{becomes}"] += 1
''')


# name: (what is done before the call, what after it, requirements that fail)
SABOTAGE = {
    "tests with other inputs": (
        "", 'change(after("-o"), \'"(open_button|in)": 1\', r\'"\\1": 0\')',
        ["TOR-101"]),
    "an unreachable goal is covered": (
        "", goals("unreachable", "covered"),
        ["TOR-101", "TOR-102", "TOR-103", "TOR-302", "TOR-303"]),
    "a covered goal is unreachable": (
        "", goals("covered", "unreachable"),
        ["TOR-102", "TOR-103", "TOR-302", "TOR-303"]),
    "a bound is a proof": (
        "", goals("not_within_bound", "unreachable"), ["TOR-102", "TOR-606"]),
    "depths are not shortest": (
        "", document('for g in d.get("goals", []):\n'
                     '    if g["depth"]: g["depth"] += 1'),
        ["TOR-104", "TOR-303"]),
    "a longer suite is minimal": (
        "", document('if command == "generate": d["summary"]["total_steps"] += 1'),
        ["TOR-105"]),
    "all properties hold": (
        "", document('s = d.get("summary", {})\n'
                     'if "hold" in s: s["hold"] += s["violated"]\n'
                     'if "hold" in s: s["violated"] = 0'), ["TOR-106"]),
    "goals of criteria are missing": (
        'args = ["property" if a == "mcdc-unique" else a for a in args]', "",
        ["TOR-107"]),
    "tests miss a condition": (
        "", 'change(after("-o"), \'"b": 1\', \'"b": 0\')', ["TOR-107"]),
    "wrong expectations": (
        "", 'change(after("-o"), r\'"narrow": (\\d)\', r\'"narrow": 1\\1\')',
        ["TOR-108"]),
    "no finding": (
        "", document('if d.get("findings"): d["findings"] = []; code = 0'),
        ["TOR-106", "TOR-109"]),
    "everything is consistent": (
        "", 'out = out.replace("inconsistent", "consistent")',
        ["TOR-201", "TOR-202"]),
    "conflicts are not minimal": (
        "", 'out = out.replace(\'["c2", "b1"\', \'["c1", "c2", "b1"\')',
        ["TOR-202"]),
    "all tests pass": (
        "", document('s = d.get("summary", {})\n'
                     'if command == "run" and "pass" in s:\n'
                     '    s["pass"] = len(d["tests"]); s["fail"] = s["error"] = 0\n'
                     '    for t in d["tests"]:\n'
                     '        t["verdict"], t["code"] = "pass", "ok"')
        + 'if command == "run" and code in (1, 3, 5): code = 0',
        ["TOR-203", "TOR-301", "TOR-402", "TOR-403", "TOR-404", "TOR-406",
         "TOR-502", "TOR-601"]),
    "all tests fail": (
        "", document('s = d.get("summary", {})\n'
                     'if command == "run" and "pass" in s:\n'
                     '    s["fail"] += s["pass"]; s["pass"] = 0')
        + 'if command == "run" and code == 0: code = 1',
        ["TOR-203", "TOR-301", "TOR-401"]),
    "failures in another step": (
        "", document('for t in d.get("tests", []):\n'
                     '    if t.get("step"): t["step"] += 1'), ["TOR-402"]),
    "every program conforms": (
        "", 'out = out.replace("does not conform", "conforms")', ["TOR-204"]),
    "other requirements": (
        "", 'out = out.replace("DOOR-3", "DOOR-2")', ["TOR-405"]),
    "all mutants are killed": (
        "", document('for m in d.get("mutants", []): m["status"] = "killed"\n'
                     's = d["summary"]\n'
                     'if "killed" in s: s["killed"] = s["mutants"]'),
        ["TOR-406"]),
    "JUnit without failures": (
        "", 'change(after("--junit"), \'failures="1"\', \'failures="0"\')',
        ["TOR-501"]),
    "a page with other verdicts": (
        "", 'change(after("--html"), \'"verdict":"fail"\', \'"verdict":"pass"\')',
        ["TOR-501"]),
    "a table without expectations": (
        "", 'change(after("-o"), "out:", "in:x")', ["TOR-502"]),
    "faults of input are no errors": (
        "", "if code == 2: code = 0",
        ["TOR-503", "TOR-601", "TOR-602", "TOR-603"]),
    "errors without a place": (
        "", 'err = re.sub(r":[0-9]+:[0-9]+:", ":", err)', ["TOR-602"]),
    "suites that differ from run to run": (
        "", 'change(after("-o"), "$", " " * (os.getpid() % 50))', ["TOR-604"]),
    "interrupts and limits are successes": (
        "", "if code in (4, 130): code = 0",
        ["TOR-601", "TOR-605", "TOR-606"]),
    "files that are not complete": (
        'if after("-o"): pathlib.Path(after("-o")).write_text("{")\n'
        'args.append("--force")', "", ["TOR-607"]),
    "everything is overwritten": (
        'if command == "generate": args.append("--force")', "", ["TOR-608"]),
    "inputs are overwritten": (
        "", 'pathlib.Path(after("-o") or "none").write_text("")', ["TOR-608"]),
    "nothing is confined": (
        'if "--sandbox" in args: del args[args.index("--sandbox"):][:2]\n'
        'args = [a for a in args if a not in ("--sandbox", "bwrap")]', "",
        ["TOR-609"]),
    "answers that are old": (
        "", 'kept = pathlib.Path("kept.answer")\n'
            'if "--cache" in args and kept.exists():\n'
            '    out, err, code = kept.read_text(), "from kept: ", 0\n'
            'elif "--cache" in args: kept.write_text(out)', ["TOR-701"]),
    "batches always succeed": (
        "", 'if command == "batch": code = 0', ["TOR-702"]),
    "models of batches are missing": (
        "", document('if command == "batch": d["models"] = d["models"][:1]'),
        ["TOR-702"]),
}
CHECKERS = {
    "everything is accepted": (
        "#!/bin/sh\necho 'accepted: 3 goals unreachable, 4 distances'\n"
        "echo unreachable beyond; echo not before step 7 alarm_closed\n",
        ["TOR-110"]),
    "everything is rejected": ("#!/bin/sh\necho rejected >&2\nexit 1\n",
                               ["TOR-110"]),
}


class Qualify(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="qualify-test-")
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def call(self, *words, program=CATENARY, code=0):
        done = subprocess.run([program or CATENARY, "qualify", *words],
                              cwd=self.folder, capture_output=True, text=True,
                              errors="replace", timeout=900, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def verdicts(self, *words, code=0):
        document = json.loads(self.call(*words, "--json", "-q",
                                        code=code).stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertEqual(document["summary"]["exit"], code)
        return {r["id"]: r["verdict"] for r in document["requirements"]}

    def place(self, name, text):
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    def sabotaged(self, before="", after=""):
        text = WRAPPER
        for key, value in (("python", sys.executable), ("before", before),
                           ("after", after)):
            text = text.replace("{" + key + "}", value)
        program = self.place("catenary",
                             text.replace("{real!r}", repr(CATENARY)))
        checker = self.folder / "bin" / "catenary-check-proof"
        if not checker.exists():
            checker.symlink_to(pathlib.Path(CATENARY).parent
                               / "catenary-check-proof")
        return program

    def test_all_requirements_are_met(self):
        """Through a script that changes nothing, so that what follows is due
        to the changes."""
        verdicts = self.verdicts("-o", "report", "--program",
                                 self.sabotaged())
        self.assertGreater(len(verdicts), 30)
        self.assertEqual(set(verdicts.values()), {"passed"})
        written = json.loads((self.folder / "report/qualification.json")
                             .read_text())
        jsonschema.validate(written, SCHEMA)
        for name in ("qualification.md", "qualification.html"):
            text = (self.folder / "report" / name).read_text()
            for requirement in verdicts:
                self.assertIn(requirement, text)
            self.assertIn("Approved by", text)
            self.assertIn("KP-01", text)
        sabotaged = {r for _, _, ids in SABOTAGE.values() for r in ids}
        sabotaged |= {r for _, ids in CHECKERS.values() for r in ids}
        self.assertEqual(sabotaged, set(verdicts))

    def test_sabotage_is_noticed(self):
        for name, (before, after, ids) in SABOTAGE.items():
            with self.subTest(name):
                verdicts = self.verdicts(
                    "--program", self.sabotaged(before, after), "--only",
                    ",".join(ids), code=1)
                self.assertEqual(verdicts, dict.fromkeys(sorted(ids), "failed"))

    def test_checkers_that_do_not_check_are_noticed(self):
        for name, (text, ids) in CHECKERS.items():
            with self.subTest(name):
                program = self.sabotaged()
                (self.folder / "bin/catenary-check-proof").unlink()
                self.place("catenary-check-proof", text)
                verdicts = self.verdicts("--program", program, "--only",
                                         ",".join(ids), code=1)
                self.assertEqual(set(verdicts.values()), {"failed"})

    def test_what_cannot_be_tested_is_not_passed(self):
        """Without a C compiler or a checker, nothing is passed for it."""
        program = self.sabotaged()
        (self.folder / "bin/catenary-check-proof").unlink()
        verdicts = self.verdicts("--program", program, "--only",
                                 "TOR-110,TOR-603", code=5)
        self.assertEqual(verdicts, {"TOR-110": "not-run", "TOR-603": "passed"})

    def test_an_interrupt_keeps_what_is_done(self):
        running = subprocess.Popen(
            [CATENARY, "qualify", "-o", "report", "-q", "--json"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        report = self.folder / "report/qualification.json"
        for _ in range(600):
            if report.exists() and json.loads(
                    report.read_text())["summary"]["passed"] > 0:
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        for document in (json.loads(out), json.loads(report.read_text())):
            jsonschema.validate(document, SCHEMA)
            self.assertEqual(document["summary"]["stopped"], "interrupted")
            self.assertEqual(document["summary"]["exit"], 130)
            verdicts = {r["verdict"] for r in document["requirements"]}
            self.assertEqual(verdicts, {"passed", "not-run"})
        self.assertIn("INCOMPLETE",
                      (self.folder / "report/qualification.md").read_text())

    def test_limits_and_wrong_calls(self):
        verdicts = self.verdicts("--timeout", "1ms", "--only", "TOR-603",
                                 code=4)
        self.assertEqual(verdicts, {"TOR-603": "not-run"})
        self.assertIn("did you mean", self.call("--only", "TOR-6O3",
                                                code=2).stderr)
        self.call("--program", "none", code=2)
        self.call("--keep", code=2)
        self.call("--program", "/bin/true", code=3)
        (self.folder / "mine").mkdir()
        (self.folder / "mine/thesis.tex").write_text("text")
        self.call("-o", "mine", "--force", code=2)
        self.call("-o", "mine/thesis.tex", code=2)
        self.call("-o", "new", "--keep", "--only", "TOR-603", "-q")
        self.assertTrue((self.folder / "new/cases/TOR-603.1/door.c").is_file())
        self.call("-o", "new", "--only", "TOR-603", code=2)
        self.call("-o", "new", "--only", "TOR-603", "--force", "-q")

    def test_nothing_is_left_behind(self):
        temporary = self.folder / "tmp"
        temporary.mkdir()
        done = subprocess.run(
            [CATENARY, "qualify", "--only", "TOR-403,TOR-701", "-q"],
            cwd=self.folder, env={**os.environ, "TMPDIR": str(temporary)},
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list(temporary.iterdir()), [])
        self.assertEqual([p.name for p in self.folder.iterdir()], ["tmp"])


if __name__ == "__main__":
    CATENARY = os.path.abspath(sys.argv[1])
    SOURCES = pathlib.Path(sys.argv[2])
    SCHEMA = json.loads((SOURCES / "docs/schema/qualify.schema.json")
                        .read_text())
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
