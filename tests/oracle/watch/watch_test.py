#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requirements as goals of a search, against the monitor of `run --oracle`.

Random contracts over random small programs and state machines. All runs up to
some length are tests that `generate --oracle` is given (--extend), so that
- at each step of each of them, what the search says is violated is what the
  monitor of runs says (a difference ends the program: see confirm());
- `run --oracle` fails exactly the tests in which the suite says that a
  requirement is violated, at that step, with those requirements;
- what is proved never to be violated is violated in none of them, and what is
  violated has its first violation where a shortest of them has it.

Usage: watch_test.py CATENARY FIRST_SEED COUNT
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

LENGTH = {2: 7, 3: 5, 4: 4, 6: 3}


def pick(rng, *of):
    return rng.choice(of)


# ---- systems ----------------------------------------------------------------

def c_number(rng):
    """An expression over inputs a, b and the state s, t."""
    return pick(rng, "a", "s", "t", "s + a", "t + b", "s * 2 + b", "3 - t",
                "b ? s : a", "s == a ? t : s", "(s + 1) * b")


def write_program(rng, folder):
    top = rng.choice([1, 2])
    wide = rng.choice(["unsigned char", "int", "signed char", "long"])
    text = (f"_Bool b; {wide} a, x; int y, s, t; _Bool z;\n"
            "void step(void) {\n"
            f"  int u = ({c_number(rng)}) & 3, v = ({c_number(rng)}) & 3;\n"
            f"  x = u; y = ({c_number(rng)}) - {rng.randint(0, 2)};\n"
            f"  z = {pick(rng, 'u > v', 'b', 's == u', 'v != 2')};\n"
            f"  s = u; t = v;\n{pick(rng, '', '  a = 0;', '  b = !b;')}\n"
            "}\n")
    (folder / "p.c").write_text(text)
    (folder / "p.toml").write_text(
        '[program]\nsources = ["p.c"]\nstep = "step();"\n[inputs]\n'
        f'"a" = {{ range = [0, {top}] }}\n"b" = {{}}\n'
        '[outputs]\n"x" = {}\n"y" = {}\n"z" = {}\n'
        '[[property]]\nid = "p"\nwhen = "s == 1"\nthen = "t <= 3"\n')
    letters = [(str(a), b) for a in range(top + 1) for b in ("false", "true")]
    return "p.toml", ["a", "b"], letters, ["b", "a"], ["x", "y", "z"]


def write_machine(rng, folder):
    """A capsule that counts and answers; its messages have no parameters."""
    def effect():
        out = pick(rng, "", "out.yes().send();", "out.no(n).send();",
                   "if (n > 1) out.yes().send();",
                   "if (n == 1) out.no(n + 1).send();")
        return out + pick(rng, "", " n = (n + 1) % 3;", " n = 0;")
    states = ["A", "B"]
    lines = ["model M", "protocol P {", "  in go()", "  in stop()",
             "  out yes()", "  out no(level: int)", "}", "capsule C {",
             "  attribute n: int = 0", "  port out: P", "  machine {",
             "    initial begin", "    state A", "    state B",
             "    transition t0: begin -> A"]
    for k, (state, message) in enumerate(
            itertools.product(states, ["go", "stop"])):
        if rng.random() < 0.15:
            continue
        lines.append(f"    transition t{k + 1}: {state} -> "
                     f"{rng.choice(states)} {{\n      on out.{message}\n"
                     f"      do {{ {effect()} }}\n    }}")
    lines += ["  }", "}", ""]
    (folder / "m.sm").write_text("\n".join(lines))
    return ("m.sm", ["message"], [("out.go",), ("out.stop",)], ["message"],
            ["out.yes", "out.no", "out.no.level", "state"])


# ---- requirements -----------------------------------------------------------

