#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports for code hosts and build servers, read by the tools they are for:
coverage by genhtml and llvm-cov, drawings by PlantUML, findings by a schema.

Usage: exports_test.py CATENARY SOURCE_DIR
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import jsonschema

from gtest_test import HOSTILE, with_hostile_texts

CATENARY = ""
SOURCE = pathlib.Path()
LOCK = """\
#define BOTH(a, b) ((a) && (b))
unsigned char key, code;
unsigned char open, wrong;
static int twice(int a) { return a > 2 ? 2 * a : a; }
void step(void) {
  if (key && (code == 3 || open)) {
    open = 1;
    wrong = 0;
  } else if (BOTH(key, wrong < 2)) {
    ++wrong;
  }
  if (key && !key)
    wrong = 9;
  for (int i = 0; i < wrong; ++i) open = twice(open);
  switch (code) {
    case 1: open = 0; break;
    case 2:
    default: break;
  }
}
"""
SHARE = """\
int in;
int share;
void step(void) {
  if (in > 1) {
    share = 12;
    share = 12 / (in - 3);
  }
  if (in < 0 && in > 0) share = 0;
}
"""
SHARE_TOML = """\
[program]
sources = ["share.c"]
step = "step();"
[inputs]
"in" = { range = [0, 4] }
[outputs]
"share" = {}
[coverage]
criteria = ["branch", "ub"]
"""
DOOR = """\
model door

protocol Handle {
  in push()
}

capsule Door {
  port handle: Handle
  machine {
    initial start
    state shut
    state wide
    transition begin: start -> shut
    transition push: shut -> wide {
      on handle.push
    }
    transition back: wide -> shut {
      on handle.push
    }
  }
}
"""
#: What coverage-04.dtd demands: children in order, and attributes.
COBERTURA = {
    "coverage": (r"(sources )?packages ",
                 "line-rate branch-rate lines-covered lines-valid "
                 "branches-covered branches-valid complexity version "
                 "timestamp"),
    "sources": (r"(source )*", ""),
    "source": (r"", ""),
    "packages": (r"(package )*", ""),
    "package": (r"classes ", "name line-rate branch-rate complexity"),
    "classes": (r"(class )*", ""),
    "class": (r"methods lines ",
              "name filename line-rate branch-rate complexity"),
    "methods": (r"(method )*", ""),
    "method": (r"lines ", "name signature line-rate branch-rate complexity"),
    "lines": (r"(line )*", ""),
    "line": (r"(conditions )*", "number hits"),
    "conditions": (r"(condition )*", ""),
    "condition": (r"", "number type coverage"),
}
OPTIONAL = {"line": {"branch", "condition-coverage"}}
#: The parts of SARIF 2.1.0 (OASIS, sections 3.13 to 3.54) that are written.
LEVELS = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = {"type": "object", "required": ["text"],
           "properties": {"text": {"type": "string", "minLength": 1}},
           "additionalProperties": False}
PHYSICAL = {
    "type": "object", "required": ["artifactLocation"],
    "additionalProperties": False,
    "properties": {
        "artifactLocation": {
            "type": "object", "required": ["uri"],
            "additionalProperties": False,
            "properties": {"uri": {"type": "string",
                                   "pattern": r"^[A-Za-z0-9._~%:/-]+$"},
                           "uriBaseId": {"const": "%SRCROOT%"}}},
        "region": {"type": "object", "required": ["startLine"],
                   "additionalProperties": False,
                   "properties": {
                       "startLine": {"type": "integer", "minimum": 1},
                       "startColumn": {"type": "integer", "minimum": 1}}}}}
LOCATION = {"type": "object", "additionalProperties": False,
            "properties": {"id": {"type": "integer", "minimum": 0},
                           "physicalLocation": PHYSICAL, "message": MESSAGE}}
RULE = {"type": "object", "required": ["id"], "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "shortDescription": MESSAGE, "fullDescription": MESSAGE,
            "help": MESSAGE,
            "defaultConfiguration": {
                "type": "object", "additionalProperties": False,
                "properties": {"level": LEVELS}}}}
RESULT = {
    "type": "object", "required": ["message"], "additionalProperties": False,
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVELS, "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION},
        "codeFlows": {"type": "array", "items": {
            "type": "object", "required": ["threadFlows"],
            "properties": {"threadFlows": {
                "type": "array", "minItems": 1, "items": {
                    "type": "object", "required": ["locations"],
                    "properties": {"locations": {
                        "type": "array", "minItems": 1, "items": {
                            "type": "object", "required": ["location"],
                            "properties": {"location": LOCATION}}}}}}}}},
        "partialFingerprints": {"type": "object", "minProperties": 1,
                                "additionalProperties": {"type": "string"}},
        "properties": {"type": "object"}}}
