# SPDX-License-Identifier: Apache-2.0
"""Comparison of generations that must give the same result."""
import json
import os
import subprocess


def without_times(value):
    """A document without what measures the machine."""
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items()
                if not key.endswith("seconds")}
    if isinstance(value, list):
        return [without_times(inner) for inner in value]
    return value


def generated(catenary, model, options, folder, processors=None):
    """Exit code, document and suite of one run, on these processors."""
    suite = folder / "suite.json"
    done = subprocess.run(
        [catenary, "generate", str(model), *options, "--json", "-o", str(suite),
         "--force"],
        capture_output=True, text=True, timeout=600, check=False,
        preexec_fn=lambda: processors and os.sched_setaffinity(0, processors))
    if done.returncode not in (0, 1, 4):
        raise SystemExit(f"{model}: exit code {done.returncode}\n{done.stderr}")
    document = without_times(json.loads(done.stdout))
    return done.returncode, document, suite.read_bytes()


def count_differences(first, other, what):
    """Compares two results of generated(), and says what differs."""
    failures = 0
    for part, a, b in zip(("exit code", "document", "suite"), first, other):
        if a != b:
            failures += 1
            print(f"{what}: {part} differs")
    return failures
