# SPDX-License-Identifier: Apache-2.0
"""The native run against the same program compiled by gcc as a program of its
own: what Catenary runs, and so what it encodes, is the C that others know.
"""
import subprocess

FLAGS = ["-O0", "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing",
         "-ffp-contract=off", "-ftrivial-auto-var-init=zero",
         "-fsanitize=bounds-strict,integer-divide-by-zero,shift-exponent,"
         "float-cast-overflow,return,unreachable,null",
         "-fsanitize-undefined-trap-on-error"]


def told(line):
    """A line without what the stand-alone program does not know."""
    words = line.rstrip("\n").split(" ")
    if words[0] == "crashed":
        return "crashed"
    if len(words) > 1 and words[0] in ("running", "ended", "discarded"):
        words[1] = ",".join(sorted(g for g in words[1].split(",")
                                   if g.startswith("goal")))
    return " ".join(words)


def compare(program, folder):
    """Nothing, or how the two differ; `folder` has trace.txt."""
    source = folder / "alone.c"
    source.write_text(program.for_gcc())
    done = subprocess.run(["gcc", *FLAGS, str(source), "-o",
                           str(folder / "alone"), "-lm"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return "gcc refuses the program: " + done.stderr[:1000]
    with open(folder / "trace.txt") as lines:
        done = subprocess.run([str(folder / "alone")], stdin=lines,
                              capture_output=True, text=True, timeout=60)
    expected = [told(x) for x in
                (folder / "trace.txt").read_text().splitlines()]
    found = [told(x) for x in done.stdout.splitlines()]
    for k, (a, b) in enumerate(zip(expected, found)):
        if a != b:
            return f"line {k + 1} of the trace: '{a}' natively, '{b}' by gcc"
    if len(expected) != len(found):
        return f"{len(expected)} lines natively, {len(found)} by gcc"
    return None
