# SPDX-License-Identifier: Apache-2.0
"""Every claim that Catenary makes of a program, against what is true of it."""
import json
import os
import re
import subprocess
import time

from program_case import FLOATS, float_bits, letters

LIMIT = 15  # seconds that a run may take
LIMIT_OF_STRATEGY = 0.5
PERHAPS = "perhaps not a shortest"  # what a reason says that claims no depth
# Exhaustive methods and engines, and those that only find.
RUNS = [
    ("generate",), ("check",), ("generate", "--engine", "symbolic"),
    ("generate", "--engine", "classes"), ("check", "--engine", "symbolic"),
    ("generate", "--engine", "explicit", "--objective", "steps"),
    ("generate", "--method", "concolic"), ("check", "--engine", "classes"),
    ("generate", "--method", "single"), ("generate", "--reset-cost", "2"),
    ("check", "--engine", "explicit"),
    ("generate", "--method", "single", "--engine", "symbolic"),
    ("generate", "--method", "random", "--runs", "300"),
    ("generate", "--method", "single", "--engine", "classes"),
    ("generate", "--method", "concolic", "--strategy", "sc"),
    ("generate", "--method", "concolic", "--strategy", "rt"),
]


class Wrong(Exception):
    """A claim is false."""


class Crash(Exception):
    """Catenary died."""


class Overrun(Exception):
    """Catenary took longer than it was told to."""


class Refused(Exception):
    """Catenary does not take the program."""


