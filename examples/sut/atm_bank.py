#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The teller machine of examples/atm_bank; also the bank it asks, where the
tester does not play it."""
from fractions import Fraction

from timed_sut import System, main

LEAST, MOST = 10, 500
LEAST_WAIT = 4
CREDIT = 300  # the bank grants up to here


class Atm(System):
    """A teller machine for `catenary run --sut exec:`"""

    def __init__(self):
        self.balance = 600
        self.state = "idle"
        self.amount = 0

    def on_input(self, channel, values):
        if channel == "Withdraw" and self.state == "idle":
            self.ask(*values)
        elif channel == "Auth" and self.state == "waiting":
            self.answered(*values)

    def ask(self, amount, wait):
        self.state = "busy"
        if not LEAST <= amount <= min(MOST, self.balance) or wait < LEAST_WAIT:
            self.after(1, self.end, "Abort")
        else:
            self.amount = amount
            self.after(1, self.debit, wait)

    def debit(self, wait):
        self.say("Debit", self.amount)
        self.state = "waiting"
        # One unit of the customer's time is over.
        self.after(wait - Fraction(1, 2), self.end, "Abort")
        if self.is_observed("Auth"):
            self.after(2, self.bank)

    def bank(self):
        granted = self.amount <= CREDIT
        self.report("Auth", granted)
        self.answered(granted)

    def answered(self, granted):
        self.forget()
        self.state = "busy"
        if granted:
            self.after(1, self.pay)
        else:
            self.after("1/2", self.end, "Abort")

    def pay(self):
        self.say("Cash", self.amount)
        self.balance -= self.amount
        self.after("1/2", self.end, "Log", self.balance)

    def end(self, channel, *values):
        self.forget()
        self.say(channel, *values)
        self.state = "idle"


if __name__ == "__main__":
    main(Atm, "teller machine")
