# SPDX-License-Identifier: Apache-2.0
"""A timed system behind Catenary's line protocol (docs/protocol.md), in real
and in virtual time.

A system is a class with two things: __init__ sets it to its start, on_input is
told of messages. Both may call

    self.say("Cash", 50)               an output, now
    self.after(3, self.pay, 50)        self.pay(50) three time units from now
    self.forget()                      nothing that was planned happens

Inputs may come from others than the tester. On which channels it does not
send, it says when it says hello; there the system's side plays the others:

    self.is_observed("Auth")           is that one of these channels?
    self.report("Auth", True)          an input that somebody sent, now

--fault breaks any system: value, late, mute, extra, dies, crashes, silent,
nonsense. README.md says what becomes of each.
"""
import argparse
import heapq
import json
import os
import select
import sys
import time
from fractions import Fraction

FAULTS = ["value", "late", "mute", "extra", "dies", "crashes", "silent",
          "nonsense"]


class System:
    """What a concrete system derives from."""

    link = None  # set before __init__ is called

    def say(self, channel, *values):
        self.link.say(channel, list(values))

    def after(self, delay, action, *arguments):
        self.link.plan(Fraction(delay), action, arguments)

    def forget(self):
        self.link.planned.clear()

    def is_observed(self, channel):
        return channel in self.link.observed

    def report(self, channel, *values):
        self.link.send(channel, list(values))

    def spoil(self, value):
        """The value, or with --fault value another one."""
        return self.link.spoil(value)

    def on_input(self, channel, values):
        pass


class Link:
    """The other end of the protocol: lines on standard input and output."""

    def __init__(self, system_class, fault):
        self.system_class = system_class
        self.fault = fault
        self.observed = []       # inputs that the tester does not send
        self.real = False
        self.unit = Fraction(1)
        self.start = 0.0         # of real time, in seconds
        self.now = Fraction(0)   # of virtual time, in units
        self.planned = []        # (due, number, action, arguments)
        self.count = 0
        self.said = []           # virtual time: not yet asked for
        self.unread = b""

    # What a system calls.

    def say(self, channel, values):
        if self.fault == "mute":
            return
        if values:
            values[0] = self.spoil(values[0])
        for _ in range(2 if self.fault == "extra" else 1):
            self.send(channel, values)

    def spoil(self, value):
        if self.fault != "value":
            return value
        return not value if isinstance(value, bool) else value + 1

    def send(self, channel, values):
        event = {"event": {"channel": channel, "values": values}}
        if self.real:
            self.write(event)
        else:
            self.said.append(event)

    def plan(self, delay, action, arguments):
        if self.fault == "late":
            delay = delay * 20 + 20
        self.count += 1
        due = self.time() + delay
        heapq.heappush(self.planned, (due, self.count, action, arguments))

    # Time.

    def time(self):
        if not self.real:
            return self.now
        return Fraction(time.monotonic() - self.start) / self.unit

    def run_due(self):
        """Does what is due; returns when the next thing is, or None."""
        while self.planned and self.planned[0][0] <= self.time():
            _, _, action, arguments = heapq.heappop(self.planned)
            action(*arguments)
            if self.said:
                break
        return self.planned[0][0] if self.planned else None

    # Lines.

    def write(self, message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    def read(self):
        """The next line; meanwhile, in real time, does what is due."""
        while b"\n" not in self.unread:
            patience = None
            if self.real:
                due = self.run_due()
                if due is not None:
                    patience = max(0.0, float((due - self.time()) * self.unit))
            if select.select([sys.stdin], [], [], patience)[0]:
                block = os.read(sys.stdin.fileno(), 65536)
                if not block:
                    sys.exit(0)
                self.unread += block
        line, self.unread = self.unread.split(b"\n", 1)
        return json.loads(line)

    def serve(self, name):
        system = None
        while True:
            message = self.read()
            if "hello" in message:
                if self.fault == "silent":
                    continue
                hello = message["hello"]
                self.observed = hello.get("uncontrollable", [])
                self.real = hello.get("time") == "real"
                self.unit = Fraction(hello.get("unit", "1"))
                self.write({"hello": {"protocol": 1, "name": name,
                                      "time": ["real", "virtual"]}})
            elif "reset" in message:
                self.planned.clear()
                self.said.clear()
                self.now = Fraction(0)
                self.start = time.monotonic()
                self.write({"reset": {}})
                self.system_class.link = self
                system = self.system_class()
            elif "event" in message:
                if self.fault == "dies":
                    sys.exit(3)
                if self.fault == "crashes":
                    os.abort()
                if self.fault == "nonsense":
                    print("all your base", flush=True)
                event = message["event"]
                system.on_input(event["channel"], event.get("values", []))
            elif "wait" in message:
                self.wait(Fraction(message["wait"]))

    def wait(self, span):
        """Virtual time: up to `span` units pass."""
        begin = self.now
        while True:
            if self.said:
                answer = self.said.pop(0)
                answer["event"]["after"] = str(self.now - begin)
                return self.write(answer)
            due = self.run_due()
            if self.said:
                continue
            if due is None or due > begin + span:
                self.now = begin + span
                return self.write({"silence": str(span)})
            self.now = due


def main(system_class, name):
    parser = argparse.ArgumentParser(description=system_class.__doc__)
    parser.add_argument("--fault", choices=FAULTS, default="")
    arguments = parser.parse_args()
    Link(system_class, arguments.fault).serve(name)
