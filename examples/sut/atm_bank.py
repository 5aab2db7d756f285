#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The teller machine of examples/atm_bank, and the bank it asks."""
from timed_sut import System, main

LEAST, MOST = 10, 500
CREDIT = 300  # the bank grants up to here


class Atm(System):
    """A teller machine for `catenary run --sut exec:`"""

    def __init__(self):
        self.balance = 600
        self.busy = False

    def on_input(self, channel, values):
        if channel != "Withdraw" or self.busy:
            return
        self.busy = True
        amount, wait = values
        if not LEAST <= amount <= min(MOST, self.balance) or wait < 5:
            self.after(1, self.end, "Abort")
        else:
            self.after(1, self.debit, amount)

    def debit(self, amount):
        self.say("Debit", amount)
        self.after(2, self.bank, amount)

    def bank(self, amount):
        granted = amount <= CREDIT
        self.say("Auth", granted)
        if granted:
            self.after(1, self.pay, amount)
        else:
            self.after("1/2", self.end, "Abort")

    def pay(self, amount):
        self.say("Cash", amount)
        self.balance -= amount
        self.after("1/2", self.end, "Log", self.balance)

    def end(self, channel, *values):
        self.say(channel, *values)
        self.busy = False


if __name__ == "__main__":
    main(Atm, "teller machine")
