# SPDX-License-Identifier: Apache-2.0
"""Runs systems of capsules after the rules of UML-RT, without Catenary.

All instances share one queue of messages, ordered by priority and then by when
they were sent. A step puts a message of the environment or a timeout into the
queue, or none, and then runs the first message unless it waits. Actions take no
time; whole seconds pass while the queue is empty, and no further than to the next
timeout. The instances themselves are those of sm_interpreter.

Instances of optional parts are incarnated and destroyed by actions. The
initialisation of one that was incarnated waits in the queue, like a message of the
usual priority.
"""
from sm_interpreter import Run

PRIORITIES = ("SYSTEM", "PANIC", "HIGH", "NORMAL", "LOW", "BACKGROUND")
NORMAL = PRIORITIES.index("NORMAL")
MOST_QUEUED = 16
MOST_WAITING = 4  # the environment sends only where fewer wait


class Unsupported(Exception):
    """More messages or timers than there may be; the run ends there."""


class Port:
    """`sends` and `receives`: messages with the names of their parameters."""

    def __init__(self, name, protocol, conjugated, count, relay=False):
        self.name, self.protocol, self.conjugated = name, protocol, conjugated
        self.count, self.relay = count, relay

    def receives(self):
        return self.protocol.outs if self.conjugated else self.protocol.ins

    def sends(self):
        return self.protocol.ins if self.conjugated else self.protocol.outs


class Capsule:
    """`parts`: (name, capsule, number, least number); `connectors`: pairs of
    (part or None, port). `machine` is None or like sm_interpreter.Machine."""

    def __init__(self, name):
        self.name, self.ports, self.timing = name, [], []
        self.parts, self.connectors, self.machine = [], [], None

    def port(self, name):
        return next(p for p in self.ports if p.name == name)


class Place:
    """An instance of a capsule in the system."""

    def __init__(self, capsule, path, index, optional=False, dynamic=False):
        self.capsule, self.path, self.index = capsule, path, index
        self.optional = optional  # incarnated at run time
        self.dynamic = dynamic  # it, or one that it lies within
        self.inner = {}  # instances of parts, by the names of these

    def together(self):
        """It and all that exist whenever it does, each before its parts."""
        yield self
        for places in self.inner.values():
            for place in places:
                if not place.optional:
                    yield from place.together()

    def within(self):
        yield self
        for places in self.inner.values():
            for place in places:
                yield from place.within()

    def named(self, name):
        return self.path + "." + name if self.path else name


class System:
    """All instances, and where messages of their ports go."""

    def __init__(self, top):
        self.top, self.places, self.joined = top, [], {}
        self.most_timers = 4  # at once, of a timing port
        self.expand(top, "", 0)
        for place in self.places:
            self.connect(place)
        self.machines = [p for p in self.places if p.capsule.machine]
        self.far = {}  # (place, port, index) -> the same, "environment" or None
        self.through = {}  # the same -> what is on the way, with the end
        for place in self.machines:
            for port in place.capsule.ports:
                for k in range(0 if port.relay else port.count):
                    way = self.through[place, port.name, k] = []
                    self.far[place, port.name, k] = self.follow(
                        (place, port.name, k, "out"), way)
        self.letters = [
            (place, port, k, message)
            for place in self.machines for port in place.capsule.ports
            for k in range(0 if port.relay else port.count)
            if self.far[place, port.name, k] == "environment"
            for message in port.receives()]

    def shown(self, place):
        """The name of an instance in outputs."""
        return place.path or self.top.name

    def expand(self, capsule, path, index, optional=False, dynamic=False):
        place = Place(capsule, path, index, optional, dynamic)
        self.places.append(place)
        for name, inner, number, least in capsule.parts:
            place.inner[name] = [
                self.expand(inner, place.named(
                    name + ("[%d]" % k if number > 1 else "")), k,
                    k >= least, dynamic or k >= least)
                for k in range(number)]
        return place

    def free(self, place, end):
        """The sides of ports that a connector within `place` can join."""
        part, name = end
        owners = place.inner[part] if part else [place]
        side = "out" if part or not place.capsule.port(name).relay else "in"
        every = [(o, name, k, side) for o in owners
                 for k in range(o.capsule.port(name).count)]
        return [e for e in every if e not in self.joined]

    def connect(self, place):
        for one, other in place.capsule.connectors:
            pairs = list(zip(self.free(place, one), self.free(place, other)))
            if not pairs:
                raise Unsupported  # a connector that connects nothing
            for a, b in pairs:
                self.joined[a], self.joined[b] = b, a

    def follow(self, end, way):
        """What a message that leaves by the side of a port comes to; `way` gets
        the instances that it passes."""
        if end not in self.joined:
            return "environment" if end[3] == "out" else None
        place, name, k, side = self.joined[end]
        way.append(place)
        if place.capsule.port(name).relay:
            return self.follow(
                (place, name, k, "in" if side == "out" else "out"), way)
        return (place, name, k) if place.capsule.machine else None