SARIF = {
    "type": "object", "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string"}, "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {
            "type": "object", "required": ["tool"],
            "additionalProperties": False,
            "properties": {
                "tool": {"type": "object", "required": ["driver"],
                         "properties": {"driver": {
                             "type": "object", "required": ["name"],
                             "additionalProperties": False,
                             "properties": {
                                 "name": {"type": "string"},
                                 "version": {"type": "string"},
                                 "semanticVersion": {
                                     "pattern": r"^\d+\.\d+\.\d+$"},
                                 "rules": {"type": "array", "items": RULE,
                                           "uniqueItems": True}}}}},
                "automationDetails": {"type": "object"},
                "originalUriBaseIds": {"type": "object"},
                "columnKind": {"enum": ["utf16CodeUnits",
                                        "unicodeCodePoints"]},
                "results": {"type": "array", "items": RESULT}}}}}}


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text)

    def call(self, *command, code=0, env=None):
        clean = {k: v for k, v in os.environ.items()
                 if k != "GITHUB_STEP_SUMMARY"}
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True,
            cwd=self.dir, timeout=240, check=False,
            env={**clean, **(env or {})})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def catenary(self, *arguments, **more):
        return self.call(CATENARY, *arguments, **more)

    def share(self):
        """A program that divides by zero, and has dead code."""
        self.put("share.c", SHARE)
        self.put("share.toml", SHARE_TOML)
        self.catenary("generate", "share.toml", "-o", "share.json", code=1)


def records(lcov):
    """{file: (lines, branches)} of a tracefile."""
    out = {}
    for line in lcov.splitlines():
        kind, _, rest = line.partition(":")
        if kind == "SF":
            lines, branches = out.setdefault(rest, ({}, {}))
        elif kind == "DA":
            number, count = rest.split(",")[:2]
            lines[int(number)] = int(count)
        elif kind == "BRDA":
            *place, taken = rest.split(",")
            branches[tuple(map(int, place))] = taken
    return out


