#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The crossing of examples/traffic_light as a program that goes by steps, one
second each, over Catenary's line protocol (docs/protocol.md).

With --fault, a press while people walk counts as a new request."""
import argparse
import json

# phase: (seconds, cars, pedestrians, next phase)
PHASES = {
    "go": (10, 2, 0, "stop"),
    "stop": (3, 3, 0, "walk"),
    "walk": (8, 0, 2, "clear"),
    "clear": (4, 0, 0, "ready"),
    "ready": (2, 1, 0, "go"),
    "fault": (0, 4, 0, None),
}


class TrafficLight:
    def __init__(self, faulty):
        self.faulty = faulty
        self.enter("go")
        self.request = False

    def enter(self, phase):
        self.phase = phase
        self.seconds = PHASES[phase][0]

    def step(self, button, lamp_fault, repaired):
        if lamp_fault:
            self.request = False
            self.enter("fault")
        elif self.phase == "fault":
            if repaired:
                self.enter("clear")
        else:
            self.seconds = max(0, self.seconds - 1)
            if button and (self.faulty or self.phase != "walk"):
                self.request = True
            if self.seconds == 0 and (self.phase != "go" or self.request):
                if self.phase == "stop":
                    self.request = False
                self.enter(PHASES[self.phase][3])
        _, cars, pedestrians, _ = PHASES[self.phase]
        return {"l.cars": cars, "l.pedestrians": pedestrians,
                "l.wait_light": bool(self.request)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fault", action="store_true")
    faulty = parser.parse_args().fault
    light = TrafficLight(faulty)
    while True:
        try:
            message = json.loads(input())
        except EOFError:
            return
        if "hello" in message:
            answer = {"hello": {"protocol": 1, "name": "traffic light"}}
        elif "reset" in message:
            light = TrafficLight(faulty)
            answer = {"reset": {}}
        else:
            inputs = message["in"]
            answer = {"step": message["step"],
                      "out": light.step(inputs.get("in.button", 0),
                                        inputs.get("in.lamp_fault", 0),
                                        inputs.get("in.repaired", 0))}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