class Instance(Run):
    """The machine of one instance; its actions act on the system."""

    def __init__(self, system_run, place, saved=None):
        self.run, self.place, self.event, self.index = system_run, place, None, 0
        super().__init__(place.capsule.machine, saved)

    def take(self, t):
        if len(t.messages) > 1:
            self.hits.add("trigger %s::%s on %s" % (
                self.m.capsule, t.path, self.event))
        super().take(t)

    def receive(self, event, index, values):
        self.event, self.index = event, index
        self.deliver(event, values)


class SystemRun:
    """A configuration, and how a step changes it."""

    def __init__(self, system, saved=None):
        self.system, self.hits, self.outcome = system, set(), "handled"
        self.ran, self.sent = "nothing", {}
        self.source, self.target = "environment", "nobody"
        if saved is None:
            self.saved_instances = dict.fromkeys(system.machines)
            self.queue, self.timers, self.ids = [], {}, {}
            self.exists = frozenset()
            for place in system.machines:
                if not place.dynamic:
                    self.keep(Instance(self, place))
            self.rest()
        else:
            instances, queue, timers, ids, self.exists = saved
            self.saved_instances = dict(zip(system.machines, instances))
            self.queue = list(queue)
            self.timers, self.ids = dict(timers), dict(ids)

    def saved(self):
        def in_order(of):
            return tuple(sorted(of.items(), key=lambda e: (
                e[0][0].path, e[0][1:])))
        return (tuple(self.saved_instances[p] for p in self.system.machines),
                tuple(self.queue), in_order(self.timers), in_order(self.ids),
                self.exists)

    def keep(self, instance):
        self.saved_instances[instance.place] = instance.saved()
        self.hits |= instance.hits
        if instance.outcome != "handled":
            self.outcome = instance.outcome

    def state(self, place):
        if not self.is_there(place):
            return "absent"
        if self.saved_instances[place] is None:
            return "new"
        leaf = self.saved_instances[place][0]
        return leaf if leaf == "stuck" else leaf.path

    # Instances that come and go.

    def exist(self, places):
        return all(map(self.is_there, places))

    def is_there(self, place):
        return not place.dynamic or place in self.exists

    def incarnate(self, place, part, index):
        """The first that is free, or that of the index; where there is none,
        nothing happens."""
        for slot in place.inner[part]:
            if slot.optional and slot not in self.exists and \
                    index in (None, slot.index):
                for one in slot.together():
                    self.exists |= {one}
                    if one.capsule.machine:
                        self.put(NORMAL, one, None, 0, "initialise", None)
                return

    def destroy(self, place, part, index):
        for slot in place.inner[part]:
            if not slot.optional or slot not in self.exists or \
                    index not in (None, slot.index):
                continue
            for one in slot.within():
                self.exists -= {one}
                if one.capsule.machine:
                    self.saved_instances[one] = None
                self.queue = [m for m in self.queue if m[1] is not one]
                for timer in [t for t in self.timers if t[0] is one]:
                    self.forget(timer)
                self.ids = {i: t for i, t in self.ids.items()
                            if i[0] is not one}

    # Messages: (priority, place, port, index, message, values).

    def put(self, priority, *message):
        if len(self.queue) == MOST_QUEUED:
            raise Unsupported
        at = sum(m[0] <= priority for m in self.queue)
        self.queue.insert(at, (priority, *message))

    def send(self, place, port, message, value, priority, only):
        """`only` is the index for sendAt(), or None."""
        outside = False
        for k in range(place.capsule.port(port).count):
            if only is not None and k != only:
                continue
            far = self.system.far[place, port, k]
            if far == "environment":
                if not self.exist(self.system.through[place, port, k]):
                    continue
                outside = True
                self.observe(place, port, k, message, value)
            elif far and self.exist(self.system.through[place, port, k]):
                self.put(priority, *far, message, value)
        if outside:
            count, _ = self.sent.get((place, port, message), (0, None))
            self.sent[place, port, message] = (count + 1, value)

    # Timers: (place, port, slot) -> (seconds left, period or 0).

    def start(self, place, port, variable, seconds, every):
        slot = next(k for k in range(1, 99)
                    if (place, port, k) not in self.timers)
        if slot > self.system.most_timers:
            raise Unsupported
        self.timers[place, port, slot] = (seconds, seconds if every else 0)
        self.ids[place, variable] = (port, slot)

    def forget(self, timer):
        place, port, slot = timer
        del self.timers[timer]
        self.ids = {i: t for i, t in self.ids.items()
                    if i[0] is not place or t != (port, slot)}

    def cancel(self, place, variable):
        if (place, variable) in self.ids:
            self.forget((place, *self.ids[place, variable]))

    def most(self):
        """How long no timer is due; None is for ever. 0 while messages wait."""
        if self.queue:
            return 0
        return min((left for left, _ in self.timers.values()), default=None)

    def elapse(self, seconds):
        self.timers = {t: (left - seconds, period)
                       for t, (left, period) in self.timers.items()}

    # Steps.

    def may_send(self, letter, value):
        """Whether the environment may send that now."""
        return self.is_there(letter[0]) and \
            self.exist(self.system.through[letter[0], letter[1].name, letter[2]])

    def observe(self, place, port, k, message, value):
        """Called where a message is sent to the environment."""

    def environment_sends(self, letter, value):
        place, port, k, message = letter
        self.put(NORMAL, place, port.name, k, message, value)

    def expire(self, timer):
        left, period = self.timers[timer]
        assert left == 0
        if period:
            self.timers[timer] = (period, period)
        else:
            self.forget(timer)
        self.put(NORMAL, timer[0], timer[1], 0, "timeout", None)

    def dispatch(self):
        """Runs the first message."""
        _, place, port, index, message, value = self.queue.pop(0)
        if message == "initialise":
            self.ran, self.target = place.named(message), \
                self.system.shown(place)
            return self.keep(Instance(self, place))
        if self.is_there(place) and self.saved_instances[place] is None:
            raise Unsupported  # a message before the initialisation
        self.ran = place.named(port + "." + message)
        far = None if message == "timeout" else \
            self.system.far[place, port, index]
        if far and far != "environment":
            self.source = self.system.shown(far[0])
        self.target = self.system.shown(place)
        instance = Instance(self, place, self.saved_instances[place])
        name = None if message == "timeout" else \
            place.capsule.port(port).receives()[message]
        instance.receive(port + "." + message, index,
                         {name: value} if name else {})
        self.keep(instance)

    def dead(self):
        return not (self.queue or self.timers or
                    any(SystemRun.may_send(self, e, None)
                        for e in self.system.letters))

    def rest(self):
        """Behind a step."""
        if self.dead():
            self.hits.add("deadlock " + self.system.top.name)
            self.outcome = "stuck"