class Coverage(Case):
    def lock(self):
        self.put("lock.c", LOCK)
        self.catenary("generate", "lock.c", "--cover", "branch", "-o",
                      "lock.json")

    def by_llvm_cov(self):
        """What llvm-cov counts for the exported harness: another way to build
        it, and other calls of LLVM's tools."""
        self.catenary("convert", "lock.json", "--to", "harness", "-o", "h")
        self.call("clang-19", "-fprofile-instr-generate", "-fcoverage-mapping",
                  "-Ih", "h/harness.c", "h/adapter.c", "-lm", "-o", "h/run")
        for test in self.call("h/run", "--list").stdout.split():
            self.call("h/run", test,
                      env={"LLVM_PROFILE_FILE": f"h/{test}.profraw"})
        self.call("llvm-profdata-19", "merge", *self.dir.glob("h/*.profraw"),
                  "-o", "h/all.profdata")
        return self.call("llvm-cov-19", "export", "-format=lcov", "h/run",
                         "-instr-profile=h/all.profdata").stdout

    @unittest.skipIf(shutil.which("llvm-cov-19") is None, "needs llvm-cov-19")
    def test_figures_of_a_program_are_those_of_llvm_cov(self):
        self.lock()
        ours = records(self.catenary("convert", "lock.json", "--to",
                                     "lcov").stdout)
        theirs = records(self.by_llvm_cov())
        self.assertEqual(list(ours), ["lock.c"])
        wanted = theirs[str(self.dir.resolve() / "lock.c")]
        self.assertEqual(ours["lock.c"], wanted)
        # Both know something that was not reached, and macros.
        self.assertIn(0, wanted[0].values())
        self.assertTrue(any(place[0] == 9 for place in wanted[1]))

    @unittest.skipIf(shutil.which("genhtml") is None, "needs lcov")
    @unittest.skipIf(shutil.which("llvm-cov-19") is None, "needs llvm-cov-19")
    def test_genhtml_reads_a_tracefile_without_a_warning(self):
        self.lock()
        self.catenary("convert", "lock.json", "--to", "lcov", "-o", "l.info")
        done = self.call("genhtml", "--branch-coverage", "l.info", "-o",
                         "page")
        self.assertNotIn("WARNING", (done.stdout + done.stderr).upper())
        lines = records((self.dir / "l.info").read_text())["lock.c"][0]
        hit = sum(count > 0 for count in lines.values())
        self.assertIn(f"({hit} of {len(lines)} lines)", done.stdout)

    def test_steps_that_crash_or_hang_are_not_counted(self):
        """Nobody knows how far such a step came."""
        self.share()
        done = self.catenary("convert", "share.json", "--to", "lcov")
        lines, branches = records(done.stdout)["share.c"]
        self.assertRegex(done.stderr, "ends early .*SIGFPE|Floating")
        rows = [row.split(",") for row in self.catenary(
            "convert", "share.json", "--to", "csv").stdout.splitlines()[2:]]
        ins = [int(row[5]) for row in rows if row[5]]
        # 12 / (3 - 3) is the crash, at the end of a test.
        whole = [value for value in ins if value != 3]
        self.assertLess(len(whole), len(ins))
        self.assertEqual(lines[4], len(whole))
        self.assertEqual(lines[6], sum(value > 1 for value in whole))
        self.assertEqual(branches[4, 0, 0], str(lines[6]))

    def test_what_comes_behind_an_endless_loop_is_not_reached(self):
        self.put("hang.c", "int in;\nint out;\nvoid step(void) {\n"
                 "  out = 1;\n  if (in == 7) {\n    while (out) {}\n"
                 "    out = 2;\n  }\n}\n")
        self.catenary("generate", "hang.c", "--cover", "branch",
                      "--step-timeout", "200ms", "-o", "hang.json", code=1)
        done = self.catenary("convert", "hang.json", "--to", "lcov")
        self.assertIn("no end within the time limit", done.stderr)
        lines, branches = records(done.stdout)["hang.c"]
        self.assertEqual(lines[7], 0)
        self.assertIn(branches[6, 0, 1], ("0", "-"))

    def test_copies_of_sources_are_counted_by_goals(self):
        self.put("share.c", "#define MOST 9\n" + SHARE.replace("1)", "MOST)"))
        self.put("share.toml", SHARE_TOML.replace(
            "[inputs]", 'redefine = { MOST = "1" }\n[inputs]').replace(
                ', "ub"', ""))
        self.catenary("generate", "share.toml", "-o", "s.json", code=1)
        done = self.catenary("convert", "s.json", "--to", "lcov")
        self.assertIn("redefined macros", done.stderr)
        self.assertEqual(set(records(done.stdout)["share.c"][0]), {5, 9})

    def test_a_model_that_has_changed_is_told(self):
        """Also where only lines move, which the digest of a program does not
        show."""
        self.lock()
        same = self.catenary("convert", "lock.json", "--to", "lcov")
        self.assertNotIn("[model-changed]", same.stderr)
        text = (self.dir / "lock.c").read_text()
        self.put("lock.c", "\n" + text)
        moved = self.catenary("convert", "lock.json", "--to", "lcov")
        self.assertIn("lock", moved.stderr)
        self.assertIn("[model-changed]", moved.stderr)

    def test_cobertura_is_what_its_dtd_demands(self):
        self.lock()
        text = self.catenary("convert", "lock.json", "--to",
                             "cobertura").stdout
        root = xml.etree.ElementTree.fromstring(text)
        self.assertEqual(root.tag, "coverage")
        for element in root.iter():
            children, attributes = COBERTURA[element.tag]
            found = "".join(child.tag + " " for child in element)
            self.assertRegex(found, f"^{children}$", element.tag)
            demanded = set(attributes.split())
            self.assertLessEqual(demanded, set(element.attrib))
            self.assertLessEqual(set(element.attrib) - demanded,
                                 OPTIONAL.get(element.tag, set()))
        lines, branches = records(self.catenary(
            "convert", "lock.json", "--to", "lcov").stdout)["lock.c"]
        hit = sum(count > 0 for count in lines.values())
        taken = sum(t not in ("-", "0") for t in branches.values())
        self.assertEqual(
            [root.get(key) for key in ("lines-covered", "lines-valid",
                                       "branches-covered", "branches-valid")],
            [str(n) for n in (hit, len(lines), taken, len(branches))])
        self.assertAlmostEqual(float(root.get("line-rate")), hit / len(lines),
                               delta=0.0001)
        hits = {int(line.get("number")): int(line.get("hits"))
                for line in root.iterfind(".//class/lines/line")}
        self.assertEqual(hits, lines)

    @unittest.skipIf(shutil.which("diff-cover") is None, "needs diff-cover")
    def test_diff_cover_reads_cobertura(self):
        """It counts the lines that a branch adds: here all of the program."""
        git = ("git", "-c", "user.name=x", "-c", "user.email=x@x")
        self.call(*git, "init", "-q", "-b", "before")
        self.call(*git, "commit", "-q", "--allow-empty", "-m", "nothing")
        self.call(*git, "checkout", "-q", "-b", "after")
        self.lock()
        self.call(*git, "add", "lock.c")
        self.call(*git, "commit", "-q", "-m", "a lock")
        self.catenary("convert", "lock.json", "--to", "cobertura", "-o", "c.xml")
        self.call("diff-cover", "c.xml", "--compare-branch", "before",
                  "--json-report", "diff.json")
        lines, _ = records(self.catenary("convert", "lock.json", "--to",
                                         "lcov").stdout)["lock.c"]
        missed = sorted(n for n, count in lines.items() if count == 0)
        report = json.loads((self.dir / "diff.json").read_text())
        self.assertEqual(report["total_num_lines"], len(lines))
        self.assertEqual(report["src_stats"]["lock.c"]["violation_lines"], missed)
        self.assertTrue(missed)

    def test_goals_of_state_machines_are_lines_of_the_model(self):
        self.put("door.sm", DOOR)
        self.catenary("generate", "door.sm", "-o", "door.json")
        suite = json.loads((self.dir / "door.json").read_text())
        wanted = {}
        for goal in suite["goals"]:
            if goal["status"] != "covered" or goal.get("violation"):
                continue
            line = goal["where"]["line"]
            count = sum(goal["id"] in test["goals"] for test in suite["tests"])
            wanted[line] = max(wanted.get(line, 0), count)
        lines, _ = records(self.catenary("convert", "door.json", "--to",
                                         "lcov").stdout)["door.sm"]
        self.assertEqual({n: c for n, c in lines.items() if c}, wanted)
        self.assertGreater(len(wanted), 2)

    def test_a_program_that_no_harness_runs_is_counted_by_goals(self):
        self.put("gate.c", "extern int __VERIFIER_nondet_int(void);\n"
                 "int main(void) {\n  int n = 0;\n  while (1) {\n"
                 "    if (__VERIFIER_nondet_int() == 7) ++n;\n  }\n}\n")
        self.catenary("generate", "gate.c", "--cover", "branch", "-o",
                      "gate.json")
        done = self.catenary("convert", "gate.json", "--to", "lcov")
        self.assertIn("counted by the goals of the suite", done.stderr)
        lines, branches = records(done.stdout)["gate.c"]
        self.assertGreater(lines[5], 0)
        self.assertEqual(len([b for b in branches if b[0] == 5]), 2)

    def test_a_program_that_is_gone_is_an_error(self):
        self.lock()
        (self.dir / "lock.c").unlink()
        done = self.catenary("convert", "lock.json", "--to", "lcov", code=2)
        self.assertIn("[model-missing]", done.stderr)


