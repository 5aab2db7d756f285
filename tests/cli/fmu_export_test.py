#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary convert --to fmu`: what it makes passes the suite of its model and
fails with a fault as a native library does; its sources can be compiled again;
it refuses calls out of order.

Usage: fmu_export_test.py CATENARY CC SOURCES
"""
import ctypes
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

import fmu_units as units

CATENARY = CC = ""
SOURCES = pathlib.Path()

ALL = """
#include <stdbool.h>
#include <stdint.h>
bool in_b; int8_t in_i8; uint8_t in_u8; int16_t in_i16; uint16_t in_u16;
int32_t in_i32; uint32_t in_u32; int64_t in_i64; uint64_t in_u64;
float in_f; double in_d; int mode;
bool b; int8_t i8; uint8_t u8; int16_t i16; uint16_t u16;
int32_t i32; uint32_t u32; int64_t i64; uint64_t u64; float f; double d;
int steps; int gear;
void init(void) { steps = gear = 0; }
void step(void) {
  ++steps;
  b = in_b; i8 = in_i8; u8 = in_u8; i16 = in_i16; u16 = in_u16; i32 = in_i32;
  u32 = in_u32; i64 = in_i64; u64 = in_u64; f = in_f; d = in_d;
  if (mode == 2) gear = 3; else if (mode == 3 && steps > 1) gear = 5;
}
"""
TYPES = ("b", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f", "d")
ALL_TOML = """
[program]
sources = ["all.c"]
init = "init();"
step = "step();"
[inputs]
"in_d" = { range = [-2.5, 10], unit = "km/h" }
"in_i16" = { range = [-5, 5], unit = "km" }
"mode" = { range = [1, 3], names = { OFF = 1, ON = 2, FAST = 3 } }
""" + "".join(f'"in_{t}" = {{}}\n' for t in TYPES if t not in ("d", "i16")) + \
    "[outputs]\n\"gear\" = { names = { LOW = 3, HIGH = 5 } }\n" + \
    "".join(f'"{t}" = {{}}\n' for t in TYPES) + \
    '[coverage]\ncriteria = ["branch"]\n'


GATE = """model Gates
protocol Car {
  in arrives(weight: int)
  in leaves()
  out opened(times: int)
}
capsule Gate {
  attribute times: int = 0
  port car: Car
  port timer: timing
  machine {
    initial start
    state shut
    state open {
      entry {
        times = times + 1;
        car.opened(times).send();
        timer.informIn(UMLRTTimespec(5, 0));
      }
    }
    transition begin: start -> shut
    transition enter: shut -> open {
      on car.arrives
      when { return weight < 40 && times < 2; }
    }
    transition leave: open -> shut { on car.leaves }
    transition fall: open -> shut { on timer.timeout }
  }
}
"""


def catenary(*args, cwd=None):
    return subprocess.run([CATENARY, *map(str, args)], cwd=cwd, text=True,
                          capture_output=True, timeout=120)


class Export(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def call(self, *args, code=0, cwd=None):
        done = catenary(*args, cwd=cwd or self.dir)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def light(self):
        """The example, copied, and its suite."""
        for name in ("traffic_light.c", "traffic_light.toml"):
            shutil.copy(SOURCES / "examples" / "traffic_light" / name, self.dir)
        self.call("generate", "traffic_light.toml", "-o", "s.json")

    def test_round_trip(self):
        self.light()
        for fmi in "23":
            out = f"x{fmi}.fmu"
            self.call("convert", "traffic_light.toml", "--to", "fmu", "--fmi",
                      fmi, "-o", out)
            self.assertIn("1 passed", self.call(
                "run", "s.json", "--sut", f"fmu:{out}").stdout)
        # A unit is one file, which needs nothing of its model.
        (self.dir / "traffic_light.c").unlink()
        self.call("run", "s.json", "--sut", "fmu:x3.fmu")

    def test_faults_have_the_verdicts_of_a_native_library(self):
        self.light()
        source = self.dir / "traffic_light.c"
        right = source.read_text()
        for old, new in (("MIN_GREEN 10", "MIN_GREEN 11"),
                         ("YELLOW_TIME 3", "YELLOW_TIME 2"),
                         ("&& l->now != WALK", "")):
            self.assertIn(old, right)
            source.write_text(right.replace(old, new))
            self.call("convert", "traffic_light.toml", "--to", "adapter",
                      "-o", "a.c", "--force")
            subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden", "-w",
                            "-o", "liba.so", "a.c"], cwd=self.dir, check=True)
            native = self.call("run", "s.json", "--sut", "native:./liba.so",
                               "--keep-going", code=1)
            for fmi in "23":
                self.call("convert", "traffic_light.toml", "--to", "fmu",
                          "--fmi", fmi, "-o", "x.fmu", "--force")
                done = self.call("run", "s.json", "--sut", "fmu:x.fmu",
                                 "--keep-going", code=1)
                self.assertEqual(done.stdout.splitlines()[1:],
                                 native.stdout.splitlines()[1:])

    def test_sources_are_complete_and_give_the_same(self):
        self.light()
        for fmi, folder in units.FOLDERS.items():
            self.call("convert", "traffic_light.toml", "--to", "fmu", "--fmi",
                      fmi, "-o", "x.fmu", "--force")
            with zipfile.ZipFile(self.dir / "x.fmu") as archive:
                xml = archive.read("modelDescription.xml")
                source = archive.read("sources/traffic_light.c")
            self.assertNotIn(b"#include", source)
            self.assertNotIn(str(self.dir).encode(), source)
            (self.dir / "again.c").write_bytes(source)
            for compiler in (CC, "clang-19"):
                subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o",
                                "again.so", "again.c", "-lm"], cwd=self.dir,
                               check=True)
                units.pack(self.dir / "y.fmu", [
                    ("modelDescription.xml", xml),
                    (f"{folder}/traffic_light.so",
                     (self.dir / "again.so").read_bytes())])
                self.call("run", "s.json", "--sut", "fmu:y.fmu")

    def test_the_same_input_gives_the_same_bytes(self):
        self.light()
        for name in ("a.fmu", "b.fmu"):
            self.call("convert", "traffic_light.toml", "--to", "fmu", "-o",
                      name)
        self.assertEqual((self.dir / "a.fmu").read_bytes(),
                         (self.dir / "b.fmu").read_bytes())
        self.assertIn("exists", self.call(
            "convert", "traffic_light.toml", "--to", "fmu", "-o", "a.fmu",
            code=2).stderr)

    def all_types(self, fmi):
        (self.dir / "all.c").write_text(ALL)
        (self.dir / "all.toml").write_text(ALL_TOML)
        done = self.call("convert", "all.toml", "--to", "fmu", "--fmi", fmi,
                         "-o", "all.fmu", "--step-size", "10ms", "--force")
        with zipfile.ZipFile(self.dir / "all.fmu") as archive:
            archive.extractall(self.dir / "all")
            names = archive.namelist()
        root = xml.etree.ElementTree.parse(
            self.dir / "all" / "modelDescription.xml").getroot()
        return done, names, root

    def test_descriptions_have_types_units_ranges_and_enumerations(self):
        done, names, root = self.all_types(2)
        self.assertIn("Integer of FMI 2.0 has 32 bits: a larger value of "
                      "'in_u32', 'in_i64', 'in_u64', 'u32', 'i64', 'u64' is an "
                      "error of the FMU", done.stderr)
        self.assertEqual(names, ["modelDescription.xml",
                                 "binaries/linux64/all.so", "sources/all.c"])
        found = {v.get("name"): (v, v[0])
                 for v in root.find("ModelVariables")}
        self.assertEqual(
            {n: t.tag for n, (_, t) in found.items() if n in TYPES},
            {"b": "Boolean", "f": "Real", "d": "Real",
             **{t: "Integer" for t in TYPES if t[0] in "iu"}})
        self.assertEqual(found["in_d"][1].attrib,
                         {"unit": "km/h", "min": "-2.5", "max": "10",
                          "start": "0"})
        self.assertEqual([u.get("name") for u in root.find("UnitDefinitions")],
                         ["km/h"])
        self.assertEqual(found["in_i16"][0].get("description"), "in km")
        self.assertEqual(found["in_i16"][1].attrib,
                         {"min": "-5", "max": "5", "start": "0"})
        self.assertEqual(found["mode"][1].attrib,
                         {"declaredType": "values of mode", "start": "1"})
        self.assertEqual([i.attrib for i in root.iter("Item")],
                         [{"name": "OFF", "value": "1"},
                          {"name": "ON", "value": "2"},
                          {"name": "FAST", "value": "3"}])
        # 4 has no name.
        self.assertEqual(found["gear"][1].tag, "Integer")
        self.assertEqual(found["gear"][0].get("description"),
                         "LOW = 3, HIGH = 5")
        self.assertEqual(root.find("DefaultExperiment").get("stepSize"), "0.01")
        outputs = [int(u.get("index"))
                   for u in root.find("ModelStructure/Outputs")]
        order = [v.get("name") for v in root.find("ModelVariables")]
        self.assertEqual([order[i - 1] for i in outputs],
                         ["gear", *TYPES])

    def test_fmi_3_has_all_types_and_one_independent_variable(self):
        done, names, root = self.all_types(3)
        self.assertEqual(done.stderr, "")
        self.assertIn("binaries/x86_64-linux/all.so", names)
        self.assertIn("sources/buildDescription.xml", names)
        found = {v.get("name"): v for v in root.find("ModelVariables")}
        self.assertEqual(
            [found[t].tag for t in TYPES],
            ["Boolean", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32",
             "Int64", "UInt64", "Float32", "Float64"])
        self.assertEqual([v.get("name") for v in found.values()
                          if v.get("causality") == "independent"], ["time"])
        self.assertEqual(
            [v.get("valueReference") for v in root.find("ModelStructure")
             if v.tag == "Output"],
            [found[n].get("valueReference") for n in ("gear", *TYPES)])

    def test_a_suite_of_all_types_passes(self):
        self.all_types(3)
        self.call("generate", "all.toml", "-o", "all.json")
        self.call("run", "all.json", "--sut", "fmu:all.fmu")

    def test_calls_out_of_order_are_errors(self):
        self.all_types(3)
        unit = ctypes.CDLL(str(self.dir / "all" / "binaries" / "x86_64-linux" /
                               "all.so"))
        logged = []
        log_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int,
                                    ctypes.c_char_p, ctypes.c_char_p)
        log = log_type(lambda e, s, c, m: logged.append(m.decode()))
        token = xml.etree.ElementTree.parse(
            self.dir / "all" / "modelDescription.xml").getroot().get(
                "instantiationToken").encode()
        make = unit.fmi3InstantiateCoSimulation
        make.restype = ctypes.c_void_p
        false, zero = ctypes.c_bool(False), ctypes.c_size_t(0)

        def instantiate(token):
            return make(b"n", token, None, false, false, false, false, None,
                        zero, None, log, None)

        def step(size):
            flags = [ctypes.c_bool() for _ in range(3)]
            return unit.fmi3DoStep(
                ctypes.c_void_p(one), ctypes.c_double(0), ctypes.c_double(size),
                ctypes.c_bool(True), *map(ctypes.byref, flags),
                ctypes.byref(ctypes.c_double()))

        def enter():
            return unit.fmi3EnterInitializationMode(
                ctypes.c_void_p(one), false, ctypes.c_double(0),
                ctypes.c_double(0), false, ctypes.c_double(0))

        self.assertIsNone(instantiate(b"{other}"))
        one = instantiate(token)
        self.assertIsNotNone(one)
        self.assertIsNone(instantiate(token))
        handle = ctypes.c_void_p(one)
        self.assertEqual(step(0.01), 3)  # not initialised
        self.assertEqual(unit.fmi3Reset(handle), 0)
        self.assertEqual(unit.fmi3ExitInitializationMode(handle), 3)
        self.assertEqual(unit.fmi3Reset(handle), 0)
        self.assertEqual(enter(), 0)
        self.assertEqual(unit.fmi3ExitInitializationMode(handle), 0)
        self.assertEqual(step(0.01), 0)
        self.assertEqual(step(0.05), 0)
        self.assertEqual(step(0.015), 3)
        self.assertEqual(unit.fmi3Reset(handle), 0)
        self.assertEqual(unit.fmi3Terminate(handle), 3)
        unit.fmi3FreeInstance(handle)
        self.assertIsNotNone(instantiate(token))
        self.assertIn("only one instance", logged[1])
        self.assertIn("not a multiple of the stepSize", " ".join(logged))

    def test_a_program_without_init_gets_a_new_process_for_each_test(self):
        (self.dir / "n.c").write_text(
            "int in; int n; void step(void) { if (in == 1) ++n; else n = 9; }")
        (self.dir / "n.toml").write_text(
            '[program]\nsources = ["n.c"]\nstep = "step();"\n'
            '[inputs]\n"in" = { range = [0, 1] }\n[outputs]\n"n" = {}\n'
            '[coverage]\ncriteria = ["branch"]\n')
        self.call("generate", "n.toml", "-o", "n.json")
        suite = json.loads((self.dir / "n.json").read_text())
        test = suite["tests"][0]
        del test["id"]
        self.assertGreater(len(test["steps"]), 1)
        suite["tests"].append({**test, "name": "short",
                               "steps": test["steps"][:-1]})
        (self.dir / "n.json").write_text(json.dumps(suite))
        for fmi in "23":
            self.call("convert", "n.toml", "--to", "fmu", "--fmi", fmi, "-o",
                      "n.fmu", "--force")
            self.assertIn("2 passed", self.call("run", "n.json", "--sut",
                                                "fmu:n.fmu").stdout)

    def test_a_state_machine(self):
        for fmi in "23":
            (self.dir / "gate.sm").write_text(GATE)
            # Messages that no state expects are findings.
            self.call("generate", "gate.sm", "-o", "m.json", "--force", code=1)
            self.call("convert", "gate.sm", "--to", "fmu", "--fmi", fmi, "-o",
                      "m.fmu", "--force")
            self.assertIn(" 0 failed, 0 inconclusive, 0 errors", self.call(
                "run", "m.json", "--sut", "fmu:m.fmu").stdout)
            wrong = GATE.replace("opened(times).", "opened(times + 1).")
            self.assertNotEqual(wrong, GATE)
            (self.dir / "gate.sm").write_text(wrong)
            self.call("convert", "gate.sm", "--to", "fmu", "--fmi", fmi, "-o",
                      "m.fmu", "--force")
            self.call("run", "m.json", "--sut", "fmu:m.fmu", code=1)

    def test_what_cannot_be_exported_is_refused(self):
        self.light()
        self.assertIn("expected -o FILE.fmu", self.call(
            "convert", "traffic_light.toml", "--to", "fmu", code=2).stderr)
        self.assertIn("expected --to fmu", self.call(
            "convert", "traffic_light.toml", "--to", "adapter", "--fmi", "3",
            code=2).stderr)
        self.assertIn("is not made from a suite", self.call(
            "convert", "s.json", "--to", "fmu", "-o", "x.fmu", code=2).stderr)
        self.assertIn("is not a step size", self.call(
            "convert", "traffic_light.toml", "--to", "fmu", "-o", "x.fmu",
            "--step-size", "never", code=2).stderr)
        (self.dir / "w.c").write_text(
            "extern int __VERIFIER_nondet_int(void);\n"
            "int main(void) { int n = 0; while (1) "
            "if (__VERIFIER_nondet_int() == 3) ++n; }\n")
        self.assertIn("step", self.call(
            "convert", "w.c", "--to", "fmu", "-o", "x.fmu", code=2).stderr)


if __name__ == "__main__":
    CATENARY, CC, folder = sys.argv[1:4]
    SOURCES = pathlib.Path(folder)
    if shutil.which(CC) is None:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=1)
