# SPDX-License-Identifier: Apache-2.0
"""Runs state machines as text, after the rules of UML-RT, without Catenary.

Reads what `catenary bench --make-machine` writes: one capsule, one port `p`,
attributes that are integers, actions of `if`, assignments and `p.note(…)`.
Branches are named as those of a suite, file:line:column:outcome.
"""
import re

KINDS = ("initial", "choice", "junction", "history", "entrypoint", "exitpoint")


class Vertex:
    def __init__(self, kind, name, parent):
        self.kind, self.name, self.parent = kind, name, parent
        self.inner, self.entry, self.exit = [], None, None
        self.onward = []     # transitions that nothing triggers
        self.triggered = []  # (transition, message)
        self.path = name if parent is None else parent.path + "::" + name

    def composite(self):
        return any(v.kind not in ("entrypoint", "exitpoint")
                   for v in self.inner)


class Transition:
    def __init__(self, kind, name, region, ends):
        self.kind, self.name, self.region, self.ends = kind, name, region, ends
        self.source = self.target = self.guard = self.effect = None
        self.messages = []
        self.path = name if region is None else region.path + "::" + name


def remainder(a, b):
    """As in C, of what may be negative."""
    return a % b if a >= 0 else -(-a % b)


class Machine:
    """The model as objects; actions become functions of Python."""
    prefix = "p."  # of the names of messages

    def __init__(self, text, file):
        self.lines, self.file = text.split("\n"), file
        self.vertices, self.transitions = [], []
        self.attributes, self.messages, self.parameters = {}, [], []
        self.literals = {}  # of each parameter: what it is compared with
        self.capsule = None
        self.branches = set()
        at = 0
        while at < len(self.lines):
            line = self.lines[at].strip()
            found = re.match(r"in (\w+)\((.*)\)$", line)
            if found:
                self.messages.append(found.group(1))
                self.parameters = [p.split(":")[0].strip()
                                   for p in found.group(2).split(",")]
            found = re.match(r"capsule (\w+) \{$", line)
            if found:
                self.capsule = found.group(1)
            found = re.match(r"attribute (\w+): int = (-?\d+)$", line)
            if found:
                self.attributes[found.group(1)] = int(found.group(2))
            if line == "machine {":
                at = self.region(at + 1, None)
                break
            at += 1
        for t in self.transitions:
            t.source, t.target = (self.find(e, t.region) for e in t.ends)
            for m in t.messages:
                t.source.triggered.append((t, m))
            if not t.messages:
                t.source.onward.append(t)
        self.names = list(self.attributes)

    def find(self, path, region):
        steps = path.split("::")
        base = "" if steps[0] == "" or region is None else region.path + "::"
        path = base + "::".join(s for s in steps if s)
        return next(v for v in self.vertices if v.path == path)

    # Reading. Each takes the line where it begins, and gives the next one.

    def region(self, at, parent):
        while True:
            line = self.lines[at].strip()
            words = line.split()
            if line == "}":
                return at + 1
            if words[0] in KINDS + ("state",):
                v = Vertex(words[0], words[1], parent)
                self.vertices.append(v)
                if parent is not None:
                    parent.inner.append(v)
                at += 1
                if line.endswith("{"):
                    at = self.region(at, v)
            elif words[0] in ("entry", "exit"):
                code, at = self.code(at, False)
                setattr(parent, words[0], code)
            else:
                at = self.transition(at, parent)

    def transition(self, at, region):
        found = re.match(
            r"(internal )?transition (\w+): (\S+) -> (\S+)( \{)?$",
            self.lines[at].strip())
        t = Transition((found.group(1) or "").strip(), found.group(2), region,
                       (found.group(3), found.group(4)))
        self.transitions.append(t)
        at += 1
        if not found.group(5):
            return at
        while self.lines[at].strip() != "}":
            word, rest = self.lines[at].strip().split(" ", 1)
            if word == "on":
                t.messages.append(rest.split(".")[1])
                at += 1
            elif word == "when":
                t.guard, at = self.code(at, True)
            else:
                t.effect, at = self.code(at, False)
        return at + 1

    def code(self, at, guard):
        first = self.lines[at]
        if first.rstrip().endswith("}"):
            return self.function([(at, first.index("{") + 1,
                                   first[:first.rindex("}")])], guard), at + 1
        indent = len(first) - len(first.lstrip())
        lines = []
        at += 1
        while self.lines[at] != " " * indent + "}":
            lines.append((at, 0, self.lines[at]))
            at += 1
        return self.function(lines, guard), at + 1

    def function(self, lines, guard):
        """f(r): r.v are the attributes, r.x the parameters."""
        out, depth = ["def f(r):", " v = r.v"], 1
        for number, begin, line in lines:
            text = line[begin:].strip()
            if text.startswith("}"):
                depth -= 1
                text = text[1:].strip()
            if not text:
                continue
            if text.startswith("if ("):
                text = "if " + self.condition(number, line) + ":"
            elif text == "else {":
                text = "else:"
            elif text.startswith("p.note("):
                found = re.match(r"p\.note\((\d+), (\w+)\)\.send\(\);$", text)
                text = "r.note = (r.sent + 1, %s, %s); r.sent += 1" % (
                    found.group(1), self.expression(found.group(2)))
            elif guard:
                found = re.match(r"return (.*);$", text)
                text = "return " + self.expression(found.group(1))
            else:
                found = re.match(r"(\w+) = (.*);$", text)
                text = "v[%r] = %s" % (found.group(1),
                                       self.expression(found.group(2)))
            out.append(" " * depth + text)
            if text.endswith(":"):
                depth += 1
        scope = {"remainder": remainder}
        exec("\n".join(out), scope)
        return scope["f"]

    def condition(self, number, line):
        """Every part of it notes its outcome."""
        begin = line.index("if (") + 4
        end = line.rindex(") {")
        out = ""
        for part in re.split(r"( && | \|\| )", line[begin:end]):
            if part in (" && ", " || "):
                out += part.replace("&&", "and").replace("||", "or")
            else:
                place = "%s:%d:%d:" % (self.file, number + 1, begin + 1)
                self.branches |= {place + "true", place + "false"}
                out += "r.branch(%r, %s)" % (place, self.expression(part))
            begin += len(part)
        return out

    def expression(self, text):
        for name, literal in re.findall(r"(x\d+) [<>=!]+ (-?\d+)", text):
            self.literals.setdefault(name, set()).add(int(literal))
        text = re.sub(r"static_cast<unsigned char>\((\w+)\) %", r"(\1 & 255) %",
                      text)
        text = re.sub(r"\b(x\d+) % (\d+)", r"remainder(\1, \2)", text)
        text = re.sub(r"\b(x\d+)\b", r"r.x['\1']", text)
        return re.sub(r"\b(a\d+|mode|mirror)\b", r"v['\1']", text)

    def values(self, parameter):
        """One value for each way of comparing with its literals."""
        literals = sorted(self.literals.get(parameter, ()))
        out, seen = [], set()
        for x in sorted({y for c in literals for y in (c - 1, c, c + 1)} |
                        {-32768, 32767, 0}):
            kind = tuple((x > c) - (x < c) for c in literals)
            if kind not in seen and -32768 <= x <= 32767:
                seen.add(kind)
                out.append(x)
        return out