class Requirements:
    def __init__(self, rng, inputs, outputs):
        self.rng = rng
        self.lines = ["interface random",
                      "enum Word = low, high, odd",
                      "enum Message = go, stop",
                      "enum State = A, B"]
        self.truths, self.numbers, self.maps = [], [], []
        self.sorts = {}
        for name in inputs:
            self.declare("input", name)
        for name in outputs:
            self.declare("output", name)
        for k in range(rng.choice([0, 0, 1, 2])):
            of_inputs = [n for n, (_, role) in self.sorts.items()
                         if role == "input"]
            now = self.atom(rng.choice(of_inputs), "'")
            before = self.atom(rng.choice(list(self.sorts)), "")
            self.lines.append(f"env e{k}: {now} or {before}")
        self.lines.append("view v")
        for k in range(rng.randint(1, 3)):
            self.lines.append(f'  req R-{k} "Number {k}."')
            for c in range(rng.randint(1, 2)):
                self.lines.append("    " + self.contract(f"c{k}_{c}"))

    def declare(self, role, signal):
        rng = self.rng
        name = "v_" + signal.replace(".", "_")
        if signal == "message":
            sort = "Message"
        elif signal == "state":
            sort = "State"
        elif signal in ("b", "z"):
            sort = rng.choice(["bool", "bool", "int 0..1"])
        else:
            sort = rng.choice(["int 0..3", "int -2..12", "int 0..1", "bool",
                               "Word", "int -5..99"])
        if role == "input" and signal == "a":
            sort = rng.choice(["int 0..2", "int 0..1", "Word", "bool"])
        self.lines.append(f"{role} {name} : {sort}")
        self.maps += ["--map", f"{name}={signal}"]
        self.sorts[name] = (sort, role)

    def atom(self, name, prime):
        rng, (sort, _) = self.rng, self.sorts[name]
        if sort == "bool":
            return rng.choice([name + prime, f"not {name}{prime}"])
        if sort.startswith("int"):
            op = rng.choice(["=", "!=", "<", "<=", ">"])
            right = str(rng.randint(-1, 3))
            other = rng.choice(list(self.sorts))
            if rng.random() < 0.4 and self.sorts[other][0].startswith("int"):
                right = rng.choice([f"{other}{prime}", f"{other}{prime} + 1",
                                    f"2 * {other}{prime} - 1"])
            return f"{name}{prime} {op} {right}"
        values = {"Word": ["low", "high", "odd"], "Message": ["go", "stop"],
                  "State": ["A", "B"]}[sort]
        return f"{name}{prime} {rng.choice(['=', '!='])} {rng.choice(values)}"

    def condition(self, prime="'"):
        rng = self.rng
        names = list(self.sorts)
        a = self.atom(rng.choice(names), prime)
        b = self.atom(rng.choice(names), prime)
        return rng.choice([a, a, f"({a} and {b})", f"({a} or {b})",
                           f"({a} => {b})", f"({a} <=> {b})"])

    def later(self):
        """What a `step` contract may say: both steps."""
        rng = self.rng
        numbers = [n for n, (s, _) in self.sorts.items()
                   if s.startswith("int")]
        if numbers and rng.random() < 0.4:
            a, b = rng.choice(numbers), rng.choice(numbers)
            return rng.choice([f"{a}' = {b}", f"{a}' <= {b} + 1",
                               f"{a}' - {b} < 3", f"{a}' * {b} >= 0"])
        return rng.choice([f"({self.condition('')} => {self.condition()})",
                           self.condition()])

    def contract(self, name):
        rng = self.rng
        kind = rng.random()
        c = self.condition
        if kind < 0.2:
            return f"always {name}: {c()}"
        if kind < 0.3:
            return f"init {name}: {c()}"
        if kind < 0.55:
            return f"step {name}: {self.later()}"
        if kind < 0.65:
            return (f"step {name}: when {c('')} then {self.later()}")
        form = rng.choice([f"within {rng.randint(0, 2)} steps {c()}",
                           f"for {rng.randint(1, 2)} steps {c()}",
                           f"until {c()}, {c()}"])
        if kind < 0.8:
            return f"always {name}: when {c()} then {form}"
        look = rng.choice([f"pre({c()})", f"once({c()})",
                           f"once({c()}, {rng.randint(1, 2)})",
                           f"historically({c()})",
                           f"since({c()}, {c()})"])
        return f"always {name}: {look} or {c()}"


# ---- the comparison ---------------------------------------------------------

class Failure(Exception):
    pass


def call(catenary, folder, *args, codes=(0, 1)):
    done = subprocess.run([catenary, *args], cwd=folder, text=True,
                          capture_output=True, timeout=300)
    if done.returncode not in codes:
        raise Failure(f"{' '.join(args)}: exit {done.returncode}\n"
                      f"{done.stdout}{done.stderr}")
    return done


