#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The symbolic engine on programs of the shared test data whose descriptions
need paths to it, and its agreement with exploration."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SEAT_HEATER = """
[program]
sources = ["{data}/c/seatheater/seat_heating_controller.c"]
flags = ["-I{data}/c/seatheater/includes", "-I{data}/c/seatheater"]
declare = '''
static tBool pressed;
tBool getButtonPressed(void) {{ return pressed; }}
extern tTemperature currentTemp;
'''
step = "seat_heating_controller();"
[inputs]
"seatOccupied" = {{}}
"powerMgtState" = {{}}
"errorStatus" = {{}}
"currentTemp" = {{}}
"pressed" = {{}}
[outputs]
"heatingCoil" = {{}}
[[property]]
id = "stage1"
when = "state.temperatureStage == 1"
[[property]]
id = "stage2"
when = "state.temperatureStage == 2"
[[property]]
id = "stage3"
when = "state.temperatureStage == 3"
"""


def generate(catenary, *arguments):
    """Status and depth of every goal, and the summary."""
    run = subprocess.run([catenary, "generate", *map(str, arguments), "--json"],
                         capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    return ({g["id"]: (g["status"], g["depth"]) for g in document["goals"]},
            document["summary"])


def seat_heater(catenary, data, directory):
    model = directory / "seatheater.toml"
    model.write_text(SEAT_HEATER.format(data=data))
    for engine in ("symbolic", "auto"):
        goals, summary = generate(catenary, model, "--engine", engine)
        assert goals == {"stage1": ("covered", 2), "stage2": ("covered", 4),
                         "stage3": ("unreachable", None)}, goals
        assert summary["bound"]["minimal"], summary


def same_distances(catenary, data):
    for model in ("c/chaincover/cruise1.toml", "c/chaincover/cruise2.toml",
                  "c/scale/r10.toml"):
        path = data / model
        if not path.exists():
            continue
        explicit, _ = generate(catenary, path, "--engine", "explicit")
        symbolic, _ = generate(catenary, path, "--engine", "symbolic")
        assert explicit == symbolic, (model, explicit, symbolic)


def power_window(catenary, data):
    """Straight from its C file: timers of 100 and 255 steps, inputs of 16 bits
    that are compared with each other, branches that are dead."""
    goals, summary = generate(
        catenary, data / "c/powerwindow/powerwindow_ec_merged.c",
        "--cover", "branch", "--timeout", "100s")
    assert summary["goals"] == 162, summary
    assert summary["covered"] == 158, summary
    dead = sorted(g.split(":", 1)[1] for g, (status, _) in goals.items()
                  if status == "unreachable")
    assert dead == ["104:5:false", "133:6:true", "148:6:true",
                    "92:5:false"], dead


def main():
    catenary = sys.argv[1]
    source = pathlib.Path(sys.argv[2])
    data = pathlib.Path(os.environ.get("CATENARY_DATA")
                        or source.parent / "shared" / "data").resolve()
    if not (data / "c").is_dir():
        print("skipped: no shared test data in", data)
        return 77
    if sys.argv[3:] == ["long"]:
        power_window(catenary, data)
        return 0
    with tempfile.TemporaryDirectory() as directory:
        seat_heater(catenary, data, pathlib.Path(directory))
    same_distances(catenary, data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