class Run:
    """A configuration, and how messages change it."""

    def __init__(self, machine, saved=None):
        self.m, self.hits = machine, set()
        self.x, self.sent, self.note, self.outcome = {}, 0, (0, 0, 0), "handled"
        if saved is None:
            self.leaf, self.history = None, {}
            self.v = dict(machine.attributes)
            self.begin(None)
        else:
            self.leaf, values, history = saved
            self.v = dict(zip(machine.names, values))
            self.history = dict(history)

    def saved(self):
        return (self.leaf, tuple(self.v[n] for n in self.m.names),
                tuple(sorted(self.history.items(), key=lambda h: h[0].path)))

    def branch(self, place, value):
        self.hits.add(place + ("true" if value else "false"))
        return value

    def hit(self, kind, element):
        self.hits.add("%s %s::%s" % (kind, self.m.capsule, element.path))

    def act(self, code):
        if code:
            code(self)

    def holds(self, t):
        value = t.guard(self)
        self.hits.add("guard %s::%s %s" % (self.m.capsule, t.path,
                                           "true" if value else "false"))
        return value

    def enter(self, state, acts=True):
        self.hit("state", state)
        if acts:
            self.act(state.entry)
        self.leaf = state

    def leave(self):
        state = self.leaf
        self.act(state.exit)
        if state.parent is not None:
            self.history[state.parent] = state
        self.leaf = state.parent

    def begin(self, region):
        inner = self.m.vertices if region is None else region.inner
        start = next(v for v in inner
                     if v.kind == "initial" and v.parent is region)
        self.take(start.onward[0])

    def take(self, t):
        self.hit("transition", t)
        self.act(t.effect)
        if t.kind != "internal":
            self.arrive(t.target)

    def arrive(self, v):
        """`leaf` is the innermost state that is still active."""
        around, p = [], v.parent
        while p is not self.leaf:
            around.append(p)
            p = p.parent
        for s in reversed(around):
            self.enter(s)
        if v.kind == "state":
            self.enter(v)
            if v.composite():
                self.restore(v)
        elif v.kind == "choice":
            guarded = [t for t in v.onward if t.guard]
            plain = [t for t in v.onward if not t.guard]
            # An unguarded branch is what is left when no guard holds.
            chosen = next((t for t in guarded if self.holds(t)), None)
            chosen = chosen or (plain[0] if plain else None)
            if chosen is None:
                self.leaf, self.outcome = "stuck", "stuck"
                self.hit("stuck-choice", v)
            else:
                self.take(chosen)
        elif v.kind == "exitpoint":
            self.leave()
            self.take(v.onward[0])
        elif v.kind == "history":
            self.restore(v.parent)
        elif v.kind == "entrypoint" and not v.onward:
            self.restore(v.parent)
        else:
            self.take(v.onward[0])

    def restore(self, state):
        """Deep history; the first time by the initial transition."""
        last = self.history.get(state)
        if last is None:
            self.begin(state)
            return
        # Papyrus-RT runs no entry action of a composite state that it restores.
        self.enter(last, acts=not last.composite())
        if last.composite():
            self.restore(last)

    def deliver(self, message, values):
        self.x = values
        if self.leaf == "stuck":
            return  # it does nothing any more, and no transition is missing
        guarded, plain, s = [], [], self.leaf
        while s is not None:
            for t, m in s.triggered:
                if m == message:
                    (guarded if t.guard else plain).append(t)
            s = s.parent
        chosen = next((t for t in guarded if self.holds(t)), None)
        chosen = chosen or (plain[0] if plain else None)
        if chosen is None:
            self.outcome = "all_guards_false" if guarded else "unexpected"
            what = ("all-guards-false" if guarded
                    else "unexpected-message") + " %s::%s on " + self.m.prefix + message
            self.hits.add(what % (self.m.capsule, self.leaf.path))
            return
        if chosen.kind != "internal":
            while self.leaf is not chosen.region:
                self.leave()
        self.take(chosen)
