#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decisions with constants as operands, against all values of their variables.

Random decisions of &&, || and ! over three Boolean inputs and literals, in `if`,
`for`, `?:` and as values. A decision is false or true for some inputs, or not:
`--cover decision` must say the same, or leave the decision out where all that
settles it is constant.

  constant_operands.py CATENARY FIRST_SEED COUNT
"""
import itertools
import json
import random
import re
import subprocess
import sys
import tempfile

ENGINES = ["auto", "explicit", "symbolic", "classes"]
DECISIONS = 12
FORMS = ["if ({}) n = {k};", "n = ({}) ? {k} : 0;", "n = ({});",
         "for (int i = 0; ({}); i++) if (i > 2) break;"]


def expression(r, depth):
    if depth == 0 or r.random() < .2:
        return r.choice(["a", "b", "c", "a", "b", "0", "1u", "(0x0)", "!0"])
    return "({} {} {})".format(expression(r, depth - 1), r.choice(["&&", "||"]),
                               expression(r, depth - 1))


def outcomes(text):
    python = text.replace("&&", " and ").replace("||", " or ").replace(
        "!0", "True").replace("1u", "True").replace("0x0", "0")
    return {bool(eval(python, {}, dict(zip("abc", values))))
            for values in itertools.product((False, True), repeat=3)}


def program(r):
    """The text, and by line the outcomes of the decision there."""
    kind = r.choice(["static ", "static inline __attribute__((always_inline)) "])
    lines = ["#include <stdbool.h>", "bool a, b, c; int n;",
             kind + "void decide(void) {"]
    truth = {}
    while len(truth) < DECISIONS:
        text = expression(r, 3)
        # With one condition it is no decision of && and ||.
        if not re.search("[abc].*[&|]|[&|].*[abc]", text):
            continue
        lines.append("  " + r.choice(FORMS).format(text, k=len(truth) + 1))
        truth[len(lines)] = outcomes(text)
    return "\n".join(lines + ["}", "void step(void) { decide(); }", ""]), truth


def check(catenary, seed, folder):
    """How many outcomes were compared."""
    r = random.Random(seed)
    text, truth = program(r)
    with open(f"{folder}/d.c", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run(
        [catenary, "generate", "d.c", "--cover", "decision", "--json", "-o",
         "d.json", "--force", "--challenge", "off", "--engine",
         ENGINES[seed % len(ENGINES)]],
        cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (seed, done.returncode, done.stderr)
    assert "decision-constant" not in done.stderr, (seed, done.stderr)
    compared = 0
    for goal in json.loads(done.stdout)["goals"]:
        found = re.match(r"decision@d\.c:(\d+):(\d+):(true|false)$",
                         goal["id"])
        line, column = int(found[1]), int(found[2])
        source = text.split("\n")[line - 1]
        if "if (i" in source and column > source.find("if (i"):
            continue  # within the loop
        expected = "covered" if (found[3] == "true") in truth[line] \
            else "unreachable"
        assert goal["status"] == expected, (seed, source, goal)
        compared += 1
    return compared


def main():
    catenary, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            compared += check(catenary, seed, folder)
    assert compared >= count * DECISIONS, compared
    print(f"{count} programs, {compared} outcomes agree")


if __name__ == "__main__":
    main()