class Sarif(Case):
    def sarif(self, *arguments, code=0):
        out = self.catenary("convert", *arguments, "--to", "sarif", code=code)
        document = json.loads(out.stdout)
        jsonschema.validate(document, SARIF)
        run = document["runs"][0]
        for result in run["results"]:
            rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
            self.assertEqual(rule["id"], result["ruleId"])
        return run["results"]

    def test_a_defect_has_its_place_and_the_steps_to_it(self):
        self.share()
        suite = json.loads((self.dir / "share.json").read_text())
        errors = [r for r in self.sarif("share.json") if r["level"] == "error"]
        self.assertEqual(len(errors), 1)
        region = errors[0]["locations"][0]["physicalLocation"]
        self.assertEqual(region["artifactLocation"],
                         {"uri": "share.c", "uriBaseId": "%SRCROOT%"})
        self.assertEqual(region["region"]["startLine"], 6)
        self.assertIn(errors[0]["properties"]["witness"],
                      [test["id"] for test in suite["tests"]])
        flow = errors[0]["codeFlows"][0]["threadFlows"][0]["locations"]
        steps = re.search(r"after (\d+) step",
                          errors[0]["message"]["text"]).group(1)
        self.assertEqual(len(flow), int(steps))
        self.assertIn("in = 3", flow[-1]["location"]["message"]["text"])

    def test_dead_code_is_a_note(self):
        self.share()
        notes = [r for r in self.sarif("share.json") if r["level"] == "note"]
        lines = {r["locations"][0]["physicalLocation"]["region"]["startLine"]
                 for r in notes}
        self.assertEqual(lines, {8})
        self.assertEqual({r["ruleId"] for r in notes}, {"goal-unreachable"})

    def test_fingerprints_stay_when_lines_move(self):
        self.share()
        before = self.sarif("share.json")
        self.put("share.c", "/* a\n new\n comment */\n" + SHARE)
        self.catenary("generate", "share.toml", "-o", "moved.json", code=1)
        after = self.sarif("moved.json")
        prints = [[r["partialFingerprints"] for r in run]
                  for run in (before, after)]
        self.assertEqual(prints[0], prints[1])
        self.assertNotEqual([r["locations"] for r in before],
                            [r["locations"] for r in after])
        flat = [json.dumps(p) for p in prints[0]]
        self.assertEqual(len(flat), len(set(flat)))

    def test_failed_tests_are_results(self):
        self.put("ok.c", "int in; int out;\n"
                 "void step(void) { if (in) out = 1; else out = 0; }\n")
        self.put("bad.c", "int in; int out;\n"
                 "void step(void) { if (in) out = 2; else out = 0; }\n")
        self.catenary("generate", "ok.c", "--cover", "branch", "-o", "s.json")
        self.catenary("convert", "bad.c", "--to", "adapter", "-o", "a.c")
        self.call("cc", "-shared", "-fPIC", "-o", "bad.so", "a.c")
        self.catenary("run", "s.json", "--sut", "native:./bad.so", "-o",
                      "r.json", code=1)
        failed = [r for r in self.sarif("s.json", "--results", "r.json")
                  if r["ruleId"] == "test-failed"]
        self.assertEqual(len(failed), 1)
        self.assertIn("expectation-violated", failed[0]["message"]["text"])
        self.assertEqual(self.sarif("s.json"), [])
        # Results of another suite say nothing about this one.
        self.catenary("generate", "ok.c", "--cover", "statement", "-o",
                      "other.json")
        done = self.catenary("convert", "other.json", "--results", "r.json",
                             "--to", "sarif", code=2)
        self.assertIn("[suite-differs]", done.stderr)

    def test_check_writes_its_findings(self):
        self.put("share.c", SHARE)
        self.put("share.toml", SHARE_TOML)
        self.catenary("check", "share.toml", "--sarif", "f.sarif", code=1)
        document = json.loads((self.dir / "f.sarif").read_text())
        jsonschema.validate(document, SARIF)
        found = {(r["level"], r["ruleId"])
                 for r in document["runs"][0]["results"]}
        self.assertIn(("error", "defect-crashed"), found)
        self.assertIn(("note", "goal-unreachable"), found)
        done = self.catenary("check", "share.toml", "--sarif", "f.sarif",
                             code=2)
        self.assertIn("f.sarif", done.stderr)
        # Never over the model, with --force either.
        self.catenary("check", "share.toml", "--sarif", "share.toml",
                      "--force", code=2)
        self.assertEqual((self.dir / "share.toml").read_text(), SHARE_TOML)

    def test_hostile_names_stay_text(self):
        self.share()
        suite = json.loads((self.dir / "share.json").read_text())
        name = 'a"b\n\u0007<%20>\u202e|'
        suite["findings"] = [{"code": name, "severity": "error",
                              "message": name, "where": {"file": "d i/%r é", "line": 3},
                              "requirements": [name]}]
        self.put("hostile.json", json.dumps(suite))
        result = self.sarif("hostile.json")[0]
        self.assertEqual(result["message"]["text"], name)
        uri = result["locations"][0]["physicalLocation"]
        self.assertEqual(uri["artifactLocation"]["uri"],
                         "d%20i/%25r%20%C3%A9")


