#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The attack finds what is wrong: claims of Catenary are falsified on their way
to it, one kind after the other, and each must be told.

  self_test.py CATENARY
"""
import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from attack_programs import attack  # noqa: E402
from program_attack_generator import generate  # noqa: E402
from program_claims import LIMIT, Claims  # noqa: E402
from program_truth import build_explorer  # noqa: E402


def first_goal(document, status, violation=None):
    for goal in document["goals"]:
        is_violation = goal["id"].endswith(".violated")
        if goal["status"] == status and violation in (None, is_violation):
            return goal
    return None


def unreachable(document, _):
    goal = first_goal(document, "covered", False)
    return goal and goal.update(status="unreachable", depth=None) is None


def holds(document, _):
    goal = first_goal(document, "covered", True)
    return goal and goal.update(status="unreachable", depth=None) is None


def covered(document, _):
    goal = first_goal(document, "unreachable")
    return goal and goal.update(status="covered", depth=1) is None


def longer(document, _):
    goal = first_goal(document, "covered")
    return goal and goal.update(depth=goal["depth"] + 1) is None


def narrow(document, _):
    for output in document["summary"]["outputs"]:
        told = output.get("range")
        if told and told["proved"] and told["lo"] < told["hi"]:
            told["hi"] = told["lo"]
            return True
    return False


def expectation(_, suite):
    for test in suite["tests"]:
        for step in test["steps"]:
            for name, value in step.get("expect", {}).items():
                if isinstance(value, int) and not isinstance(value, bool):
                    step["expect"][name] = value + 1
                    return True
    return False


def shorter(document, _):
    """One step too many is called minimal by a bound that is too high."""
    bound = document["summary"].get("bound")
    if not bound or not bound["minimal"] or bound["lower"] < 1:
        return False
    bound["lower"] += 1
    return True


KINDS = [(unreachable, "generate"), (holds, "check"), (covered, "generate"),
         (longer, "generate"), (narrow, "check"), (expectation, "generate"),
         (shorter, "generate")]


def is_found(falsify, command, options, folder):
    """Whether the first false claim of this kind is told."""
    for seed in range(1, 60):
        done = []

        class Falsified(Claims):
            def call(self, *arguments, name="suite.json"):
                document, suite, process = super().call(*arguments, name=name)
                done.append(bool(self.complete and falsify(document, suite)))
                return document, suite, process

        case = generate(seed, ["asserts", "leave", "clock"])
        if case.whole or case.criteria:
            continue
        result = attack(case, [(command,)], options, folder, Falsified)
        if any(done) and result.kind == "wrong":
            return True
        if any(done) and falsify is not shorter:
            print(f"seed {seed}: {falsify.__name__}: {result.kind}")
            return False
    return False


def main():
    options = argparse.Namespace(catenary=os.path.abspath(sys.argv[1]),
                                 patience=3, limit=LIMIT, challenge_every=1)
    missed = []
    with tempfile.TemporaryDirectory(prefix="catenary-attack-") as name:
        root = pathlib.Path(name)
        options.explorer = build_explorer(root)
        folder = root / "case"
        folder.mkdir()
        for falsify, command in KINDS:
            if not is_found(falsify, command, options, folder):
                missed.append(falsify.__name__)
    print(f"{len(KINDS)} kinds of false claims, {len(missed)} not found "
          f"{' '.join(missed)}")
    return len(missed)


if __name__ == "__main__":
    sys.exit(main())
