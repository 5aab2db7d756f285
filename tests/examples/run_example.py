#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One folder of examples/ from the C file to the verdict on a library.

Usage: run_example.py CATENARY CC FOLDER

Generates the suite and compares it with what is known of the example; runs it
on the model, on the program built as a library through the adapter, and on
the same with its seeded bug (-DSEEDED_BUG), which must fail and name the
requirement that the bug violates.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# Steps of the one minimal chain, goals it covers, goals proved unreachable,
# coverage goals among these (dead code), and the requirement that the seeded
# bug violates. The steps of those in BRUTE_FORCE are found again by a search
# that shares nothing with Catenary.
KNOWN = {
    "cruise": (15, 6, 6, 0, "CC-3"),
    "traffic_light": (50, 36, 9, 2, "TL-3"),
    "car_alarm": (3210, 47, 9, 3, "CA-4"),
    "window_lifter": (19, 7, 8, 0, "WL-1"),
}

BRUTE_FORCE = ("cruise", "window_lifter")


def fail(text):
    sys.exit(f"run_example.py: {text}")


class Example:
    def __init__(self, catenary, compiler, folder, out):
        self.catenary = catenary
        self.compiler = compiler
        self.model = folder / (folder.name + ".toml")
        self.folder = folder
        self.out = out
        self.suite = out / "suite.json"

    def call(self, *arguments, code=0):
        done = subprocess.run([self.catenary, *map(str, arguments)],
                              capture_output=True, text=True, timeout=60,
                              check=False)
        if done.returncode != code:
            fail(f"{arguments[0]}: exit code {done.returncode}, not {code}\n"
                 f"{done.stdout}\n{done.stderr}")
        return done.stdout

    def generate(self):
        steps, covered, unreachable, dead, _ = KNOWN[self.folder.name]
        document = json.loads(self.call("generate", self.model, "-o",
                                        self.suite, "--json"))
        summary = document["summary"]
        found = {name: summary[name] for name in
                 ("tests", "total_steps", "covered", "unreachable", "goals")}
        wanted = {"tests": 1, "total_steps": steps, "covered": covered,
                  "unreachable": unreachable, "goals": covered + unreachable}
        if found != wanted:
            fail(f"{found}, but known is {wanted}")
        if not summary["bound"]["minimal"]:
            fail(f"the chain is not proved minimal: {summary['bound']}")
        for goal in document["goals"]:
            trust = {"covered": "replayed", "unreachable": "proved"}
            if goal["trust"] != trust[goal["status"]]:
                fail(f"{goal['id']}: {goal['status']}, but {goal['trust']}")
        dead_found = [goal["id"] for goal in document["goals"]
                      if goal["status"] == "unreachable"
                      and not goal["id"].endswith(".violated")]
        if len(dead_found) != dead:
            fail(f"{dead} branches are dead code, but found {dead_found}")

    def requirements(self):
        """Every requirement of a property is one of requirements.md."""
        text = (self.folder / "requirements.md").read_text(encoding="utf-8")
        known = set(re.findall(r"^\| ([A-Z]+-\d+) \|", text, re.MULTILINE))
        suite = json.loads(self.suite.read_text(encoding="utf-8"))
        for goal in suite["goals"]:
            for requirement in goal.get("requirements", []):
                if requirement not in known:
                    fail(f"{goal['id']}: requirements.md has no {requirement}")

    def brute_force(self):
        if self.folder.name not in BRUTE_FORCE:
            return
        here = pathlib.Path(__file__).resolve().parent
        program = self.out / "brute_force"
        subprocess.run(
            [self.compiler, "-O2", "-Wall", "-Wextra", "-Werror",
             f"-DEXAMPLE_{self.folder.name}", "-I", str(self.folder.parent),
             "-o", str(program), str(here / "brute_force.c")],
            timeout=60, check=True)
        done = subprocess.run([program], capture_output=True, text=True,
                              timeout=60, check=True)
        if int(done.stdout) != KNOWN[self.folder.name][0]:
            fail(f"the plain search needs {done.stdout.strip()} steps")

    def library(self, name, *flags):
        library = self.out / name
        done = subprocess.run(
            [self.compiler, "-Wall", "-Werror", "-shared", "-fPIC",
             "-fvisibility=hidden", *flags, "-o", str(library),
             str(self.out / "adapter.c")],
            capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            fail(f"the adapter does not compile\n{done.stderr}")
        return library

    def run(self):
        self.generate()
        self.brute_force()
        self.requirements()
        self.call("run", self.suite, "--sut", f"model:{self.model}")
        self.call("convert", self.model, "--to", "adapter", "-o",
                  self.out / "adapter.c")
        good = self.library("good.so")
        self.call("run", self.suite, "--sut", f"native:{good}")
        bad = self.library("bad.so", "-DSEEDED_BUG")
        results = json.loads(self.call(
            "run", self.suite, "--sut", f"native:{bad}", "--json", code=1))
        test = results["tests"][0]
        wanted = KNOWN[self.folder.name][4]
        if test["verdict"] != "fail" or test["requirements"] != [wanted]:
            fail(f"the seeded bug violates {wanted}, but the suite says "
                 f"{test['verdict']}: {test.get('requirements')}")


def main():
    catenary, compiler, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="catenary-example-") as out:
        Example(catenary, compiler, pathlib.Path(folder).resolve(),
                pathlib.Path(out)).run()


if __name__ == "__main__":
    main()
