# SPDX-License-Identifier: Apache-2.0
"""Makes a case that fails smaller, as long as it fails in the same way.

Method: delta debugging (Zeller, Hildebrandt, "Simplifying and Isolating
Failure-Inducing Input", TSE 2002, doi:10.1109/32.988498) over the lines of the
program, blocks in braces, and the entries of the description.
"""
import copy
import re

MOST_TESTS = 400


def kind_of(result):
    """What must stay: the kind of failure, without names and numbers."""
    return result.kind, re.sub(r"[\w.@:]*\d[\w.:]*|'.*?'|\{.*|\[.*", "#",
                               result.text)[:60]


class Shrinker:
    def __init__(self, case, result, attack, folder):
        self.case, self.attack, self.folder = case, attack, folder
        self.command = list(result.command)
        self.commands = [result.command] if self.command != ["run"] else \
            [("generate",), ("run",)]
        self.kind, self.tests, self.result = kind_of(result), 0, result

    def still(self, case):
        if self.tests >= MOST_TESTS:
            return False
        self.tests += 1
        try:
            result = self.attack(case, self.commands, self.folder)
        except Exception:  # what does not compile, or has no runs
            return False
        if kind_of(result) != self.kind:
            return False
        self.case, self.result = case, result
        return True

    def shorter(self, name, entries):
        case = copy.deepcopy(self.case)
        setattr(case, name, entries)
        return self.still(case)

    def drop(self, name):
        """Runs of entries, halving their length."""
        size = max(1, len(getattr(self.case, name)) // 2)
        while True:
            k = 0
            while k < len(getattr(self.case, name)):
                now = getattr(self.case, name)
                if not self.shorter(name, now[:k] + now[k + size:]):
                    k += size
            if size == 1:
                return
            size //= 2

    def drop_blocks(self):
        k = 0
        while k < len(self.case.lines):
            lines = self.case.lines
            end = block_end(lines, k)
            if end is None or end == k or not (
                    self.shorter("lines", lines[:k] + lines[end + 1:]) or
                    self.shorter("lines", lines[:k] + lines[k + 1:end] +
                                 lines[end + 1:])):
                k += 1

    def simplify(self):
        """Things in the text that may be simpler."""
        for pattern, instead in ((r"⟦[^⟦⟧]*⟧", "1"), (r"⟦[^⟦⟧]*⟧", "0"),
                                 (r"⟦([^⟦⟧]*)⟧", r"\1"),
                                 (r"\(int\)", ""), (r"// *@C", "//@C")):
            k = 0
            while k < len(self.case.lines):
                lines = list(self.case.lines)
                lines[k] = re.sub(pattern, instead, lines[k])
                if lines[k] != self.case.lines[k]:
                    self.shorter("lines", lines)
                k += 1

    def shrink(self):
        before = None
        while before != (self.case.lines, self.case.inputs) and \
                self.tests < MOST_TESTS:
            before = (self.case.lines, self.case.inputs)
            self.drop_blocks()
            self.drop("lines")
            for name in ("invariants", "properties", "outputs", "watched",
                         "inputs", "other"):
                self.drop(name)
            for name in ("assume", "criteria"):
                if getattr(self.case, name):
                    self.shorter(name, None)
            if self.case.has_init:
                self.shorter("has_init", False)
            self.simplify()


def block_end(lines, first):
    if "{" not in lines[first]:
        return None
    depth = 0
    for k in range(first, len(lines)):
        depth += lines[k].count("{") - lines[k].count("}")
        if depth <= 0:
            return k
    return None


def shrink(case, result, attack, folder):
    """The smaller case, with what came of it; its files are in the folder."""
    shrinker = Shrinker(case, result, attack, folder)
    shrinker.shrink()
    attack(shrinker.case, shrinker.commands, folder)
    return shrinker.case, shrinker.result
