#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requirement interfaces of any size, for benchmarks; printed as .req.

Usage: contract_set.py buffer CAPACITY
       contract_set.py machines CONTRACTS [--conflicts N] [--seed N]

buffer    a bounded buffer that counts its places in a hidden variable.
machines  state machines with a timer and two outputs, about 20 contracts each,
          as in a safing engine, which share their ten inputs. A conflict is one
          more contract, which contradicts a transition at the second step.
"""
import argparse
import random

STATES = 5
INPUTS = 10
PER_MACHINE = 20


def buffer(capacity):
    return f"""interface buffer "a buffer of {capacity} places"
const N = {capacity}
input  enq, deq : bool
output E, F : bool
hidden k : int 0..N

view behaviour
  req r0 "It starts empty."
    init c0: k' = 0 and E' and not F'
  req r1 "While it is not full, a request to enqueue is served."
    step c1: when enq' and not deq' and k < N then k' = k + 1
  req r2 "While it is not empty, a request to dequeue is served."
    step c2: when deq' and not enq' and k > 0 then k' = k - 1
  req r3 "E says that it is empty."
    step c3: E' <=> k' = 0
  req r4 "F says that it is full."
    step c4: F' <=> k' = N
  req r5 "Anything else changes nothing."
    step c5: when (enq' <=> deq') or enq' and F or deq' and E then k' = k

purpose full for behaviour: F'
"""


def machine(number, faulty, rng):
    """The lines of one machine: declarations, contracts."""
    s, t, a, z = (f"{name}{number}" for name in "stab")
    contracts = []

    def add(kind, when, then):
        name = f"c{number}-{len(contracts)}"
        condition = f"when {when} then " if when else ""
        contracts.append(f'  req R{name} "{name}"\n'
                         f"    {kind} {name}: {condition}{then}")

    add("init", "", f"{s}' = 0 and {t}' = 0")
    first = None
    for state in range(STATES):
        key = rng.randrange(INPUTS)
        if first is None:
            first = key
        here = f"{s} = {state}"
        add("step", f"{here} and i{key}'", f"{s}' = {(state + 1) % STATES}")
        add("step", f"{here} and not i{key}'", f"{s}' = {s}")
    add("step", f"{s}' = {s} and {t} < 7", f"{t}' = {t} + 1")
    add("step", f"{s}' = {s} and {t} = 7", f"{t}' = 7")
    add("step", f"{s}' != {s}", f"{t}' = 0")
    add("step", "", f"{a}' <=> {s}' = 2")
    add("step", "", f"{z}' <=> ({s}' = 4 and {t}' >= 3)")
    add("step", f"{a}'", f"not {z}'")
    add("init", "", f"not ({a}' or {z}')")
    add("step", f"{z}'", f"{t}' > 0")
    add("step", f"{s}' = 3", f"not {a}'")
    assert len(contracts) == PER_MACHINE
    if faulty:
        other = (first + 1 + rng.randrange(INPUTS - 1)) % INPUTS
        add("step", f"{s} = 0 and i{first}' and i{other}'", f"{s}' = 3")
    declared = [f"output {s} : int 0..{STATES - 1}", f"hidden {t} : int 0..7",
                f"output {a}, {z} : bool"]
    view = [f"view m{number}"] + contracts
    purpose = [f"purpose p{number} for m{number}: {z}'"]
    return declared, view, purpose


def machines(contracts, conflicts, seed):
    rng = random.Random(seed)
    count = max(1, contracts // PER_MACHINE)
    faulty = set(rng.sample(range(count), conflicts))
    parts = [machine(n, n in faulty, rng) for n in range(count)]
    lines = [f'interface machines "{count} machines"',
             "input " + ", ".join(f"i{n}" for n in range(INPUTS)) + " : bool"]
    for group in zip(*parts):
        for part in group:
            lines += part
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("buffer")
    one.add_argument("capacity", type=int)
    other = kinds.add_parser("machines")
    other.add_argument("contracts", type=int)
    other.add_argument("--conflicts", type=int, default=0)
    other.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.kind == "buffer":
        print(buffer(args.capacity), end="")
    else:
        print(machines(args.contracts, args.conflicts, args.seed), end="")


if __name__ == "__main__":
    main()
