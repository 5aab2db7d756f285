#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An example of requirements with a C program: consistency, goals, the suite
on the program, conformance, and what becomes of mutants of the program.

usage: run_requirement_example.py CATENARY FOLDER [MUTANTS]

MUTANTS is a number or "all": at least 60 then have to be programs. Every mutant
has to be killed, its test traced to a requirement, or proved to conform, or be
the same program once compiled.
"""
import json
import os
import subprocess
import sys
import tempfile


def run(args, expected):
    result = subprocess.run(args, capture_output=True, text=True)
    if result.returncode not in expected:
        sys.exit(f"{' '.join(args)}: exit code {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")
    return result.stdout


def check(condition, text):
    if not condition:
        sys.exit(text)


def main():
    catenary, folder = sys.argv[1], sys.argv[2]
    mutants = sys.argv[3] if len(sys.argv) > 3 else "12"
    name = os.path.basename(folder)
    requirements = os.path.join(folder, name + ".req")
    program = os.path.join(folder, name + ".toml")
    with tempfile.TemporaryDirectory() as scratch:
        found = json.loads(run([catenary, "check", requirements, "--json"], [0]))
        for notion in ("strategy", "no_dead_end"):
            verdict = found["consistency"][notion]
            check(verdict["verdict"] == "consistent" and
                  verdict["k"] == "forever", f"{notion}: {verdict}")

        suite = os.path.join(scratch, "suite.json")
        run([catenary, "generate", requirements, "-o", suite], [0])
        with open(suite) as file:
            goals = json.load(file)["goals"]
        for goal in goals:
            check(goal["status"] in ("covered", "unreachable"), goal)
        run([catenary, "run", suite, "--sut", "model:" + program], [0])

        proof = json.loads(run([catenary, "check", program, "--requirements",
                                requirements, "--json"], [0]))
        check(proof["verdict"] == "conforms" and proof["left_out"] is None,
              proof)

        report = json.loads(run([catenary, "run", suite, "--sut",
                                 "model:" + program, "--mutate", mutants,
                                 "--json"], [0]))
        summary = report["summary"]
        print(summary)
        if mutants == "all":
            check(summary["mutants"] >= 60, "fewer than 60 mutants")
        for status in ("survived", "undecided", "broken"):
            of_these = [m for m in report["mutants"] if m["status"] == status]
            check(not of_these and summary[status] == 0,
                  f"{status}: {summary} {of_these}")
        check(summary["killed"] > 0 and summary["score"] == 100, summary)
        check(sum(summary[s] for s in ("killed", "conforming", "equivalent")) ==
              summary["mutants"] == len(report["mutants"]), summary)
        for mutant in report["mutants"]:
            if mutant["status"] == "conforming":
                check(mutant["reason"].startswith("all "),
                      f"no proof: {mutant}")
            if mutant["status"] == "killed":
                check(mutant["test"] and mutant["requirements"],
                      f"not traced: {mutant}")


main()
