#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The coffee machine of examples/coffee_machine."""
from timed_sut import System, main

PRICES = {1: 120, 2: 80}
COINS = (10, 20, 50, 100, 200)
MOST = 500


class CoffeeMachine(System):
    """A coffee machine for `catenary run --sut exec:`"""

    def __init__(self):
        self.credit = 0
        self.busy = False

    def on_input(self, channel, values):
        if self.busy:
            return
        value = values[0]
        if channel == "Coin" and value in COINS:
            if self.credit + value <= MOST:
                self.credit += value
                self.wait_for_customer()
        elif channel == "Choice" and value in PRICES and self.credit > 0:
            if self.credit < PRICES[value]:
                self.wait_for_customer()
            else:
                self.forget()
                self.busy = True
                self.after(7, self.serve, value)

    def wait_for_customer(self):
        self.forget()
        self.after(31, self.refund)

    def refund(self):
        self.say("Refund", self.credit)
        self.credit = 0

    def serve(self, drink):
        self.say("Serve", drink)
        change = self.credit - PRICES[drink]
        if change > 0:
            self.after("1/2", self.give_change, change)
        else:
            self.finish()

    def give_change(self, change):
        self.say("Change", change)
        self.finish()

    def finish(self):
        self.credit = 0
        self.busy = False


if __name__ == "__main__":
    main(CoffeeMachine, "coffee machine")
