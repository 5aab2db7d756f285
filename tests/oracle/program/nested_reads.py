#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose main() reads inputs in nested loops and in functions.

Usage: nested_reads.py CATENARY [--first N] [--count N] [--keep DIR]

Each program is random: loops with and without a known number of iterations, in
main() and in functions that are called from several places, with break,
continue and return. The truth is found by breadth-first search over all
configurations of an interpreter: place, return addresses, values of variables.
Every branch that Catenary calls covered must be reachable, and every branch
that it calls unreachable must not be.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

VARIABLES = 4
MOST_CONFIGURATIONS = 400_000


class Program:
    """A random program as C text and as code for Truth."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = [
            "extern unsigned char __VERIFIER_nondet_uchar(void);",
            "extern _Bool __VERIFIER_nondet_bool(void);",
            "unsigned char v0, v1, v2, v3;",
        ]
        self.code = []
        self.counters = 0
        self.reads = 0
        self.calls = 0
        self.entries = {}
        count = self.random.randrange(0, 4)
        for k in reversed(range(count)):
            self.function(f"f{k}", [f"f{j}" for j in range(k + 1, count)])
        self.main(list(self.entries))

    def emit(self, text):
        self.lines.append(text)
        return len(self.lines)

    def operation(self, *what):
        self.code.append(list(what))
        return len(self.code) - 1

    def here(self):
        return len(self.code)

    def function(self, name, callees):
        self.entries[name] = self.here()
        self.emit(f"void {name}(void) {{")
        self.callees, self.breaks, self.continues = callees, [], []
        self.in_main = False
        self.block(self.random.randrange(1, 4), 2, 2)
        self.emit("}")
        self.operation("return")

    def main(self, callees):
        self.start = self.here()
        self.emit("int main(void) {")
        self.callees, self.breaks, self.continues = callees, [], []
        self.in_main = True
        self.block(self.random.randrange(0, 3), 1, 1)
        self.loop("1", 3, None)
        self.block(self.random.randrange(0, 2), 1, 1)
        self.emit("  return 0;")
        self.emit("}")
        self.operation("end")

    def block(self, count, depth, nesting):
        for _ in range(count):
            self.statement(depth, nesting)

    def condition(self):
        """The text of a condition, and its operands, of && or || or alone."""
        text, operand = self.operand()
        if self.random.random() < 0.7:
            return text, ("", [(text, operand)])
        other_text, other = self.operand()
        kind = self.random.choice(["&&", "||"])
        return f"{text} {kind} {other_text}", (
            kind, [(text, operand), (other_text, other)])

    def operand(self):
        a, b = self.random.sample(range(VARIABLES), 2)
        value = self.random.randrange(4)
        kind = self.random.choice(["==", "!=", "<", ">"])
        if self.random.random() < 0.3:
            return f"v{a} {kind} v{b}", (a, kind, b, None)
        return f"v{a} {kind} {value}", (a, kind, None, value)

    def test(self, text, condition, place):
        """A line with a condition that is a goal; jumps if it is false."""
        line = self.emit(text)
        kind, operands = condition
        column = 0
        placed = []
        for words, operand in operands:
            column = text.index(words, column) + 1
            placed.append((operand, column))
        return self.operation("test", (kind, placed), line, place)

    def statement(self, depth, nesting):
        pad = "  " * nesting
        kinds = ["set", "set", "read", "read"]
        if depth > 0:
            kinds += ["if", "if", "while", "for", "do", "switch"]
        if self.in_main:
            kinds += ["end"]
        if self.callees:
            kinds += ["call", "call"]
        if self.breaks:
            kinds += ["leave"]
        kind = self.random.choice(kinds)
        if kind == "set":
            a, b = self.random.randrange(VARIABLES), self.random.randrange(VARIABLES)
            c = self.random.randrange(4)
            self.emit(f"{pad}v{a} = (v{b} + {c}) & 3;")
            self.operation("set", a, b, c)
        elif kind == "read":
            self.read(pad)
        elif kind == "call" and self.calls < 8:
            name = self.random.choice(self.callees)
            self.calls += 1
            self.emit(f"{pad}{name}();")
            self.operation("call", self.entries[name])
        elif kind == "if":
            text, condition = self.condition()
            at = self.test(f"{pad}if ({text}) {{", condition, None)
            self.block(self.random.randrange(1, 3), depth - 1, nesting + 1)
            if self.random.random() < 0.4:
                self.emit(f"{pad}}} else {{")
                skip = self.operation("jump", None)
                self.code[at][3] = self.here()
                self.block(self.random.randrange(1, 3), depth - 1, nesting + 1)
                self.code[skip][1] = self.here()
            else:
                self.code[at][3] = self.here()
            self.emit(f"{pad}}}")
        elif kind == "while":
            text, condition = self.condition()
            self.loop(text, depth, condition, nesting)
        elif kind == "for":
            self.counted(depth, nesting, pad)
        elif kind == "do":
            self.do(depth, nesting, pad)
        elif kind == "switch":
            self.switch(depth, nesting, pad)
        elif kind == "end":
            text, condition = self.condition()
            at = self.test(f"{pad}if ({text}) return 0;", condition, None)
            self.operation("end")
            self.code[at][3] = self.here()
        elif kind == "leave":
            self.leave(pad)

    def switch(self, depth, nesting, pad):
        """Without a default, which is an outcome of its own; cases may fall
        through."""
        a = self.random.randrange(VARIABLES)
        line = self.emit(f"{pad}switch (v{a}) {{")
        cases, ends = [], []
        at = self.operation("switch", a, cases, line, None)
        # A break would leave the switch.
        self.breaks, kept = [], self.breaks
        for value in self.random.sample(range(4), self.random.randrange(1, 4)):
            case = self.emit(f"{pad}  case {value}:")
            cases.append((value, case, self.here()))
            self.block(self.random.randrange(1, 3), depth - 1, nesting + 2)
            if self.random.random() < 0.7:
                self.emit(f"{pad}    break;")
                ends.append(self.operation("jump", None))
        self.breaks = kept
        self.emit(f"{pad}}}")
        self.code[at][4] = self.here()
        self.jump_to(ends, self.here())

    def read(self, pad):
        a = self.random.randrange(VARIABLES)
        self.reads += 1
        if self.random.random() < 0.6:
            self.emit(f"{pad}v{a} = __VERIFIER_nondet_bool();")
            self.operation("read", a, 2)
        else:
            self.emit(f"{pad}v{a} = __VERIFIER_nondet_uchar() & 3;")
            self.operation("read", a, 4)

    def leave(self, pad):
        text, condition = self.condition()
        wants_break = self.random.random() < 0.6
        word = "break" if wants_break else "continue"
        at = self.test(f"{pad}if ({text}) {word};", condition, None)
        jump = self.operation("jump", None)
        (self.breaks if wants_break else self.continues)[-1].append(jump)
        self.code[at][3] = self.here()

    def body(self, depth, nesting):
        """The statements of a loop that would hang without a read."""
        self.breaks.append([])
        self.continues.append([])
        self.read("  " * (nesting + 1))
        self.block(self.random.randrange(1, 4), depth - 1, nesting + 1)
        return self.breaks.pop(), self.continues.pop()

    def jump_to(self, jumps, place):
        for jump in jumps:
            self.code[jump][1] = place

    def loop(self, text, depth, condition, nesting=1):
        pad = "  " * nesting
        start = self.here()
        at = None
        if condition is None:
            self.emit(f"{pad}while ({text}) {{")
        else:
            at = self.test(f"{pad}while ({text}) {{", condition, None)
        breaks, continues = self.body(depth, nesting)
        self.jump_to(continues, start)
        self.operation("jump", start)
        self.emit(f"{pad}}}")
        self.jump_to(breaks, self.here())
        if at is not None:
            self.code[at][3] = self.here()

    def do(self, depth, nesting, pad):
        start = self.here()
        self.emit(f"{pad}do {{")
        breaks, continues = self.body(depth, nesting)
        self.jump_to(continues, self.here())
        text, condition = self.condition()
        at = self.test(f"{pad}}} while ({text});", condition, None)
        self.operation("jump", start)
        self.code[at][3] = self.here()
        self.jump_to(breaks, self.here())

    def counted(self, depth, nesting, pad):
        counter = VARIABLES + self.counters
        self.counters += 1
        most = self.random.randrange(1, 4)
        name = f"i{counter}"
        self.operation("zero", counter)
        start = self.here()
        at = self.test(
            f"{pad}for (int {name} = 0; {name} < {most}; ++{name}) {{",
            ("", [(f"{name} < {most}", (counter, "<", None, most))]),
            None,
        )
        breaks, continues = self.body(depth, nesting)
        self.jump_to(continues, self.here())
        self.operation("count", counter)
        self.operation("jump", start)
        self.emit(f"{pad}}}")
        self.code[at][3] = self.here()
        self.jump_to(breaks, self.here())

    def text(self):
        return "\n".join(self.lines) + "\n"


def outcome_of(condition, values, line, out):
    """Of a condition; adds the outcomes of what is evaluated."""
    kind, operands = condition
    for operand, column in operands:
        outcome = holds(operand, values)
        out.add((line, column, outcome))
        if outcome == (kind == "||"):
            break
    out.add((line, outcome))
    return outcome


def holds(condition, values):
    a, kind, b, value = condition
    left, right = values[a], values[b] if b is not None else value
    return {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        ">": left > right,
    }[kind]


def reachable_branches(program):
    """{(line, column, outcome)} of operands and {(line, outcome)} of whole
    conditions and cases, of all runs; None where there are too many
    configurations."""
    first = (program.start, (), (0,) * (VARIABLES + program.counters))
    seen = {first}
    work = [first]
    out = set()
    while work:
        if len(seen) > MOST_CONFIGURATIONS:
            return None
        at, stack, values = work.pop()
        what, *of = program.code[at]
        following = []
        if what == "end":
            continue
        if what == "jump":
            following = [(of[0], stack, values)]
        elif what == "return":
            following = [(stack[-1], stack[:-1], values)]
        elif what == "call":
            following = [(of[0], stack + (at + 1,), values)]
        elif what == "test":
            outcome = outcome_of(of[0], values, of[1], out)
            following = [(at + 1 if outcome else of[2], stack, values)]
        elif what == "switch":
            variable, cases, line, place = of
            out.add((line, all(values[variable] != c[0] for c in cases)))
            for value, case, target in cases:
                is_taken = values[variable] == value
                out.add((case, is_taken))
                place = target if is_taken else place
            following = [(place, stack, values)]
        else:
            changed = list(values)
            if what == "set":
                options = [(values[of[1]] + of[2]) & 3]
            elif what == "read":
                options = range(of[1])
            elif what == "zero":
                options = [0]
            else:
                options = [values[of[0]] + 1]
            for value in options:
                changed[of[0]] = value
                following.append((at + 1, stack, tuple(changed)))
        for one in following:
            if one not in seen:
                seen.add(one)
                work.append(one)
    return out


def faults_of(goals, truth):
    """What the statuses claim wrongly, and how many goals are undecided."""
    out, undecided = [], 0
    # Cases are known by their lines alone.
    with_columns = {key[0] for key in truth if len(key) == 3}
    for goal in goals:
        _, line, column, outcome = goal["id"].rsplit(":", 3)
        key = (int(line), outcome == "true")
        if int(line) in with_columns and not goal["id"].startswith("decision@"):
            key = (int(line), int(column), outcome == "true")
        is_reachable = key in truth
        if goal["status"] == "covered" and not is_reachable:
            out.append(f"{goal['id']}: covered, but no run reaches it")
        if goal["status"] == "unreachable" and is_reachable:
            out.append(f"{goal['id']}: unreachable, but a run reaches it")
        if goal["status"] not in ("covered", "unreachable"):
            undecided += 1
    return out, undecided


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("catenary")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    checked = refused = late = undecided = goals = wrong = 0
    folder = tempfile.mkdtemp()
    for seed in range(arguments.first, arguments.first + arguments.count):
        program = Program(seed)
        truth = reachable_branches(program)
        if truth is None:
            continue
        path = os.path.join(folder, f"p{seed}.c")
        with open(path, "w", encoding="utf-8") as out:
            out.write(program.text())
        done = subprocess.run(
            [arguments.catenary, "generate", path, "--cover",
             "branch,decision,mcdc",
             "--json", "--timeout", "20s", "--force", "-o", path + ".json"],
            capture_output=True, text=True, check=False)
        faults = []
        if done.returncode == 2 and "[no-goals]" in done.stderr:
            refused += 1
            continue
        if done.returncode == 4:
            print(f"seed {seed}: the time was over")
            late += 1
            continue
        if done.returncode not in (0, 1):
            faults = [f"exit code {done.returncode}: {done.stderr[:500]}"]
        else:
            # What shows MC/DC is another matter; here it must not fail.
            found = [goal for goal in json.loads(done.stdout)["goals"]
                     if not goal["id"].startswith("mcdc@")]
            faults, open_ones = faults_of(found, truth)
            undecided += open_ones
            goals += len(found)
            if open_ones:
                print(f"seed {seed}: {open_ones} of {len(found)} undecided")
        checked += 1
        for fault in faults:
            print(f"seed {seed}: {fault}")
            wrong += 1
        if faults and arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            shutil.copy(path, arguments.keep)
    shutil.rmtree(folder)
    print(f"{checked} programs, {goals} branches, {undecided} undecided, "
          f"{refused} without branches, {late} late, {wrong} wrong")
    sys.exit(1 if wrong or checked == 0 else 0)


if __name__ == "__main__":
    main()
