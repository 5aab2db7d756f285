#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Step programs with timers and buttons, of any size, for benchmarks and tests;
a description with the program in it, printed as TOML.

Usage: timed_program.py SHAPE [--goals N] [--parts N] [--modes N]
                        [--timers LO HI] [--seed N]

At most one button is pressed in a step. A timer counts the steps that its mode
lasts, up to its length; transitions and goals ask whether it has run out. A goal
is a mode, a condition and a button. Shapes:

machine      one machine of --modes modes, a level, an armed flag and --parts
             timers, each of which runs in some of the modes.
independent  --parts machines with a timer and buttons of their own.
shared       the same, but neighbours have a button in common.
gated        the same, but the timer of a machine only runs while its neighbour
             is not in its first mode.
nested       a machine of --parts modes, each with a machine inside that starts
             anew when the outer mode is entered.

All machines start in mode 0; a chain ends where they are in mode 0 again. Every
mode can be reached, and left.
"""
import argparse
import pathlib
import random


class Program:
    """What becomes the description."""

    def __init__(self):
        self.buttons = []
        self.variables = []
        self.body = []
        self.goals = []
        self.final = []

    def button(self, name):
        if name not in self.buttons:
            self.buttons.append(name)
        return name

    def text(self):
        declare = [f"static unsigned char {b};" for b in self.buttons]
        declare += [f"static unsigned char {v};" for v in self.variables]
        declare += ["static void step(void) {"]
        declare += ["  " + line for line in self.body] + ["}"]
        nothing = pathlib.Path(__file__).resolve().parent / "models/nothing.c"
        out = ["[program]", f'sources = ["{nothing}"]', "declare = '''"]
        out += declare
        out += ["'''", 'step = "step();"']
        out += [f'assume = ["{" + ".join(self.buttons)} <= 1"]']
        out += [f'final = "{" && ".join(self.final)}"', "", "[inputs]"]
        out += [f'"{b}" = {{ range = [0, 1] }}' for b in self.buttons]
        for number, goal in enumerate(self.goals):
            out += ["", "[[property]]", f'id = "g{number}"', f'when = "{goal}"']
        return "\n".join(out) + "\n"


def machine_edges(rng, modes, buttons, conditions):
    """Lists of (condition, target) for each mode; a ring, so that all modes are
    reached, with shortcuts; each mode has a button at most once a condition."""
    edges = []
    for mode in range(modes):
        ways = [(mode + 1) % modes]
        ways += [rng.randrange(modes) for _ in range(rng.randrange(3))]
        here = []
        for number, target in enumerate(ways):
            if target == mode:
                continue
            when = rng.choice(buttons)
            if number > 0 or rng.random() < 0.5:
                when += " && " + rng.choice(conditions(mode))
            here.append((when, target))
        rng.shuffle(here)
        edges.append(here)
    return edges


def write_switch(program, variable, edges):
    program.body.append(f"switch ({variable}) {{")
    for mode, here in enumerate(edges):
        program.body.append(f"case {mode}:")
        word = "if"
        for when, target in here:
            program.body.append(f"  {word} ({when}) {variable} = {target};")
            word = "else if"
        program.body.append("  break;")
    program.body.append("}")


def machine(program, args, rng):
    buttons = [program.button(b) for b in
               ("press", "up", "down", "door", "alarm")]
    lengths = sorted(rng.randint(*args.timers) for _ in range(args.parts))
    program.variables += ["mode", "level", "armed"]
    program.variables += [f"t{i}" for i in range(args.parts)]
    runs = [[m for m in range(args.modes) if m % args.parts == i]
            for i in range(args.parts)]

    def conditions(mode):
        found = [f"t{i} >= {lengths[i]}" for i in range(args.parts)
                 if mode in runs[i]]
        return found + [f"level == {rng.choice([0, 3])}", "armed", "!armed"]

    program.body.append("const unsigned char before = mode;")
    write_switch(program, "mode",
                 machine_edges(rng, args.modes, buttons, conditions))
    program.body += [
        "if (up && level < 3) level++;",
        "else if (down && level > 0) level--;",
        "if (press && level == 2) armed = !armed;"]
    for i in range(args.parts):
        inside = " || ".join(f"mode == {m}" for m in runs[i])
        program.body += [
            f"if (mode != before || !({inside})) t{i} = 0;",
            f"else if (t{i} < {lengths[i]}) t{i}++;"]
    while len(program.goals) < args.goals:
        mode = rng.randrange(args.modes)
        condition = rng.choice(conditions(mode) + [f"level == {rng.randrange(4)}"])
        goal = f"mode == {mode} && {condition} && {rng.choice(buttons)}"
        if goal not in program.goals:
            program.goals.append(goal)
    program.final.append("mode == 0")


def parts(program, args, rng):
    """Machines beside each other."""
    lengths = [rng.randint(*args.timers) for _ in range(args.parts)]
    conditions_of, buttons_of = [], []
    modes = max(2, args.modes)
    for i in range(args.parts):
        shared = args.shape == "shared"
        other = (i + 1) % args.parts
        buttons = [program.button(f"b{i}"),
                   program.button(f"b{other if shared else str(i) + 'x'}")]
        program.variables += [f"m{i}", f"t{i}"]
        done = f"t{i} >= {lengths[i]}"
        conditions = [done, done, f"t{i} < {lengths[i]}"]
        conditions_of.append(conditions)
        buttons_of.append(buttons)
        program.body.append(f"const unsigned char before{i} = m{i};")
        write_switch(program, f"m{i}", machine_edges(
            rng, modes, buttons, lambda mode, c=conditions: c))
        program.final.append(f"m{i} == 0")
    for i in range(args.parts):
        gate = ""
        if args.shape == "gated" and args.parts > 1:
            gate = f" && m{(i + 1) % args.parts} != 0"
        program.body += [f"if (m{i} != before{i}) t{i} = 0;",
                         f"else if (t{i} < {lengths[i]}{gate}) t{i}++;"]
    tries = 0
    while len(program.goals) < args.goals and tries < 100 * args.goals:
        tries += 1
        i = len(program.goals) % args.parts
        goal = (f"m{i} == {rng.randrange(modes)} && "
                f"{rng.choice(conditions_of[i])} && {rng.choice(buttons_of[i])}")
        if goal not in program.goals:
            program.goals.append(goal)


def nested(program, args, rng):
    outer = [program.button(b) for b in ("next", "back")]
    inner = [program.button(b) for b in ("ok", "plus", "minus")]
    program.variables += ["top", "sub", "t"]
    lengths = [rng.randint(*args.timers) for _ in range(args.parts)]
    modes = max(2, args.modes)
    program.body.append("const unsigned char top_before = top, sub_before = sub;")

    def leave(mode):
        return [f"sub == {rng.randrange(modes)}"]

    write_switch(program, "top",
                 machine_edges(rng, args.parts, outer, leave))
    program.body.append("if (top != top_before) sub = 0;")
    program.body.append("else switch (top) {")
    for part in range(args.parts):
        done = f"t >= {lengths[part]}"
        sub = Program()
        write_switch(sub, "sub", machine_edges(
            rng, modes, inner, lambda mode, d=done: [d]))
        program.body += [f"case {part}:"] + ["  " + x for x in sub.body]
        program.body.append("  break;")
    program.body.append("}")
    most = max(lengths)
    program.body += [
        "if (top != top_before || sub != sub_before) t = 0;",
        f"else if (t < {most}) t++;"]
    while len(program.goals) < args.goals:
        part = rng.randrange(args.parts)
        goal = f"top == {part} && sub == {rng.randrange(modes)}"
        if rng.random() < 0.7:
            goal += f" && t >= {lengths[part]}"
        goal += f" && {rng.choice(inner + outer)}"
        if goal not in program.goals:
            program.goals.append(goal)
    program.final.append("top == 0")


def main():
    shapes = {"machine": machine, "independent": parts, "shared": parts,
              "gated": parts, "nested": nested}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shape", choices=sorted(shapes))
    parser.add_argument("--goals", type=int, default=40)
    parser.add_argument("--parts", type=int, default=2)
    parser.add_argument("--modes", type=int, default=12)
    parser.add_argument("--timers", type=int, nargs=2, default=[40, 100])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    program = Program()
    shapes[args.shape](program, args, random.Random(args.seed))
    print(program.text(), end="")


if __name__ == "__main__":
    main()