def write_all_runs(folder, inputs, letters):
    length = LENGTH[len(letters)]
    rows = [",".join(inputs)]
    for run in itertools.product(letters, repeat=length):
        rows += [",".join(letter) for letter in run] + [""]
    (folder / "all.csv").write_text("\n".join(rows[:-1]) + "\n")
    return length


def steps_of(suite, part):
    """Of a test or a prefix, with those of the prefixes that it goes on from."""
    before = part.get("after", -1)
    return (steps_of(suite, suite["prefixes"][before]) if before >= 0
            else []) + part["steps"]


def first_violations(suite, test, requirement_goals):
    """The step, from 1, and the ids of the goals; or nothing."""
    for number, step in enumerate(steps_of(suite, test), 1):
        ids = sorted(set(step.get("goals", [])) & requirement_goals)
        if ids:
            return number, ids
    return None


def names_of(violation):
    out = [f"{r}.violated" for r in violation.get("requirements", [])]
    out += [f"{c}.violated" for c in violation.get("contracts", [])
            if c.startswith("range of ")]
    return sorted(out)


def compare(catenary, folder, rng):
    maker = write_program if rng.random() < 0.7 else write_machine
    model, inputs, letters, ins, outs = maker(rng, folder)
    req = Requirements(rng, ins, outs)
    (folder / "r.req").write_text("\n".join(req.lines) + "\n")
    length = write_all_runs(folder, inputs, letters)
    oracle = ["--oracle", "r.req", *req.maps]
    cover = ["--cover", "property"]
    made = call(catenary, folder, "generate", model, *oracle, *cover,
                "-o", "suite.json", codes=(0, 1, 2))
    if made.returncode == 2:  # what is written makes no sense
        return False
    call(catenary, folder, "generate", model, *oracle, *cover, "-o",
         "all.json", "--extend", "all.csv")
    suite = json.loads((folder / "suite.json").read_text())
    both = json.loads((folder / "all.json").read_text())
    goals = {g["id"]: g for g in suite["goals"] if g["kind"] == "requirement"}
    known = {g["id"]: g["status"] for g in both["goals"]}
    call(catenary, folder, "run", "all.json", "--sut", f"model:{model}",
         *oracle, "--oracle-only", "-o", "results.json", codes=(0, 1, 5))
    results = json.loads((folder / "results.json").read_text())
    judged = {t["id"]: t for t in results["tests"]}
    shortest = {}
    for test in both["tests"]:
        ours = first_violations(both, test, set(goals))
        violations = judged[test["id"]].get("violations", [])
        theirs = None
        if violations:
            theirs = violations[0]["step"], names_of(violations[0])
        if ours != theirs:
            raise Failure(f"test {test['id']}: the search says {ours}, "
                          f"run --oracle {theirs}")
        for name in ours[1] if ours else []:
            shortest[name] = min(ours[0], shortest.get(name, ours[0]))
    for name, goal in goals.items():
        if known[name] != goal["status"]:
            raise Failure(f"{name}: {goal['status']}, with all runs given "
                          f"{known[name]}")
        if goal["status"] not in ("covered", "unreachable"):
            raise Failure(f"{name}: {goal['status']}: {goal['reason']}")
        depth = goal.get("depth", -1)
        if goal["status"] == "unreachable":
            fits = name not in shortest
        elif name in shortest:
            fits = shortest[name] == depth
        else:
            fits = depth > length
        if not fits:
            raise Failure(f"{name}: {goal['status']} at {depth}, all runs of "
                          f"{length} steps say {shortest.get(name)}")
    return bool(shortest)


def main():
    catenary = str(pathlib.Path(sys.argv[1]).resolve())
    first, count = int(sys.argv[2]), int(sys.argv[3])
    violated = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            try:
                violated += compare(catenary, folder, random.Random(seed))
            except Failure as failure:
                for file in ("p.c", "p.toml", "m.sm", "r.req"):
                    if (folder / file).exists():
                        print(f"--- {file}\n{(folder / file).read_text()}")
                print(f"seed {seed}: {failure}")
                return 1
    print(f"{count} systems, {violated} of which violate something")
    if violated < count // 5:
        print("too few of them say anything")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