class Markdown(Case):
    def test_open_goals_and_findings_are_listed(self):
        self.share()
        text = self.catenary("convert", "share.json", "--to",
                             "markdown").stdout
        self.assertIn("## Catenary: share\n", text)
        self.assertRegex(text, r"\| error \| `share.c:6:\d+` \|")
        suite = json.loads((self.dir / "share.json").read_text())
        for table, violation in (("| goals covered |", False),
                                 ("| properties violated |", True)):
            row = text.split(table, 1)[1].splitlines()[2]
            self.assertEqual(
                [int(cell) for cell in row.split("|")[1:3]],
                [sum(g["status"] == status and
                     g.get("violation", False) == violation
                     for g in suite["goals"])
                 for status in ("covered", "unreachable")])

    def test_names_are_never_markup(self):
        self.share()
        suite = json.loads((self.dir / "share.json").read_text())
        name = ("|x|`y``<script>alert(1)</script>[a](http://b) @team #12 "
                "**b** <!-- $x$ \\|\n## h www.e.org")
        suite["findings"] = [{"code": name, "severity": "error",
                              "message": name, "requirements": [name],
                              "where": {"file": name, "line": 3}}]
        for goal in suite["goals"]:
            goal["status"], goal["reason"] = "undecided", name
        suite["tests"], suite["certificates"] = [], []
        self.put("hostile.json", json.dumps(suite))
        text = self.catenary("convert", "hostile.json", "--to",
                             "markdown").stdout
        for line in text.splitlines():
            cells = re.split(r"(?<!\\)\|", line.replace("\\\\", ""))
            if line.startswith("|"):
                self.assertIn(len(cells), (5, 7, 9), line)
            # Code spans have nothing that could end them.
            prose = re.sub(r"(?<!\\)`[^`|\\]*`|</?code>", "", line)
            self.assertNotRegex(prose, r"<[a-z!/]|(?<!\\)`", line)
            self.assertNotRegex(prose, r"(?<!\\)\[|@\w|http:/|(?<!\\)\*", line)
        headings = [line for line in text.splitlines() if line[:1] == "#"]
        self.assertEqual(headings, ["## Catenary: share", "### Findings",
                                    "### Open goals"])

    def test_a_long_summary_is_cut_below_the_limit(self):
        self.share()
        suite = json.loads((self.dir / "share.json").read_text())
        finding = {"code": "c", "severity": "error", "message": "|" * 3000}
        suite["findings"] = [finding] * 3000
        self.put("long.json", json.dumps(suite))
        text = self.catenary("convert", "long.json", "--to",
                             "markdown").stdout
        self.assertLess(len(text.encode()), 1 << 20)
        self.assertGreater(len(text.encode()), (1 << 20) - 5000)
        shown = text.count("| error |") + text.count("| note |")
        dead = sum(g["status"] == "unreachable" and not g.get("violation")
                   for g in suite["goals"])
        left = int(re.search(r"(\d+) rows are left out", text).group(1))
        self.assertEqual(shown + left, 3000 + dead)
        self.assertGreater(left, 0)

    def test_commands_append_to_the_summary_of_a_step(self):
        self.put("ok.c", "int in; int out;\n"
                 "void step(void) { if (in) out = 1; else out = 0; }\n")
        step = {"GITHUB_STEP_SUMMARY": str(self.dir / "summary.md")}
        self.put("summary.md", "before")
        self.catenary("generate", "ok.c", "--cover", "branch", "-o", "s.json",
                      env=step)
        self.catenary("convert", "ok.c", "--to", "adapter", "-o", "a.c")
        self.call("cc", "-shared", "-fPIC", "-o", "ok.so", "a.c")
        self.catenary("run", "s.json", "--sut", "native:./ok.so", env=step)
        self.catenary("check", "ok.c", "--cover", "branch", env=step)
        text = (self.dir / "summary.md").read_text()
        self.assertTrue(text.startswith("before\n## Catenary: ok\n"))
        self.assertEqual(text.count("## Catenary: ok\n"), 3)
        self.assertEqual(text.count("**Verdicts** on `native:./ok.so`"), 1)

    def test_a_summary_that_cannot_be_written_is_a_warning(self):
        self.put("ok.c", "int in; int out;\n"
                 "void step(void) { if (in) out = 1; else out = 0; }\n")
        done = self.catenary("check", "ok.c", "--cover", "branch", env={
            "GITHUB_STEP_SUMMARY": str(self.dir / "no" / "folder")})
        self.assertIn("cannot write the summary", done.stderr)
        self.put("full.md", "x" * (1 << 20))
        done = self.catenary("check", "ok.c", "--cover", "branch", env={
            "GITHUB_STEP_SUMMARY": str(self.dir / "full.md")})
        self.assertIn("1 MiB", done.stderr)
        self.assertEqual((self.dir / "full.md").stat().st_size, 1 << 20)


