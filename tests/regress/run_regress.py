#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one regression file: a model that says itself what must come out.

Directives are comment lines (`//`, `#`, `;` or `--`) of the form `NAME: text`:

  WHY:      what would be broken if this failed (required)
  RUN:      a command line of catenary without its name. For check and generate
            the file itself is the MODEL unless {file} or {data} appears.
            {file}, {dir}, {out} and {data} are replaced by the file, its
            directory, a fresh directory and the shared test data. generate
            writes {out}/suite.json unless -o is given.
  EXPECT:   pairs of name and number, from the summary that generate --json
            prints: `goals 6 covered 6 unreachable 0 tests 2 steps 5`
  JSON:     a statement about the document on stdout: `PATH OP VALUE` with OP
            one of == != <= >= < > contains ~ (regular expression); PATH like
            summary.covered, tests[0].id, goals[id=p1].status, len(tests)
  ERROR:    a regular expression that stderr matches somewhere
  EXIT:     the exit code; 0 where it is not given
  REQUIRES: programs, or `data` for the shared test data; else skipped
  SCRUB:    keys; the documents with one and two jobs agree but for these
  KNOWNBUG: the file must fail; when it passes, remove the line

A RUN after an expectation begins a new group; the expectations of a group hold
for each of its RUNs. Always checked besides: no crash and no exit code 70; with
exit code 2 nothing on stdout; a suite made with one and with two jobs is the
same, byte by byte; a suite passes on the model it was made from.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
DIRECTIVE = re.compile(r"^\s*(?://|#|;|--)\s*([A-Z][A-Z0-9_]+):\s*(.*?)\s*$")
EXPECTATIONS = ("EXPECT", "JSON", "ERROR", "EXIT")
KNOWN = ("WHY", "RUN", "REQUIRES", "SCRUB", "KNOWNBUG") + EXPECTATIONS
TAKES_MODEL = ("check", "generate")
ALIASES = {"steps": ("steps", "total_steps")}


def with_capsule(model, words):
    """The path of the model with the capsule that --capsule names."""
    if "--capsule" not in words:
        return model
    return f"{model}#{words[words.index('--capsule') + 1]}"


class Failure(Exception):
    """The file does not hold."""


class Skip(Exception):
    """The file cannot be run here."""


class Group:
    """RUN lines and what must come out of each."""

    def __init__(self):
        self.runs = []
        self.expectations = []

    def all(self, name):
        return [text for kind, text in self.expectations if kind == name]

    def exit_code(self):
        codes = self.all("EXIT")
        if len(codes) > 1:
            raise Failure("EXIT twice for the same RUN")
        return int(codes[0]) if codes else 0


class Test:
    """The directives of one file."""

    def __init__(self, text):
        self.single = {}
        self.groups = []
        for number, line in enumerate(text.splitlines(), 1):
            match = DIRECTIVE.match(line)
            if match:
                self.add(match.group(1), match.group(2), number)
        if "WHY" not in self.single:
            raise Failure("no WHY")
        if not self.groups:
            raise Failure("no RUN")
        for group in self.groups:
            if not group.expectations:
                raise Failure("nothing is expected of RUN: " + group.runs[-1])

    def add(self, name, text, number):
        if name not in KNOWN:
            raise Failure(f"line {number}: unknown directive {name}")
        if not text:
            raise Failure(f"line {number}: {name} says nothing")
        if name == "RUN":
            if not self.groups or self.groups[-1].expectations:
                self.groups.append(Group())
            self.groups[-1].runs.append(text)
        elif name in EXPECTATIONS:
            if not self.groups:
                raise Failure(f"line {number}: {name} before any RUN")
            self.groups[-1].expectations.append((name, text))
        else:
            self.single.setdefault(name, []).append(text)

    def words(self, name):
        return " ".join(self.single.get(name, [])).replace(",", " ").split()


def look_up(document, path):
    """The value at a path of a JSON document."""
    length = re.fullmatch(r"len\((.*)\)", path)
    if length:
        return len(look_up(document, length.group(1)))
    value = document
    for step in re.findall(r"[^.\[\]]+|\[[^\]]*\]", path):
        try:
            if step.startswith("["):
                step = step[1:-1]
                if "=" in step:
                    key, wanted = step.split("=", 1)
                    value = next(x for x in value if str(x.get(key)) == wanted)
                else:
                    value = value[int(step)]
            else:
                value = value[step]
        except (KeyError, IndexError, TypeError, ValueError, StopIteration,
                AttributeError):
            raise Failure(f"JSON has no {path} (at {step})") from None
    return value


