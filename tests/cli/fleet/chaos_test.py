#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills workers, the broker and the coordinator of a fleet while it computes
many small tasks: no result is lost, none is counted twice, all are right.

A single run may end before the last of its kills; of many runs each kind must
have killed something, else they would show nothing."""
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

PROBE = sys.argv[1]
RUNS = int(sys.argv[2])
TASKS, WORKERS = 2000, 8
SHARE = 0.3
PATIENCE = 240
# In so many runs no kind of kill misses always.
MANY = 20


def children_of(pid):
    """Processes by their parents, all the way down, with their commands."""
    out = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text()
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        parent = int(stat.rsplit(")", 1)[1].split()[1])
        if parent == pid:
            out.append((int(entry.name), words))
    return out


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return 1
    except ProcessLookupError:
        return 0


class Coordinator:
    def __init__(self, folder):
        self.folder = folder
        self.output = folder / "out"
        self.start()

    def start(self):
        with open(self.output, "wb") as out, \
                open(self.folder / "err", "ab") as err:
            self.process = subprocess.Popen(
                [PROBE, "batch", str(TASKS), str(WORKERS),
                 str(self.folder / "journal")],
                stdout=out, stderr=err,
                env={**os.environ, "PROBE_WORK": "1"})

    def workers(self):
        return [pid for pid, words in children_of(self.process.pid)
                if b"worker" in words]

    def wait_for_workers(self):
        """On a busy machine they may need more than a random time."""
        end = time.monotonic() + PATIENCE
        while len(self.workers()) < 2 and self.process.poll() is None:
            if time.monotonic() > end:
                return
            time.sleep(0.02)

    def kill_workers(self):
        workers = self.workers()
        chosen = random.sample(workers, round(SHARE * len(workers)))
        return sum(kill(pid) for pid in chosen)

    def kill_broker(self):
        return sum(kill(pid) for pid, words in children_of(self.process.pid)
                   if words[0] == b"nats-server")

    def kill_itself(self):
        if self.process.poll() is not None:
            return 0
        self.process.kill()
        self.process.wait()
        self.start()
        return 1


def run(seed, expected, counts):
    """What is wrong. Counts what was killed by its kind."""
    random.seed(seed)
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        fleet = Coordinator(pathlib.Path(name))
        end = time.monotonic() + PATIENCE
        killed = []
        try:
            for what in ("kill_workers", "kill_broker", "kill_workers",
                         "kill_itself", "kill_workers"):
                time.sleep(random.uniform(0.3, 1.2))
                if not killed:
                    fleet.wait_for_workers()
                count = getattr(fleet, what)()
                counts[what[5:]] += count
                killed.append(f"{what[5:]} {count}")
            fleet.process.wait(max(1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            return f"no end in {PATIENCE} s; {', '.join(killed)}"
        finally:
            fleet.process.kill()
            fleet.process.wait()
        messages = (pathlib.Path(name) / "err").read_text()
        print(f"run {seed}: killed {', '.join(killed)}", flush=True)
        if fleet.process.returncode != 0:
            return f"exit code {fleet.process.returncode}: {messages}"
        if fleet.output.read_bytes() != expected:
            return "other results than those of one quiet thread"
    return ""


def main():
    expected = subprocess.run([PROBE, "batch", str(TASKS), "0", "-"],
                              check=True, capture_output=True).stdout
    assert expected.count(b"\n") == TASKS
    first = int(os.environ.get("CHAOS_SEED", "1"))
    counts = collections.Counter()
    for seed in range(first, first + RUNS):
        fault = run(seed, expected, counts)
        if fault:
            sys.exit(f"CHAOS_SEED={seed}: {fault}")
    # The first kill of a run waits until there are workers.
    wanted = ["workers"]
    if RUNS >= MANY:
        wanted += ["broker", "itself"]
    never = [kind for kind in wanted if counts[kind] == 0]
    if never:
        sys.exit(f"nothing was killed of: {', '.join(never)}")


main()