class Drawings(Case):
    def suites(self):
        """Something of each kind that is drawn: signals, messages, messages of
        a system, trees; models."""
        self.put("lock.c", LOCK)
        self.catenary("generate", "lock.c", "--cover", "branch", "-o",
                      "lock.json")
        examples = SOURCE / "examples"
        machine = examples / "collision_avoidance" / "controller.sm"
        timed = examples / "coffee_machine" / "coffee_machine.xlia"
        # It has defects, which are drawn as well.
        self.catenary("generate", machine, "-o", "machine.json", code=1)
        self.catenary("generate", timed, "-o", "timed.json")
        return ["lock.json", "machine.json", "timed.json", machine, timed]

    @unittest.skipIf(shutil.which("plantuml") is None, "needs plantuml")
    def test_plantuml_reads_its_drawings(self):
        files = []
        for number, path in enumerate(self.suites()):
            files.append(f"{number}.puml")
            self.catenary("convert", path, "--to", "plantuml", "-o",
                          files[-1])
        self.call("plantuml", "-checkonly", *files)
        # It does find faults.
        self.put("faulty.puml", "@startuml\nA -> -> B ((\n@enduml\n")
        faulty = subprocess.run(["plantuml", "-checkonly", "faulty.puml"],
                                cwd=self.dir, capture_output=True, timeout=240,
                                check=False)
        self.assertNotEqual(faulty.returncode, 0)

    def test_mermaid_has_the_same_steps_as_plantuml(self):
        self.suites()
        for suite in ("lock.json", "machine.json"):
            drawn = self.catenary("convert", suite, "--to", "mermaid").stdout
            other = self.catenary("convert", suite, "--to", "plantuml").stdout
            self.assertEqual(drawn.count("sequenceDiagram\n"),
                             other.count("@startuml"))
            self.assertEqual(len(re.findall(r"^  Note over .*: step ", drawn,
                                            re.M)),
                             other.count("== step "))
            calls = re.findall(r"^  \w+->>\w+: (.*)$", drawn, re.M)
            texts = re.findall(r"^\w+ -> \w+ : (.*)$", other, re.M)
            self.assertEqual([self.shown(t) for t in calls],
                             [t.replace("~", "") for t in texts])

    @staticmethod
    def shown(text):
        """What Mermaid makes of its entities."""
        return html.unescape(re.sub(r"#(\d+);", r"&#\1;", text))


