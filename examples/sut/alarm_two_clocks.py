#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The house alarm of examples/alarm_two_clocks. Where the tester does not play
who moves in the house, somebody comes in 5 seconds after the alarm watches."""
from timed_sut import System, main


class Alarm(System):
    """A house alarm for `catenary run --sut exec:`"""

    def __init__(self):
        self.state = "off"
        self.secret = None
        self.wrong = 0

    def on_input(self, channel, values):
        code = values[0] if values else None
        if channel == "Arm" and self.state == "off" and 0 <= code <= 9999:
            self.secret = self.spoil(code)
            self.state = "leaving"
            self.after("61/2", self.armed)
        elif channel == "Disarm" and self.state in ("watching", "entered",
                                                    "sounding"):
            self.typed(code)
        elif channel == "Motion" and self.state == "watching":
            self.came_in()

    def typed(self, code):
        if code == self.secret:
            self.forget()
            self.state = "stopping"
            self.after("1/2", self.quiet, "off")
        elif self.state == "entered":
            self.wrong += 1
            if self.wrong == 3:
                self.forget()
                self.state = "caught"
                self.after("1/2", self.siren)

    def armed(self):
        self.say("Armed")
        self.watch()

    def watch(self):
        self.state = "watching"
        if self.is_observed("Motion"):
            self.after(5, self.somebody)

    def somebody(self):
        self.report("Motion")
        self.came_in()

    def came_in(self):
        self.state = "entered"
        self.wrong = 0
        self.after("41/2", self.siren)

    def siren(self):
        self.say("Siren")
        self.state = "sounding"
        self.after("365/2", self.quiet, "watching")

    def quiet(self, then):
        self.say("Quiet")
        self.state = then
        if then == "watching":
            self.watch()


if __name__ == "__main__":
    main(Alarm, "house alarm")