class Claims:
    """Runs of Catenary on one case, and how many claims of them were compared.
    """

    def __init__(self, catenary, truth, patience, limit=LIMIT, always=()):
        self.catenary, self.truth = catenary, truth
        self.case, self.folder = truth.case, truth.folder
        self.patience = patience
        self.limit = limit
        self.always = always  # options of each run
        self.count = self.undecided = 0
        self.complete = not self.case.chance and \
            all(i.complete for i in self.case.inputs)

    def call(self, *arguments, name="suite.json"):
        """Standard output as JSON, and the suite."""
        model = "prog.c" if self.case.whole else "prog.toml"
        # Strategies that prove nothing go on until they are stopped.
        limit = LIMIT_OF_STRATEGY if "--strategy" in arguments \
            else self.limit
        command = [self.catenary, arguments[0], model, "--json", "--timeout",
                   f"{limit}s", *self.always, *arguments[1:]]
        if arguments[0] == "generate":
            command += ["-o", name, "--force"]
        if "-j" not in arguments:
            command += ["-j", "1"]
        begin = time.monotonic()
        try:
            done = subprocess.run(command, cwd=self.folder, text=True,
                                  capture_output=True,
                                  timeout=8 * self.limit * self.patience)
        except subprocess.TimeoutExpired:
            raise Overrun("no answer") from None
        took = time.monotonic() - begin
        if took > (limit * 1.1 + 2) * self.patience:
            raise Overrun(f"{took:.1f} s")
        if done.returncode == 2:
            raise Refused(first_error(done.stderr))
        if done.returncode not in (0, 1, 4):
            raise Crash(f"exit code {done.returncode}: "
                        f"{first_error(done.stderr)}")
        if done.returncode == 4 and not done.stdout.strip():
            raise Refused("stopped before there was an answer")
        suite = None
        if arguments[0] == "generate":
            path = os.path.join(self.folder, name)
            if done.returncode == 4 and not os.path.exists(path):
                raise Refused("stopped before there was a suite")
            with open(path, encoding="utf-8") as file:
                suite = json.load(file, parse_int=integer)
        return json.loads(done.stdout), suite, done

    def compare(self, *arguments):
        document, suite, done = self.call(*arguments)
        method = arguments[arguments.index("--method") + 1] \
            if "--method" in arguments else "chain"
        exact = self.complete and method in ("chain", "single")
        self.goals(document, exact)
        self.findings(document, exact and done.returncode != 4)
        if arguments[0] == "check":
            self.ranges(document)
            return
        self.runs(suite)
        if method == "chain":
            self.chains(document, suite, arguments)

    def goals(self, document, exact):
        found = {}
        for goal in document["goals"]:
            found.setdefault(without_column(goal["id"]), []).append(goal)
        self.knows_all = set(found) <= set(self.truth.depth)
        for name, depth in self.truth.depth.items():
            if name not in found:
                branch = name.startswith(self.case.source)
                if depth is not None and not branch and self.complete:
                    raise Wrong(f"{name}: reached after {depth} steps, but not "
                                "known as a goal")
                continue
            if len(found[name]) != 1:
                self.knows_all = False
                continue
            self.goal(name, found[name][0], depth, exact)

    def goal(self, name, goal, depth, exact):
        status, at = goal["status"], goal["depth"]
        what = f"{name}: {status} {at}; in truth {depth}"
        self.count += 1
        if status == "covered":
            exact = exact and PERHAPS not in goal["reason"]
            if depth is None and self.complete:
                raise Wrong(what)
            if at is not None and depth is not None:
                if at < depth and self.complete or exact and at > depth:
                    raise Wrong(what)
        elif status == "unreachable":
            if depth is not None:
                raise Wrong(what)
        else:
            self.undecided += 1

    def findings(self, document, exact):
        codes = {f["code"] for f in document["findings"]}
        if "defect-hung" in codes:
            raise Wrong("defect-hung")
        if self.complete and "defect-crashed" in codes and \
                not self.truth.crashes:
            raise Wrong("defect-crashed, in truth nothing crashes")
        engine = document.get("summary", {}).get("search", {})
        closed = engine.get("closed") and engine.get("engine") == "explicit"
        if exact and closed and self.truth.crashes and \
                "defect-crashed" not in codes:
            raise Wrong("no crash is found")
        self.count += 1

    def ranges(self, document):
        summary = document["summary"]
        numbers = [(0, n) for n in summary["outputs"]]
        numbers += [(1, n) for s in summary["state"]
                    for n in s.get("numbers", [])]
        for which, number in numbers:
            told = number.get("range")
            true = self.truth.ranges[which].get(number["name"])
            if told is None or true is None:
                continue
            self.count += 1
            low, high = int(told["lo"]), int(told["hi"])
            if told["proved"] and (true[0] < low or true[1] > high):
                raise Wrong(f"{number['name']}: always in [{low}, {high}]; in "
                            f"truth {list(true)}")
            if self.complete and (low < true[0] or high > true[1]) and \
                    not told["proved"]:
                raise Wrong(f"{number['name']}: seen [{low}, {high}]; in truth "
                            f"{list(true)}")

    def runs(self, suite):
        if self.case.whole or self.case.chance:
            return
        ids = [without_column(g["id"]) for g in suite["goals"]]
        self.clear = {i for i in self.truth.depth if ids.count(i) == 1}
        self.signature = suite["signature"]
        ends = []
        for test in suite.get("prefixes", []) + suite["tests"]:
            steps = [step for step in test["steps"]
                     for _ in range(step.get("repeat", 1))]
            if "after" in test:
                steps = ends[test["after"]] + steps
            ends.append(steps)
            if "id" in test:
                self.run(test, steps)

    def by_name(self, step, kind):
        """Values by name; long lists of steps have arrays of them."""
        values = step.get({"inputs": "inputs", "outputs": "expect"}[kind], {})
        if isinstance(values, dict):
            return values
        return dict(zip((v["name"] for v in self.signature[kind]), values))

    def run(self, test, steps):
        rows = [[self.value(i, self.by_name(step, "inputs"))
                 for i in self.case.inputs] for step in steps]
        begin = [int(test["initial"]["values"][v.name])
                 for v in self.case.initial]
        ran = self.truth.replay(rows, letters(self.case.initial).index(begin))
        name = f"test {test['id'][:12]}"
        if len(ran) != len(steps) + 1:
            raise Wrong(f"{name} has {len(steps)} steps, in truth "
                        f"{len(ran) - 1}")
        for k, (step, (_, goals, outputs)) in enumerate(zip(steps, ran[1:]), 1):
            told = set(map(without_column, step.get("goals", [])))
            missed = (told & self.clear) - goals
            if missed:
                raise Wrong(f"{name}, step {k} does not hit {missed}")
            wanted = self.by_name(step, "outputs")
            for signal, value in zip(self.case.outputs, outputs):
                expected = wanted.get(signal)
                if expected is not None and int(expected) != value:
                    raise Wrong(f"{name}, step {k}: {signal} is {value}, not "
                                f"{expected}")
                self.count += expected is not None

    def value(self, variable, given):
        value = given.get(variable.name)
        if value is None:
            low, high = variable.range or (0, 0)
            if variable.type in FLOATS:
                return 0
            return min(max(0, int(low)), int(high)) if variable.range else 0
        if variable.type in FLOATS:
            bits = re.fullmatch(r"NaN\((0x[0-9a-f]+)\)", str(value))
            if bits:
                width = 32 if variable.type == "float" else 64
                bits = int(bits[1], 16)
                return bits - (1 << width) if bits >> width - 1 else bits
            return float_bits(variable.type, float(value))
        value = int(value)
        return value if value < 1 << 63 else value - (1 << 64)

    def chains(self, document, suite, arguments):
        bound = document["summary"].get("bound") or {}
        truth = self.truth
        exact = self.complete and self.knows_all and truth.optima
        if not exact or not bound:
            return
        sizes = []
        by_prefix = []
        for test in suite.get("prefixes", []) + suite["tests"]:
            length = len(test["steps"])
            if "after" in test:
                length += by_prefix[test["after"]]
            by_prefix.append(length)
            if test.get("kind") == "chain":
                sizes.append(length)
        covered = {without_column(g["id"]) for g in document["goals"]
                   if g["status"] == "covered"}
        everything = {g for g in truth.chain if truth.depth[g] is not None} \
            <= covered
        steps, self.count = sum(sizes), self.count + 1
        if "--reset-cost" in arguments:
            reset = int(arguments[arguments.index("--reset-cost") + 1])
            best = min(s + reset * (c - 1) for c, s in truth.optima.items())
            cost = steps + reset * (len(sizes) - 1)
        elif "steps" in arguments:
            best, cost = min(truth.optima.values()), steps
        else:
            fewest = min(truth.optima)
            best, cost = (fewest, truth.optima[fewest]), (len(sizes), steps)
        what = f"{len(sizes)} chains, {steps} steps, {bound}; in truth " \
            f"{truth.optima}"
        if everything and cost < best or \
                bound["minimal"] and everything and cost != best:
            raise Wrong(what)
        if bound["lower"] is None:
            return  # nothing is claimed
        lower = (len(sizes), bound["lower"]) if isinstance(best, tuple) \
            else bound["lower"]
        if lower > best and (not isinstance(best, tuple) or
                             best[0] == len(sizes)):
            raise Wrong("lower bound: " + what)

    def same_bytes(self, *arguments):
        """One worker and four give the same."""
        texts = []
        for jobs in ("1", "4"):
            document, suite, done = self.call(*arguments, "-j", jobs)
            if done.returncode == 4 or "time limit" in done.stdout:
                return  # what the time limit ended depends on the machine
            strip_seconds(document)
            strip_seconds(suite)
            texts.append((document, suite))
        self.count += 1
        if texts[0] != texts[1]:
            raise Wrong("-j 4 differs from -j 1")

    def agree(self, cover, *engines):
        """Two engines do not contradict each other about goals that the
        enumeration does not know."""
        seen = {}
        for engine in engines:
            document, suite, _ = self.call(
                "generate", "--method", "single", "--cover", cover, "--engine",
                engine)
            self.goals(document, self.complete)
            self.runs(suite)
            for goal in document["goals"]:
                self.count += 1
                status = goal["status"]
                self.undecided += status in ("undecided", "not_within_bound")
                if status not in ("covered", "unreachable"):
                    continue
                shortest = self.complete and PERHAPS not in goal["reason"]
                at = goal["depth"] if shortest else None
                by, old, earlier = seen.setdefault(goal["id"],
                                                   (engine, status, at))
                if old != status or None not in (at, earlier) and at != earlier:
                    raise Wrong(f"{goal['id']}: {by} {old} {earlier}, {engine} "
                                f"{status} {at}")

    def replayed(self):
        """The suite passes on the model."""
        model = "prog.c" if self.case.whole else "prog.toml"
        done = subprocess.run([self.catenary, "run", "suite.json", "--sut",
                               f"model:{model}", "--json"], cwd=self.folder,
                              capture_output=True, text=True, timeout=300)
        self.count += 1
        if self.case.chance:
            return
        # A test that shows a violation fails, one that shows a crash crashes.
        tests = json.loads(done.stdout)["tests"] if done.returncode in (0, 1, 5) else []
        bad = [f"{t['code']}: {t['reason']}" for t in tests
               if t["verdict"] in ("fail", "error")]
        shown = r"(holds|invariant\d+) is false"
        if self.truth.crashes:
            shown += "|sut-crashed"
        if bad and all(re.search(shown, x) for x in bad):
            return
        if done.returncode not in (0, 5):
            raise Wrong(f"run --sut model: {done.returncode} "
                        f"{(done.stdout + done.stderr)[:300]}")


def integer(text):
    """JSON's -0 is the zero of a float, and none of Python's integers."""
    return -0.0 if text == "-0" else int(text)


def strip_seconds(value):
    if isinstance(value, dict):
        value.pop("seconds", None)
        for inner in value.values():
            strip_seconds(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            strip_seconds(inner)


def without_column(goal):
    """prog.c:12:7:true -> prog.c:12:true, and assert@prog.c:12."""
    return re.sub(r"^(prog\.c(?:pp)?:\d+):\d+(:true|:false)$", r"\1\2", goal)


def first_error(text):
    lines = [x for x in text.splitlines() if "error" in x or "failed" in x]
    return (lines or text.splitlines() or [""])[0][:200]