def parse_value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


OPERATORS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "contains": lambda a, b: b in a,
    "~": lambda a, b: re.search(str(b), str(a)) is not None,
}


def check_json(document, statement):
    match = re.fullmatch(
        r"(\S+)\s+(==|!=|<=|>=|<|>|contains|~)\s+(.*)", statement)
    if not match:
        raise Failure(f"JSON: cannot read '{statement}'")
    path, operator, wanted = match.groups()
    found = look_up(document, path)
    expected = wanted if operator == "~" else parse_value(wanted)
    try:
        holds = OPERATORS[operator](found, expected)
    except TypeError:
        holds = False
    if not holds:
        raise Failure(f"JSON: {statement}, but it is {json.dumps(found)}")


def summary_value(document, name):
    """A figure of the summary; a list there counts its elements."""
    for place in (document.get("summary"), document):
        if not isinstance(place, dict):
            continue
        for key in ALIASES.get(name, (name,)):
            if key in place:
                value = place[key]
                return len(value) if isinstance(value, list) else value
    raise Failure(f"EXPECT: the summary has no '{name}'")


def check_expect(document, text):
    words = text.split()
    if len(words) % 2:
        raise Failure(f"EXPECT: not pairs of name and number: {text}")
    for name, wanted in zip(words[::2], words[1::2]):
        found = summary_value(document, name)
        if found != parse_value(wanted):
            raise Failure(f"EXPECT: {name} {wanted}, but it is {found}")


def scrubbed(value, keys):
    if isinstance(value, dict):
        return {k: scrubbed(v, keys) for k, v in value.items()
                if k not in keys}
    if isinstance(value, list):
        return [scrubbed(v, keys) for v in value]
    return value


class Result:
    """What one call of catenary left behind."""

    def __init__(self, command, done):
        self.command = command
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    def document(self):
        try:
            return json.loads(self.out)
        except ValueError:
            raise Failure("stdout is not one JSON document") from None


