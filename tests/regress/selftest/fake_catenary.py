#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for catenary: does what lines `fake KEY=VALUE` of the model say."""
import json
import os
import re
import sys

command, model = sys.argv[1], None
arguments = sys.argv[2:]


def value_of(*names):
    for name in names:
        if name in arguments:
            return arguments[arguments.index(name) + 1]
    return None


if command == "run":
    model = value_of("--sut").split(":", 1)[1]
else:
    model = arguments[0]
with open(model, encoding="utf-8") as file:
    fake = dict(re.findall(r"fake (\w+)=(\S+)", file.read()))

if command == "run":
    replay = int(fake.get("replay", "0"))
    verdict = {0: "pass", 1: "fail"}.get(replay, "error")
    print(json.dumps({"tests": [{"id": fake.get("test", "t1"),
                                 "verdict": verdict, "reason": "fake"}]}))
    sys.exit(replay)
if fake.get("crash"):
    os.abort()
sys.stderr.write(fake.get("err", "") + "\n")
code = int(fake.get("exit", "0"))
if code != 2 or fake.get("noise"):
    print(json.dumps({
        "summary": {"goals": int(fake.get("goals", "4")), "covered": 4,
                    "tests": 1, "total_steps": 9},
        "seconds": value_of("--jobs"),
        "goals": [{"id": "p1", "status": "covered"}],
        "findings": [{"code": fake.get("finding", "property-violated"),
                      "witness": "t1"}] if code == 1 else []}))
output = value_of("-o", "--output")
if output and code != 2 and not fake.get("nosuite"):
    with open(output, "w", encoding="utf-8") as file:
        file.write(value_of("--jobs") if fake.get("racy") else "suite")
sys.exit(code)
