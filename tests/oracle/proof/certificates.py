# SPDX-License-Identifier: Apache-2.0
"""Certificates by another hand: the clauses that docs/proofs.md describes, a
solver that writes proofs, and what runs of a small circuit reach, counted out.

A circuit is a dictionary: inputs (their number), latches (list of [next,
reset]), outputs, bad, constraints (lists of signals), gates (list of pairs),
bad_names. Signals are as in AIGER.
"""
import hashlib
import itertools


def to_text(c):
    latches, gates = c["latches"], c["gates"]
    first = c["inputs"] + len(latches) + 1
    out = [f"aag {first - 1 + len(gates)} {c['inputs']} {len(latches)} "
           f"{len(c['outputs'])} {len(gates)} {len(c['bad'])} "
           f"{len(c['constraints'])}"]
    out += [str(2 * (i + 1)) for i in range(c["inputs"])]
    out += [f"{2 * (c['inputs'] + i + 1)} {n} {r}"
            for i, (n, r) in enumerate(latches)]
    out += [str(s) for key in ("outputs", "bad", "constraints")
            for s in c[key]]
    out += [f"{2 * (first + g)} {a} {b}" for g, (a, b) in enumerate(gates)]
    out += [f"b{i} {name}" for i, name in enumerate(c.get("bad_names", []))]
    return "\n".join(out) + "\n"


def evaluate(c, state, inputs):
    values = [False, *inputs, *state]
    for a, b in c["gates"]:
        values.append((values[a >> 1] ^ bool(a & 1)) and
                      (values[b >> 1] ^ bool(b & 1)))
    return lambda s: values[s >> 1] ^ bool(s & 1)


def distances(c):
    """The least step that hits each goal; None where no run does. Also the
    states that runs reach."""
    found = [None] * len(c["bad"])
    layer = {tuple(bool(r) for _, r in c["latches"])}
    seen = set(layer)
    for depth in itertools.count():
        following = set()
        for state in layer:
            for inputs in itertools.product((False, True),
                                            repeat=c["inputs"]):
                value = evaluate(c, state, inputs)
                if not all(value(s) for s in c["constraints"]):
                    continue
                for i, s in enumerate(c["bad"]):
                    if found[i] is None and value(s):
                        found[i] = depth
                following.add(tuple(value(n) for n, _ in c["latches"]))
        layer = following - seen
        seen |= layer
        if not layer:
            return found, seen


def set_circuit(width, states):
    """The circuit of a set of states: a disjunction of cubes."""
    gates = []

    def both(a, b):
        gates.append((a, b))
        return 2 * (width + len(gates))

    nowhere = 1
    for state in sorted(states):
        cube = 1
        for i, bit in enumerate(state):
            cube = both(cube, 2 * (i + 1) + (0 if bit else 1))
        nowhere = both(nowhere, cube ^ 1)
    return {"inputs": width, "latches": [], "outputs": [nowhere ^ 1],
            "bad": [], "constraints": [], "gates": gates}


class Clauses:
    """Clauses in the numbering of docs/proofs.md."""

    def __init__(self):
        self.last = 1
        self.all = [[-1]]

    def fresh(self, count):
        self.last += count
        return list(range(self.last - count + 1, self.last + 1))

    def instance(self, c, sources, roots):
        literals = [1, *sources, *self.fresh(len(c["gates"]))]

        def of(signal):
            return -literals[signal >> 1] if signal & 1 \
                else literals[signal >> 1]

        first = c["inputs"] + len(c["latches"]) + 1
        needed = {s >> 1 for s in roots}
        for g in reversed(range(len(c["gates"]))):
            if first + g in needed:
                needed |= {s >> 1 for s in c["gates"][g]}
        for g, (a, b) in enumerate(c["gates"]):
            if first + g in needed:
                x = literals[first + g]
                self.all += [[-x, of(a)], [-x, of(b)], [x, -of(a), -of(b)]]
        return of


def latches_of(c):
    return [2 * (c["inputs"] + i + 1) for i in range(len(c["latches"]))]


def checks(c, invariant, goals):
    """The clauses of the three proofs about unreachable goals."""
    out = {}
    for name in ("initial", "step", "bad"):
        clauses = Clauses()
        free = clauses.fresh(c["inputs"] + len(c["latches"]))
        roots = list(c["constraints"])
        if name == "step":
            roots += [n for n, _ in c["latches"]]
        if name == "bad":
            roots += [c["bad"][g] for g in goals]
        of = clauses.instance(c, free, [] if name == "initial" else roots)
        state = [of(s) for s in latches_of(c)]
        if name == "initial":
            clauses.all += [[s if r else -s]
                            for s, (_, r) in zip(state, c["latches"])]
        else:
            clauses.all += [[of(s)] for s in c["constraints"]]
        root = invariant["outputs"][0]
        here = clauses.instance(invariant, state, [root])(root)
        clauses.all.append([-here if name == "initial" else here])
        if name == "step":
            after = [of(n) for n, _ in c["latches"]]
            clauses.all.append(
                [-clauses.instance(invariant, after, [root])(root)])
        if name == "bad":
            clauses.all.append([of(c["bad"][g]) for g in goals])
        out[name] = clauses.all
    return out