class Runner:
    """Runs the groups of one file."""

    def __init__(self, catenary, path, out, seconds):
        self.catenary = [catenary]
        self.path = path
        self.out = out
        self.seconds = seconds
        self.last = None

    def call(self, arguments):
        command = self.catenary + arguments
        try:
            done = subprocess.run(
                command, cwd=self.out, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, errors="replace",
                timeout=self.seconds, check=False)
        except subprocess.TimeoutExpired:
            raise Failure(f"no end after {self.seconds} s: "
                          + shlex.join(command)) from None
        self.last = Result(command, done)
        if self.last.code < 0:
            raise Failure(f"killed by signal {-self.last.code}")
        return self.last

    def arguments(self, text, wants_json):
        places = {"{file}": str(self.path), "{dir}": str(self.path.parent),
                  "{out}": str(self.out),
                  "{data}": os.environ.get("CATENARY_DATA", "")}
        names_file = "{file}" in text or "{data}" in text
        words = shlex.split(text)
        for place, value in places.items():
            words = [word.replace(place, value) for word in words]
        if words[0] in TAKES_MODEL and not names_file:
            words.insert(1, str(self.path))
        if wants_json and "--json" not in words:
            words.append("--json")
        return words

    def run_group(self, group, scrub):
        for text in group.runs:
            wants_json = bool(group.all("EXPECT") or group.all("JSON")
                              or text.split()[0] == "generate")
            words = self.arguments(text, wants_json)
            if words[0] == "generate":
                self.run_generate(words, group, scrub)
            else:
                self.check(self.call(words), group)

    def check(self, result, group):
        wanted = group.exit_code()
        if result.code != wanted:
            raise Failure(f"EXIT: {wanted}, but it is {result.code}")
        if result.code == 2 and result.out:
            raise Failure("exit code 2, but there is something on stdout")
        for pattern in group.all("ERROR"):
            if not re.search(pattern, result.err, re.MULTILINE):
                raise Failure(f"ERROR: stderr does not match {pattern}")
        if group.all("EXPECT") or group.all("JSON"):
            document = result.document()
            for text in group.all("EXPECT"):
                check_expect(document, text)
            for text in group.all("JSON"):
                check_json(document, text)

    def run_generate(self, words, group, scrub):
        has_output = any(re.match(r"(-o|--output)", word) for word in words)
        has_jobs = any(re.match(r"(-j|--jobs)", word) for word in words)
        suite = self.out / "suite.json"
        suite.unlink(missing_ok=True)
        if not has_output:
            words = words + ["-o", "suite.json"]
        first = self.call(words + ([] if has_jobs else ["--jobs", "1"]))
        self.check(first, group)
        if has_output or first.code not in (0, 1) or not suite.exists():
            if first.code == 0 and not has_output and not suite.exists():
                raise Failure("generate wrote no suite")
            return
        written = suite.read_bytes()
        if not has_jobs:
            suite.unlink()
            second = self.call(words + ["--jobs", "2"])
            self.check(second, group)
            if not suite.exists() or suite.read_bytes() != written:
                raise Failure("the suite depends on the number of jobs")
            if scrub and (scrubbed(first.document(), scrub)
                          != scrubbed(second.document(), scrub)):
                raise Failure("the document depends on the number of jobs")
        model = next((w for w in words[1:] if not w.startswith("-")
                      and pathlib.Path(w).exists()), str(self.path))
        replay = self.call(["run", "suite.json", "--allow-empty", "--sut",
                            f"model:{with_capsule(model, words)}",
                            "--keep-going", "--json"])
        self.check_replay(replay, first)

    def check_replay(self, replay, generated):
        """Tests pass on their own model, but for those that show a finding."""
        findings = []
        if generated.code == 1:
            findings = generated.document().get("findings", [])
        witnesses = {finding["witness"] for finding in findings}
        defects = any(f["code"].startswith("defect-") for f in findings)
        broken = [test for test in replay.document()["tests"]
                  if test["verdict"] != "pass"]
        for test in broken:
            # The model may do something else that is allowed.
            if test.get("code", "").startswith("INC_"):
                continue
            # A chain can end in the step that crashes, with its last goals.
            shows = (test["id"] in witnesses if test["verdict"] == "fail"
                     else test["verdict"] == "error" and defects)
            if not shows:
                raise Failure("the suite does not pass on its own model: test "
                              f"{test['id']}: {test['reason']}")
        if (replay.code != 0) != bool(broken):
            raise Failure("the suite does not pass on its own model: exit "
                          f"code {replay.code}")


def require(names):
    for name in names:
        if name == "data":
            data = os.environ.get("CATENARY_DATA", "")
            if not os.path.isdir(data):
                raise Skip("no shared test data (CATENARY_DATA)")
        elif shutil.which(name) is None:
            raise Skip(f"{name} is not installed")


def run_file(path, catenary, out, seconds):
    """Raises Failure or Skip; returns the number of calls otherwise."""
    test = Test(path.read_text(encoding="utf-8"))
    require(test.words("REQUIRES"))
    runner = Runner(catenary, path, out, seconds)
    try:
        for group in test.groups:
            runner.run_group(group, set(test.words("SCRUB")))
    except Failure as failure:
        if test.single.get("KNOWNBUG"):
            print(f"known bug, still there: {failure}")
            return
        if runner.last is not None:
            print("$ " + shlex.join(runner.last.command))
            print(f"exit code {runner.last.code}\n-- stdout\n"
                  f"{runner.last.out[:20000]}\n-- stderr\n"
                  f"{runner.last.err[:20000]}")
        raise
    if test.single.get("KNOWNBUG"):
        raise Failure("passes now: remove KNOWNBUG")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--catenary", required=True)
    parser.add_argument("--seconds", type=float, default=120,
                        help="for one call")
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args(arguments)
    path = options.file.resolve()
    with tempfile.TemporaryDirectory(prefix="catenary-regress-") as out:
        try:
            run_file(path, os.path.abspath(options.catenary),
                     pathlib.Path(out).resolve(), options.seconds)
        except Skip as skip:
            print(f"skipped: {skip}")
            return SKIPPED
        except Failure as failure:
            print(f"{options.file}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