class Hostile(Case):
    """Suites, results and descriptions of somebody who wants to execute or
    write something on the machine of those who use the exports."""

    def lamp(self):
        """A program with a property; its suite."""
        self.put("lamp.c", "int in;\nint out;\nvoid step(void) {\n"
                 "#ifdef FAULT\n  out = 2;\n#else\n"
                 "  if (in > 1) out = 1; else out = 0;\n#endif\n}\n")
        self.put("lamp.toml", '[program]\nsources = ["lamp.c"]\n'
                 'step = "step();"\n[inputs]\n"in" = { range = [0, 4] }\n'
                 '[outputs]\n"out" = {}\n[[property]]\nid = "one"\n'
                 'when = "in > 1"\nthen = "out == 1"\n'
                 'requirements = ["R-1"]\n')
        self.catenary("generate", "lamp.toml", "--cover", "branch", "-o",
                      "lamp.json")
        return json.loads((self.dir / "lamp.json").read_text())

    def put_suite(self, suite):
        self.put("hostile.json", json.dumps(suite))

    def files(self):
        """All that is in the folder of this test case."""
        return {str(path.relative_to(self.dir))
                for path in self.dir.rglob("*")}

    def assert_nothing_ran(self):
        self.assertFalse([f for f in self.files()
                          if pathlib.Path(f).name == "PWNED"])

    def build(self, folder, *flags, code=0):
        """The exported project, built as it is and run."""
        self.call("cmake", "-S", folder, "-B", folder + "/b", *flags)
        self.call("cmake", "--build", folder + "/b")
        return self.call(folder + "/b/harness", code=code).stdout

    def test_texts_of_a_suite_execute_nothing_in_a_harness(self):
        self.put_suite(with_hostile_texts(self.lamp()))
        self.catenary("convert", "hostile.json", "--to", "harness", "-o", "h")
        self.assertIn("pass ", self.build("h"))
        self.call("ctest", "--test-dir", "h/b")
        # The same with trigraphs, by all compilers, and where a test fails:
        # then its goals are printed.
        for compiler in ("gcc", "clang-19"):
            if shutil.which(compiler) is None:
                continue
            for flag, code in (("-DRIGHT", 0), ("-DFAULT", 1)):
                self.call(compiler, flag, "-D_GNU_SOURCE", "-std=c11", "-Ih",
                          "h/harness.c", "h/adapter.c", "-lm", "-o", "run")
                said = self.call("./run", code=code).stdout
                self.assertEqual(code == 1, "%s%n%s%n" in said, said)
                self.assertEqual(code == 1, HOSTILE[0] in said, said)
        self.assert_nothing_ran()

    def test_texts_of_a_suite_of_a_state_machine_execute_nothing(self):
        self.put("door.sm", DOOR)
        self.catenary("generate", "door.sm", "-o", "door.json")
        suite = json.loads((self.dir / "door.json").read_text())
        self.put_suite(with_hostile_texts(suite))
        self.catenary("convert", "hostile.json", "--to", "harness", "-o", "h")
        said = self.build("h", "-DCMAKE_CXX_STANDARD=14",
                          "-DCMAKE_CXX_EXTENSIONS=OFF")
        self.assertIn("ok 1 - ", said)
        self.assertNotIn("not ok", said)
        self.assert_nothing_ran()
        # A name that would have to be a place in the code is refused.
        signals = suite["signature"]["inputs"]
        old, signals[0]["name"] = signals[0]["name"], HOSTILE[0]
        for test in suite["tests"]:
            del test["id"]
            for step in test["steps"]:
                if old in step["inputs"]:
                    step["inputs"][HOSTILE[0]] = step["inputs"].pop(old)
        self.put_suite(suite)
        done = self.catenary("convert", "hostile.json", "--to", "harness",
                             "-o", "h2", code=2)
        self.assertIn(f"tests choose '{HOSTILE[0]}'", done.stderr)
        self.assert_nothing_ran()

    def test_descriptions_execute_nothing(self):
        """Names of files and folders, flags, and texts of properties: more of
        a program than its C may be hostile."""
        folder = "in ${X};y)@Z@ $ENV{HOME} $(touch PWNED) `touch PWNED`"
        (self.dir / folder).mkdir()
        self.put(folder + "/k.h", "#define K 1\n")
        self.put("p.c", '#include "k.h"\nint in, out;\n'
                 "void step(void) { if (in) out = K; else out = 0; }\n")
        text = (
            '[program]\nsources = ["p.c"]\nstep = "step();"\n'
            f'flags = ["-I{folder}", "-DX=$(touch PWNED);`touch PWNED`"]\n'
            '[inputs]\n"in" = { range = [0, 1] }\n[outputs]\n"out" = {}\n')
        for number, hostile in enumerate(HOSTILE):
            text += (f'[[property]]\nid = {json.dumps(f"{number} {hostile}")}'
                     f'\ntext = {json.dumps(hostile)}\n'
                     f'requirements = [{json.dumps(hostile)}]\n'
                     'when = "in == 1"\nthen = "out == 1"\n')
        name = 'a"); system("touch PWNED"); ("* ${X} $(touch PWNED) @F@ \\'
        self.put(name + ".toml", text)
        self.catenary("generate", name + ".toml", "-o", "s.json")
        self.catenary("convert", "s.json", "--to", "harness", "-o", "h")
        self.assertIn("pass ", self.build("h"))
        self.call("ctest", "--test-dir", "h/b")
        self.assert_nothing_ran()
        # A name that #include cannot have.
        self.put('x".c', "int in, out; void step(void) { out = in; }\n")
        self.put("x.toml", text.replace('"p.c"', "'x\".c'"))
        done = self.catenary("generate", "x.toml", "-o", "x.json", code=2)
        self.assertIn("'#include' cannot name", done.stderr)

    def test_flags_cannot_end_a_comment(self):
        """The adapter says in a comment with which flags it is built."""
        self.put("p.c", "int in, out;\n"
                 "void step(void) { if (in) out = 1; else out = 0; }\n")
        self.put("p.toml", '[program]\nsources = ["p.c"]\nstep = "step();"\n'
                 'flags = ["-DX=\\"*/ int evil; /*\\""]\n[inputs]\n'
                 '"in" = { range = [0, 1] }\n[outputs]\n"out" = {}\n')
        self.catenary("convert", "p.toml", "--to", "adapter", "-o", "a.c")
        self.call("cc", "-shared", "-fPIC", "-o", "a.so", "a.c")
        self.assertNotIn("evil", self.call("nm", "a.so").stdout)

    def test_no_export_executes_or_writes_anything_else(self):
        self.put_suite(with_hostile_texts(self.lamp()))
        before = self.files()
        for to in ("csv", "vcd", "dot", "plantuml", "mermaid", "lcov",
                   "cobertura", "sarif", "markdown"):
            with self.subTest(to=to):
                done = self.catenary("convert", "hostile.json", "--to", to)
                self.assertTrue(done.stdout)
                self.assertEqual(self.files(), before)
        self.catenary("report", "hostile.json", "--csv", "r.csv", "--html",
                      "r.html")
        self.assertEqual(self.files() - before, {"r.csv", "r.html"})

    def every_export(self):
        """{folder or file: the command that writes it}"""
        out = {to: ("convert", "hostile.json", "--to", to)
               for to in ("harness", "gtest", "ttcn3", "csv", "vcd",
                          "plantuml", "mermaid", "lcov", "cobertura", "sarif",
                          "markdown")}
        out["run"] = ("run", "hostile.json", "--sut", "native:./lamp.so")
        return out

    def lamp_library(self):
        self.catenary("convert", "lamp.toml", "--to", "adapter", "-o", "a.c")
        self.call("cc", "-shared", "-fPIC", "-o", "lamp.so", "a.c")

    def test_names_and_ids_of_tests_that_lead_elsewhere_are_refused(self):
        suite = self.lamp()
        self.lamp_library()
        absolute = str(self.dir / "evil")
        paths = ["../../evil", absolute, "a/../../evil"]
        texts = ["..\\evil", "evil\n", "$(touch evil)", "a;b", "a\u0000b"]
        for key, said, names in (
                ("name", "characters other than letters", paths + texts),
                ("id", "does not belong to this content", paths)):
            for name in names:
                changed = json.loads(json.dumps(suite))
                changed["tests"][0][key] = name
                self.put_suite(changed)
                before = self.files()
                for out, command in self.every_export().items():
                    with self.subTest(key=key, name=name, out=out):
                        done = self.catenary(*command, "-o", out, code=2)
                        self.assertIn(said, done.stderr)
                self.assertEqual(self.files(), before)

    def test_names_of_tests_are_no_names_of_files(self):
        """Some names are allowed that would be folders, or options."""
        suite = self.lamp()
        self.lamp_library()
        test = suite["tests"][0]
        self.put_suite(suite)
        parts = {"harness", "gtest", "ttcn3"}
        expected = {}
        for out, command in self.every_export().items():
            before = self.files()
            self.catenary(*command, "-o", "usual-" + out)
            expected[out] = {path.removeprefix("usual-")
                             for path in self.files() - before}
        for name in ("..", ".", "", "-", "--help", "-rf"):
            test["name"] = name
            self.put_suite(suite)
            for out, command in self.every_export().items():
                with self.subTest(name=name, out=out):
                    before = self.files()
                    self.catenary(*command, "-o", out)
                    self.assertEqual(self.files() - before, expected[out])
                    if out in parts:
                        shutil.rmtree(self.dir / out)
                    else:
                        (self.dir / out).unlink()

    def test_models_that_lead_elsewhere_are_no_outputs(self):
        suite = self.lamp()
        suite["model"]["name"] = "../../evil"
        suite["findings"] = [{"code": "../evil", "severity": "error",
                              "message": "m", "where": {"file": "../../evil",
                                                        "line": 1}}]
        self.put_suite(suite)
        before = self.files()
        for out in ("harness", "gtest", "ttcn3"):
            self.catenary("convert", "hostile.json", "--to", out, "-o", out)
        self.assertEqual({path.split("/")[0] for path in
                          self.files() - before},
                         {"harness", "gtest", "ttcn3"})
        self.assertFalse((self.dir / "../../evil").exists())
        self.assertFalse((self.dir / "../evil").exists())

    def test_ids_in_results_are_not_names_of_files(self):
        self.lamp()
        self.lamp_library()
        self.catenary("run", "lamp.json", "--sut", "native:./lamp.so", "-o",
                      "r.json")
        results = json.loads((self.dir / "r.json").read_text())
        results["tests"][0]["id"] = "../../evil"
        self.put("evil.json", json.dumps(results))
        before = self.files()
        done = subprocess.run(
            [CATENARY, "report", "lamp.json", "--results", "evil.json",
             "--junit", "j.xml", "--html", "j.html"], cwd=self.dir,
            capture_output=True, text=True, timeout=240, check=False)
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        self.assertLessEqual(self.files() - before, {"j.xml", "j.html"})

    def test_names_of_tests_may_be_words_of_cmake(self):
        suite = self.lamp()
        for name in ("PROPERTIES", "COMMAND", "WORKING_DIRECTORY",
                     "CONFIGURATIONS", "COMMAND_EXPAND_LISTS", "NAME", "ON",
                     "test", "all", "..", "-"):
            with self.subTest(name=name):
                suite["tests"][0]["name"] = name
                self.put_suite(suite)
                self.catenary("convert", "hostile.json", "--to", "harness",
                              "-o", "h", "--force")
                self.call("cmake", "-S", "h", "-B", "h/b")
                said = self.call("ctest", "--test-dir", "h/b", "-N").stdout
                kept = name if name in ("test", "all", "..", "-") \
                    else f"test-{name}"
                self.assertIn(f"Test #1: {kept}\n", said)


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop(2)).resolve()
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