def distance_clauses(c, claims):
    """The clauses of the proof that no run hits a goal in fewer steps."""
    clauses = Clauses()
    state = [-1 if r else 1 for _, r in c["latches"]]
    before, hits = -1, []
    for t in range(max(steps for _, steps in claims)):
        bad = [c["bad"][g] for g, steps in claims if steps > t]
        of = clauses.instance(
            c, clauses.fresh(c["inputs"]) + state,
            c["constraints"] + [n for n, _ in c["latches"]] + bad)
        exists, hit = clauses.fresh(2)
        clauses.all += [[-exists, before], [-hit, exists],
                        [-hit, *(of(s) for s in bad)]]
        clauses.all += [[-exists, of(s)] for s in c["constraints"]]
        hits.append(hit)
        before = exists
        state = [of(n) for n, _ in c["latches"]]
    clauses.all.append(hits)
    return clauses.all


def refute(clauses):
    """A proof, or None if the clauses are satisfiable: a search with unit
    propagation, which writes the negation of its decisions when it turns
    back."""
    proof = []
    clauses = [list(dict.fromkeys(c)) for c in clauses]

    def propagate(assigned):
        changed = True
        while changed:
            changed = False
            for clause in clauses:
                open_ = []
                for literal in clause:
                    if literal in assigned:
                        break
                    if -literal not in assigned:
                        open_.append(literal)
                else:
                    if not open_:
                        return None, None
                    if len(open_) == 1:
                        assigned.add(open_[0])
                        changed = True
        for clause in clauses:
            if not any(l in assigned for l in clause):
                return assigned, next(l for l in clause if -l not in assigned)
        return assigned, 0

    def search(decisions, assigned):
        assigned, choice = propagate(set(assigned) | set(decisions))
        if assigned is None:
            proof.append([-d for d in decisions])
            return True
        if choice == 0:
            return False
        for literal in (choice, -choice):
            if not search([*decisions, literal], assigned):
                return False
        proof.append([-d for d in decisions])
        return True

    return proof if search([], set()) else None


def drat(proof):
    return "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in proof)


def layers(c):
    """The states by the number of steps that reach them."""
    layer = {tuple(bool(r) for _, r in c["latches"])}
    seen, out = set(), []
    while layer:
        out.append(sorted(layer))
        seen |= layer
        following = set()
        for state in layer:
            for inputs in itertools.product((False, True),
                                            repeat=c["inputs"]):
                value = evaluate(c, state, inputs)
                if all(value(s) for s in c["constraints"]):
                    following.add(tuple(value(n) for n, _ in c["latches"]))
        layer = following - seen
    return out


def states_section(depths, kind="closed", latches=None, constants=(), stop=""):
    """Sets of states by depth as the section of a certificate."""
    width = len(depths[0][0]) if depths and depths[0] else 0
    latches = range(width) if latches is None else latches
    out = (" ".join(map(str, latches)) + "\n" +
           " ".join(map(str, constants)) + f"\n{stop}\n{kind}\n" +
           " ".join(str(len(d)) for d in depths) + "\n").encode()
    for depth in depths:
        for state in depth:
            bits = sum(bool(state[l]) << i for i, l in enumerate(latches))
            out += bits.to_bytes((len(latches) + 7) // 8, "little")
    return out


def seal(body):
    """A certificate with the digest of its content."""
    digest = hashlib.sha256(body).hexdigest()
    return f"catenary-certificate 1\nsha256 {digest}\n".encode() + body


def body(c, goals=(), invariant=None, proofs=None, steps=(), states=None):
    """The content of a certificate; `steps`: pairs of goal and distance."""
    out = "model test\n"
    out += "".join(f"unreachable {c['bad_names'][g]}\n" for g in goals)
    out += "".join(f"distance {n} {c['bad_names'][g]}\n" for g, n in steps)
    parts = [("system", to_text(c))]
    if invariant is not None:
        parts.append(("invariant", to_text(invariant)))
    parts += [(f"proof {name}", text) for name, text in (proofs or {}).items()]
    for head, text in parts:
        out += f"{head} {len(text)}\n{text}"
    out = out.encode()
    if states is not None:
        out += f"states {len(states)}\n".encode() + states
    return out + b"end\n"
