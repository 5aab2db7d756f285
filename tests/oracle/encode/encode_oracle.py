#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random step programs: native runs against their encoding, and against gcc.

For each seed a program is written (controller_generator.py, or csmith_step.py
with --csmith) and given to encode_oracle, which runs it natively and by its
encoding. What differs is kept in --keep, with its seed and a command to see it
again. Results are kept in --progress FILE, where a second call goes on.
"""
import argparse
import collections
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import controller_generator  # noqa: E402
import csmith_step  # noqa: E402
import stand_alone  # noqa: E402


def numbers_of(line):
    return {name: int(value) for name, value in
            (word.split("=") for word in line.split()[1:])}


class Run:
    """All programs of one call."""

    def __init__(self, options):
        self.o = options
        self.kinds = collections.Counter()
        self.totals = collections.Counter()
        self.reasons = collections.Counter()
        self.unfaithful = collections.Counter()
        self.known = {}
        self.oracle = options.oracle
        if options.progress:
            self.read_progress()

    def read_progress(self):
        """What an earlier call found, if it was the same oracle's."""
        about = hashlib.sha256(pathlib.Path(self.o.oracle).read_bytes())
        for source in sorted(pathlib.Path(__file__).parent.glob("*.py")):
            about.update(source.read_bytes())
        about.update(f"{self.o.csmith} {self.o.runs} {self.o.steps} "
                     f"{self.o.gcc_every} {self.o.pass_on}".encode())
        first = about.hexdigest()
        if self.o.progress.exists():
            lines = self.o.progress.read_text().splitlines()
            if lines and lines[0] == first:
                for line in lines[1:]:
                    seed, rest = line.split(" ", 1)
                    self.known[int(seed)] = rest
                return
        self.o.progress.write_text(first + "\n")

    def write(self, seed, folder):
        """The program of a seed."""
        program = csmith_step.generate(seed, folder) if self.o.csmith \
            else controller_generator.generate(seed)
        (folder / "prog.c").write_text(program.for_catenary())
        (folder / "prog.toml").write_text(program.description("prog.c"))
        return program

    def call(self, seed, folder):
        """The line of encode_oracle, or what went wrong with it."""
        command = [self.oracle, "prog.toml", "--seed", str(seed),
                   "--runs", str(self.o.runs), "--steps", str(self.o.steps),
                   "--trace", "trace.txt", *self.o.pass_on]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True,
                                  text=True, timeout=self.o.seconds)
        except subprocess.TimeoutExpired:
            return f"rejected no end within {self.o.seconds} s"
        *notes, line = done.stdout.strip().split("\n")
        for note in notes:
            self.unfaithful[note.rsplit(" (", 1)[0]] += 1
            if self.o.verbose:
                print(f"{seed} {note}")
        if done.returncode not in (0, 1, 3) or not line:
            return (f"different encode_oracle ended with {done.returncode}: "
                    + " ".join(done.stderr.split())[:500])
        return line

    def check(self, seed, folder):
        try:
            program = self.write(seed, folder)
        except csmith_step.NoProgram as why:
            return f"rejected {why}"
        line = self.call(seed, folder)
        # gcc takes as long as all the rest: not for every program.
        if line.startswith("agreed") and seed % self.o.gcc_every == 0:
            self.totals["gcc"] += 1
            how = stand_alone.compare(program, folder)
            if how:
                return "different " + how
        return line

    def again(self, seed):
        kind = " --csmith" if self.o.csmith else ""
        return (f"{sys.executable} {pathlib.Path(__file__).resolve()} "
                f"{self.o.oracle}{kind} --first {seed} --count 1 "
                f"--runs {self.o.runs} --steps {self.o.steps} "
                f"--gcc-every {self.o.gcc_every} --keep differences")

    def one(self, seed, root):
        if seed in self.known:
            line = self.known[seed]
            if line.startswith("different"):
                print(f"seed {seed}: {line}\n  again: {self.again(seed)}")
            return line
        folder = root / str(seed)
        folder.mkdir()
        line = self.check(seed, folder)
        if line.startswith("different"):
            name = ("csmith" if self.o.csmith else "own") + str(seed)
            kept = self.o.keep / name
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            print(f"seed {seed}: {line}\n  kept in {kept}\n  again: "
                  f"{self.again(seed)}", flush=True)
        shutil.rmtree(folder)
        if self.o.progress:
            with open(self.o.progress, "a") as out:
                out.write(f"{seed} {line}\n")
        return line

    def all(self):
        with tempfile.TemporaryDirectory(prefix="catenary-encode-") as name:
            # A run of hours must not care when it is built again.
            self.oracle = shutil.copy2(self.o.oracle, name)
            seed = self.o.first
            while seed < self.o.first + self.o.count or \
                    self.kinds["agreed"] < self.o.accepted:
                if seed >= self.o.first + 10 * max(self.o.count, 1) + 100:
                    break
                line = self.one(seed, pathlib.Path(name))
                kind = line.split(" ", 1)[0]
                self.kinds[kind] += 1
                if kind == "agreed":
                    self.totals.update(numbers_of(line))
                else:
                    self.reasons[line] += kind == "rejected"
                if self.o.verbose:
                    print(seed, line, flush=True)
                seed += 1
        for line, count in sorted(self.reasons.items()):
            if count:
                print(f"{count} x {line}")
        for note, count in sorted(self.unfaithful.items()):
            print(f"{count} programs: {note}")
        print(", ".join(f"{n} {k}" for k, n in sorted(self.kinds.items())))
        print(", ".join(f"{n} {k}" for k, n in sorted(self.totals.items())))

    def verdict(self):
        """0 where nothing differs and enough was compared to say so."""
        tried = sum(self.kinds.values())
        least = 0.5 if self.o.csmith else 0.95
        if self.kinds["different"]:
            return 1
        if self.kinds["agreed"] < least * tried:
            print(f"fewer than {least:.0%} of the programs were accepted")
            return 1
        if "--native-only" in self.o.pass_on:
            return 0
        # A run is left where its state is not known any more.
        native = sum(n for name, n in self.totals.items()
                     if name.startswith("native-"))
        compared = self.totals["steps"] - self.totals["unfaithful"]
        print(f"{compared} of {native} steps compared")
        if compared < 0.9 * native or not native:
            print("too many steps have no faithful encoding")
            return 1
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oracle", type=os.path.abspath,
                        help="the program encode_oracle")
    parser.add_argument("--csmith", action="store_true")
    parser.add_argument("--first", type=int, default=1, help="seed")
    parser.add_argument("--count", type=int, default=60, help="programs")
    parser.add_argument("--accepted", type=int, default=0,
                        help="go on until so many programs agree")
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=120,
                        help="for one program")
    parser.add_argument("--gcc-every", type=int, default=4)
    parser.add_argument("--keep", type=pathlib.Path,
                        default=pathlib.Path("differences"))
    parser.add_argument("--progress", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true")
    options, options.pass_on = parser.parse_known_args()
    if options.csmith and shutil.which("csmith") is None:
        print("skipped: csmith is not installed")
        return 77
    if shutil.which("gcc") is None:
        print("skipped: gcc is not installed")
        return 77
    run = Run(options)
    run.all()
    return run.verdict()


if __name__ == "__main__":
    sys.exit(main())
