#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a program that differs smaller, as long as it differs in the same way.
A program that does not differ stays unfaithful in the same way.

    reduce.py ORACLE FOLDER [ARGUMENT...]

FOLDER holds prog.c and prog.toml (a folder kept by encode_oracle.py), the
arguments are those of encode_oracle. Writes FOLDER/small.c and small.toml.

Method: delta debugging (Zeller, Hildebrandt, "Simplifying and Isolating
Failure-Inducing Input", TSE 2002) over lines and over blocks in braces.
"""
import os
import pathlib
import re
import subprocess
import sys


class Reducer:
    def __init__(self, oracle, folder, arguments):
        self.command = [os.path.abspath(oracle), "small.toml", *arguments]
        self.folder = folder
        self.tests = 0
        toml = (folder / "prog.toml").read_text()
        self.texts = {"small.toml": toml.replace("prog.c", "small.c"),
                      "small.c": (folder / "prog.c").read_text()}
        self.write(self.texts)
        self.kind = self.outcome()
        if self.kind is None:
            sys.exit("the program neither differs nor is unfaithful")

    def write(self, texts):
        for name, text in texts.items():
            (self.folder / name).write_text(text)

    def outcome(self):
        """In what it differs, or nothing."""
        self.tests += 1
        try:
            done = subprocess.run(self.command, cwd=self.folder, timeout=60,
                                  capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            return None
        *notes, line = done.stdout.strip().split("\n")
        if done.returncode not in (0, 1, 3):
            check = re.search(r"check failed: .*", done.stderr)
            return f"died {done.returncode} {check[0] if check else ''}"
        if not line.startswith("different"):
            return notes[0].split(" (")[0] if notes else None
        # Names and numbers change; "outcome", "state", "output", "goal" stay.
        found = re.search(r"follow\(\)|outcome|state|output|goal|stop|final",
                          line)
        return found[0] if found else line[:40]

    def still(self, name, lines):
        texts = {**self.texts, name: "\n".join(lines) + "\n"}
        self.write(texts)
        if self.outcome() != self.kind:
            return False
        self.texts = texts
        return True

    @staticmethod
    def block_end(lines, first):
        """Line of the brace that ends what begins in line `first`."""
        depth = 0
        for k in range(first, len(lines)):
            depth += lines[k].count("{") - lines[k].count("}")
            if depth <= 0:
                return k
        return None

    def drop_blocks(self, name):
        lines = self.texts[name].splitlines()
        k = 0
        while k < len(lines):
            end = self.block_end(lines, k) if "{" in lines[k] else None
            if end is None or end == k:
                k += 1
                continue
            without = lines[:k] + lines[end + 1:]
            inside = lines[:k] + lines[k + 1:end] + lines[end + 1:]
            if self.still(name, without):
                lines = without
            elif self.still(name, inside):
                lines = inside
            else:
                k += 1

    def drop_lines(self, name):
        lines = self.texts[name].splitlines()
        size = max(1, len(lines) // 2)
        while True:
            k = 0
            while k < len(lines):
                fewer = lines[:k] + lines[k + size:]
                if fewer != lines and self.still(name, fewer):
                    lines = fewer
                else:
                    k += size
            if size == 1:
                return
            size //= 2

    def run(self):
        before = None
        while before != self.texts:
            before = dict(self.texts)
            self.drop_blocks("small.c")
            self.drop_lines("small.c")
            self.drop_lines("small.toml")
        self.write(self.texts)
        print(f"{self.tests} tests; {self.kind}; "
              f"{len(self.texts['small.c'].splitlines())} lines left")
        print(self.texts["small.toml"] + self.texts["small.c"])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    Reducer(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]).run()
