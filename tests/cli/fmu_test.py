#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary run --sut fmu:`: FMUs of both versions of the standard, written by
hand (fmu/unit.c), which check the order of the calls themselves.

Usage: fmu_test.py CATENARY CC SOURCES
"""
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

import fmu_units as units

CATENARY = CC = ""
EXAMPLE = pathlib.Path()
SHARED = None  # a folder for what all tests need


def catenary(*args, cwd=None, env=None):
    return subprocess.run([CATENARY, *map(str, args)], cwd=cwd, env=env,
                          text=True, capture_output=True, timeout=120)


def binary(fmi, *flags):
    """Built once for each set of flags."""
    key = (fmi, *flags)
    if key not in binary.known:
        binary.known[key] = units.library(CC, SHARED.name, fmi, EXAMPLE, *flags)
    return binary.known[key]


binary.known = {}


def the_suite():
    """Of the crossing: one long test, split into two by its own prefix."""
    path = pathlib.Path(SHARED.name) / "suite.json"
    if not path.exists():
        done = catenary("generate", EXAMPLE / "traffic_light.toml", "-o", path)
        assert done.returncode == 0, done.stderr
        suite = json.loads(path.read_text())
        whole = suite["tests"][0]
        del whole["id"]
        short = json.loads(json.dumps(whole))
        short["name"] = "short"
        short["steps"] = short["steps"][:4]
        suite["tests"].append(short)
        path.write_text(json.dumps(suite))
    return path


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def run_unit(self, path, *more, env=None):
        return catenary("run", the_suite(), "--sut", f"fmu:{path}", *more,
                        cwd=self.dir, env=env)

    def expect(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)


class Verdicts(Case):
    def unit(self, fmi, *flags, **how):
        return units.unit(self.dir / "x.fmu", fmi, binary(fmi, *flags),
                          units.description(fmi, **how))

    def test_a_right_unit_passes_and_a_wrong_one_fails(self):
        for fmi in (2, 3):
            with self.subTest(fmi=fmi):
                self.expect(self.run_unit(self.unit(fmi)), 0,
                            "2 passed, 0 failed")
                wrong = self.run_unit(self.unit(fmi, "-DWITH_FAULT=WRONG"))
                self.expect(wrong, 1, "0 passed, 2 failed",
                            "expectation-violated at step 3 of 50",
                            "l.cars         GREEN         YELLOW")

    def test_verdicts_are_those_of_the_same_fault_in_a_native_library(self):
        toml = EXAMPLE / "traffic_light.toml"
        self.expect(catenary("convert", toml, "--to", "adapter", "-o",
                             self.dir / "adapter.c"), 0)
        text = (self.dir / "adapter.c").read_text()
        # Only what is read is wrong, as in the unit: from the third step on.
        text = text.replace(
            "static catenary_value catenary_get(",
            "static int count; static catenary_value catenary_get(", 1)
        text = text.replace(
            "  return value;\n",
            '  if (count >= 3 && strcmp(from->name, "l.cars") == 0) '
            "++value.as.i;\n  return value;\n", 1)
        text = text.replace("  __cat_step();\n", "  __cat_step(); ++count;\n")
        (self.dir / "adapter.c").write_text("#include <string.h>\n" + text)
        subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden", "-w",
                        "-o", "libx.so", "adapter.c"], cwd=self.dir, check=True)
        native = catenary("run", the_suite(), "--sut", "native:./libx.so",
                          "--keep-going", cwd=self.dir)
        self.assertEqual(native.returncode, 1, native.stderr)

        def lines(done):
            # Properties are outputs of the adapter that the unit has not.
            return [re.sub(r"; step \d+: \w+\.holds.*?(?=;|$| \()", "", line)
                    for line in done.stdout.splitlines()[1:]]
        for fmi in (2, 3):
            done = self.run_unit(self.unit(fmi, "-DWITH_FAULT=WRONG"),
                                 "--keep-going")
            self.assertEqual(lines(done), lines(native))

    def test_the_order_of_calls_is_that_of_the_standard(self):
        for fmi in (2, 3):
            with self.subTest(fmi=fmi):
                log = self.dir / f"calls{fmi}"
                done = self.run_unit(self.unit(fmi), "--step-size", "250ms",
                                     env={"FMU_CALLS": str(log),
                                          "PATH": "/usr/bin:/bin"})
                self.expect(done, 0, "2 passed")
                # The first test has 50 steps, the second 4.
                begin = "SetupExperiment\n" if fmi == 2 else ""
                begin += "EnterInitializationMode\nExitInitializationMode\n"
                step = r"(Set\n){3}DoStep \S+ 0.25\n(Get\n){3}"
                self.assertRegex(
                    log.read_text(),
                    rf"\AInstantiate\n{begin}({step}){{50}}Terminate\nReset\n"
                    rf"{begin}({step}){{4}}Terminate\nFreeInstance\n\Z")

    def test_the_step_size_is_that_of_the_option_else_of_the_unit_else_1(self):
        for how, option, first, last in (
                ("", (), "DoStep 0 1", "DoStep 3 1"),
                ('<DefaultExperiment startTime="2" stepSize="0.1"/>', (),
                 "DoStep 2 0.1", "DoStep 2.3 0.1"),
                ('<DefaultExperiment stepSize="0.1"/>', ("--step-size", "2us"),
                 "DoStep 0 2e-06", "DoStep 6e-06 2e-06")):
            log = self.dir / "calls"
            done = self.run_unit(
                self.unit(2, experiment=how), "--test", "short", *option,
                env={"FMU_CALLS": str(log), "PATH": "/usr/bin:/bin"})
            self.expect(done, 0, "1 passed")
            steps = [line for line in log.read_text().splitlines()
                     if line.startswith("DoStep")]
            self.assertEqual((steps[0], steps[-1]), (first, last))
            log.unlink()
        for bad in ("0s", "-1s", "fast", "1h", "1e999s", "1e-400"):
            done = self.run_unit(self.unit(2), f"--step-size={bad}")
            self.expect(done, 2, "is not a step size")
        self.expect(catenary("run", the_suite(), "--sut", "native:x.so",
                             "--step-size", "1s"), 2,
                    "--step-size is of FMUs")

    def test_a_unit_that_cannot_be_reset_is_made_anew(self):
        for fmi in (2, 3):
            log = self.dir / f"calls{fmi}"
            done = self.run_unit(self.unit(fmi, "-DNO_RESET"),
                                 env={"FMU_CALLS": str(log),
                                      "PATH": "/usr/bin:/bin"})
            self.expect(done, 0, "2 passed")
            self.assertEqual(log.read_text().count("Instantiate"), 2)

    def test_faults_are_the_verdict_error_with_step_and_log(self):
        for fmi, fault, code, text in (
                (2, "CRASH", "sut-crashed", "in step 3: SIGSEGV"),
                (3, "CRASH", "sut-crashed", "in step 3: SIGSEGV"),
                (2, "ENDLESS", "sut-hung", "in step 3: no answer within 300 ms"),
                (3, "EXITS", "sut-exited", "in step 3: exit status 0"),
                (2, "ERROR", "sut-refused",
                 "in step 3: fmi2DoStep returned fmi2Error at 2 s: "
                 "[logStatusError] no fuel \\x1b[31m at step 3"),
                (3, "ERROR", "sut-refused",
                 "in step 3: fmi3DoStep returned fmi3Error at 2 s: "
                 "[logStatusError] no fuel \\x1b[31m at step 3"),
                (2, "DISCARD", "sut-refused",
                 "fmi2DoStep returned fmi2Discard at 2 s"),
                (2, "TERMINATES", "sut-refused",
                 "fmi2Discard at 2 s, since it wants to end the simulation"),
                (3, "DISCARD", "sut-refused", "fmi3Discard"),
                (3, "FATAL", "sut-refused", "fmi3Fatal at 2 s: "
                 "[logStatusFatal] all is lost"),
                (2, "FATAL", "sut-refused", "fmi2Fatal"),
                (2, "PENDING", "sut-refused", "fmi2Pending"),
                (3, "PENDING", "sut-refused", "the unknown status 5"),
                (2, "STATUS", "sut-refused", "the unknown status 42"),
                (3, "EARLY", "sut-refused", "before the end of the step"),
                (2, "BAD_INIT", "sut-refused",
                 "in the reset: fmi2EnterInitializationMode returned "
                 "fmi2Error")):
            with self.subTest(fmi=fmi, fault=fault):
                done = self.run_unit(self.unit(fmi, f"-DWITH_FAULT={fault}"),
                                     "--step-timeout", "300ms")
                # Each test meets the fault: the second one in a new instance.
                self.expect(done, 3, "0 passed, 0 failed, 0 inconclusive, "
                            "2 errors", code, text)

    def test_after_an_error_an_instance_is_freed_and_nothing_else(self):
        for fault, end in (("ERROR", "DoStep 2 1\nFreeInstance\n"),
                           ("FATAL", "DoStep 2 1\n")):
            log = self.dir / fault
            self.run_unit(self.unit(2, f"-DWITH_FAULT={fault}"), "--test",
                          "short", env={"FMU_CALLS": str(log),
                                        "PATH": "/usr/bin:/bin"})
            self.assertTrue(log.read_text().endswith(end), log.read_text())

    def test_a_unit_of_fmi_3_may_end_the_simulation(self):
        done = self.run_unit(self.unit(3, "-DWITH_FAULT=TERMINATES"))
        self.expect(done, 1, "sut-ended: the SUT ended at step 3 of 50")

    def test_a_wrong_token_or_a_missing_function_starts_nothing(self):
        self.expect(self.run_unit(self.unit(2, token="{another}")), 3,
                    "adapter-load", "fmi2Instantiate gave no instance: "
                    "[logStatusError] the token is a wrong one")
        for fmi in (2, 3):
            self.expect(self.run_unit(self.unit(fmi, "-DNO_TERMINATE")), 3,
                        "adapter-load", f"does not define fmi{fmi}Terminate")
        path = units.unit(self.dir / "x.fmu", 2, b"no library")
        self.expect(self.run_unit(path), 3, "adapter-load", "unit.so")

    def test_values_of_all_types_go_over_unchanged(self):
        limits = {"bool": (False, True), "int8": (-128, 127),
                  "uint8": (0, 255), "int16": (-32768, 32767),
                  "uint16": (0, 65535), "int32": (-2**31, 2**31 - 1),
                  "uint32": (0, 2**32 - 1),
                  "int64": (str(-2**63), str(2**63 - 1)),
                  "uint64": (0, str(2**64 - 1)),
                  "float32": (0.1, "-Infinity"), "float64": (0.1, "NaN")}
        limits["float32"] = (0.25, "-Infinity")
        names3 = {"bool": "Boolean", "float32": "Float32",
                  "float64": "Float64"}
        names2 = {"bool": "Boolean", "float32": "Real", "float64": "Real"}
        for fmi in (2, 3):
            rows, types = [], list(limits)
            for t in types:
                three = names3.get(t, t.replace("int", "Int").replace(
                    "uInt", "UInt"))
                rows.append((t, names2.get(t, "Integer"), three))
            xml = "\n".join(
                units.variable(fmi, side + row[0], i + 50 * (side == "out."),
                               cause, row[fmi - 1])
                for i, row in enumerate(rows)
                for side, cause in (("in.", "input"), ("out.", "output")))
            path = self.unit(fmi, "-DNUMBERS", inside=xml)
            for t in types:
                values = [v for v in limits[t]]
                suite = {"schema": "catenary-suite-1", "tool": "test",
                         "model": {"name": "n", "kind": "c", "path": "n.toml",
                                   "sha256": "0"},
                         "options": {}, "seed": 1,
                         "signature": {
                             "inputs": [{"name": "in." + t, "type": t}],
                             "outputs": [{"name": "out." + t, "type": t}],
                             "time_unit": "step"},
                         "goals": [], "certificates": [],
                         "findings": [],
                         "tests": [{"kind": "linear", "goals": [], "steps": [
                             {"inputs": {"in." + t: v},
                              "expect": {"out." + t: v}} for v in values]}]}
                (self.dir / "s.json").write_text(json.dumps(suite))
                done = catenary("run", self.dir / "s.json", "--sut",
                                f"fmu:{path}")
                large = fmi == 2 and t in ("uint32", "int64", "uint64")
                with self.subTest(fmi=fmi, type=t):
                    if large:
                        self.expect(done, 3, "is of type Integer in the FMU, "
                                    "which does not include")
                    else:
                        self.expect(done, 0, "1 passed")


class Mismatches(Case):
    def refused(self, fmi, rows, *texts):
        path = units.unit(self.dir / "x.fmu", fmi, binary(fmi),
                          units.description(fmi, units.variables(fmi, rows)))
        done = self.run_unit(path)
        self.expect(done, 2, *texts)
        self.assertNotIn("error   ", done.stdout)

    def changed(self, index, row):
        rows = list(units.CROSSING)
        rows[index] = row
        return rows

    def test_both_sides_are_named(self):
        for fmi in (2, 3):
            with self.subTest(fmi=fmi):
                self.refused(
                    fmi, self.changed(0, ("in.key", "input", "Boolean",
                                          "Boolean")),
                    "x.fmu: error: 'in.button', an input of the suite, has no "
                    "variable of this name in the FMU; it has of causality "
                    "input: in.key, in.lamp_fault, in.repaired")
                self.refused(
                    fmi, self.changed(5, ("l.light", "output", "Boolean",
                                          "Boolean")),
                    "'l.wait_light', an output of the suite, has no variable")
                real = ("Real", "Float64")[fmi - 2]
                self.refused(
                    fmi, self.changed(4, ("l.pedestrians", "output", "Real",
                                          "Float64")),
                    "x.fmu/modelDescription.xml:", f"'l.pedestrians', an "
                    f"output of the suite, is of type uint32 in the suite but "
                    f"{real} in the FMU")
                self.refused(
                    fmi, self.changed(4, ("l.pedestrians", "output", "String",
                                          "String")), "but String in the FMU")
                self.refused(
                    fmi, self.changed(2, ("in.repaired", "output", "Boolean",
                                          "Boolean")),
                    "has causality 'output' in the FMU; expected causality "
                    "input")
        self.refused(3, self.changed(4, ("l.pedestrians", "output", "",
                                         "Binary")), "but Binary in the FMU")

    def test_variables_that_no_signal_is_may_be_of_any_type(self):
        for fmi in (2, 3):
            rows = list(units.CROSSING) + [
                ("other", "output", "String", "Binary"),
                ("more", "input", "String", "Clock")]
            path = units.unit(self.dir / "x.fmu", fmi, binary(fmi),
                              units.description(fmi,
                                                units.variables(fmi, rows)))
            self.expect(self.run_unit(path), 0, "2 passed")

    def test_an_array_is_no_signal(self):
        xml = units.variables(3, units.CROSSING[:5]) + units.variable(
            3, "l.wait_light", 5, "output", "Boolean", '<Dimension start="2"/>')
        path = units.unit(self.dir / "x.fmu", 3, binary(3),
                          units.description(3, xml))
        self.expect(self.run_unit(path), 2, "is an array in the FMU")


def resized(data, name, size):
    """The archive with another declared size of an entry, in both places."""
    out = bytearray(data)
    encoded = name.encode()
    for mark, size_at, name_at in ((b"PK\x03\x04", 22, 30),
                                   (b"PK\x01\x02", 24, 46)):
        at = out.find(mark)
        while at >= 0:
            if out[at + name_at:at + name_at + len(encoded)] == encoded:
                out[at + size_at:at + size_at + 4] = struct.pack("<I", size)
            at = out.find(mark, at + 4)
    return bytes(out)


class Hostile(Case):
    def archive(self, *more, xml=None):
        return units.pack(self.dir / "x.fmu", [
            ("modelDescription.xml", xml or units.description(2)),
            ("binaries/linux64/unit.so", binary(2)), *more])

    def refused(self, path, *texts):
        done = self.run_unit(path)
        self.expect(done, 2, *texts)
        self.assertNotIn("running", done.stdout)

    def test_names_that_leave_the_archive(self):
        link = zipfile.ZipInfo("resources/link")
        link.create_system = 3
        link.external_attr = 0o120777 << 16
        pipe = zipfile.ZipInfo("resources/pipe")
        pipe.create_system = 3
        pipe.external_attr = 0o010644 << 16
        for name, text in (("../evil", "leaves the archive"),
                           ("resources/../../evil", "leaves the archive"),
                           ("/tmp/evil", "an absolute path"),
                           ("C:/evil", "an absolute path"),
                           ("resources//evil", "leaves the archive"),
                           ("a\\..\\evil", "backslash"),
                           ("a\x07b", "control character"),
                           (link, "is a symbolic link or a device"),
                           (pipe, "is a symbolic link or a device")):
            self.refused(self.archive((name, b"/etc/passwd")), text)
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["x.fmu"])

    def test_a_file_and_a_directory_of_one_name(self):
        self.refused(self.archive(("resources/a", b"1"),
                                  ("resources/a/b", b"2")),
                     "a file and a directory at once")

    def test_two_entries_of_one_name(self):
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            path = self.archive(("modelDescription.xml", b"<x/>"))
        self.refused(path, "two entries 'modelDescription.xml'")

    def test_sizes_that_are_too_large_or_wrong(self):
        data = self.archive(("resources/big", b"0" * 5_000_000)).read_bytes()
        path = self.dir / "y.fmu"
        path.write_bytes(resized(data, "resources/big", 2**31))
        self.refused(path, "'resources/big' has more than 1073741824 bytes")
        path.write_bytes(resized(data, "resources/big", 10))
        self.refused(path, "cannot unpack 'resources/big'")
        path.write_bytes(resized(data, "modelDescription.xml", 2**30))
        self.refused(path, "'modelDescription.xml' has more than 268435456")

    def test_more_entries_than_anybody_needs(self):
        path = self.archive(*((f"r/{i}", b"") for i in range(100_000)))
        self.refused(path, "the archive has 100002 entries")

    def test_what_is_not_an_archive(self):
        data = self.archive(("resources/a", b"1" * 10_000)).read_bytes()
        path = self.dir / "y.fmu"
        for size in (0, 1, 30, len(data) // 2, len(data) - 1):
            path.write_bytes(data[:size])
            self.refused(path, "y.fmu: error: ")
        damaged = bytearray(data)
        damaged[200] ^= 0x55  # within the compressed description
        path.write_bytes(bytes(damaged))
        self.refused(path, "y.fmu")
        self.refused(self.dir / "none.fmu", "no such file")
        self.refused(self.dir, "this is not a file")
        units.pack(path, [("readme", b"")])
        self.refused(path, "it has no modelDescription.xml")

    def test_a_binary_for_another_platform_only(self):
        for entries, text in (
                ([("binaries/win64/unit.dll", b"")],
                 "the FMU has no binaries/linux64/unit.so; it has binaries for "
                 "win64"),
                ([("sources/unit.c", b"")], "it has sources only"),
                ([], "it has no binaries")):
            path = units.pack(self.dir / "x.fmu", [
                ("modelDescription.xml", units.description(2)), *entries])
            self.refused(path, text)

    def test_descriptions_that_are_none(self):
        bomb = ('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaa">'
                '<!ENTITY b "&a;&a;&a;&a;&a;">]>')
        outside = ('<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>')
        right = units.description(2)
        body = right.split("?>\n", 1)[1]
        for xml, text in (
                ("", "x.fmu/modelDescription.xml"),
                (right[:-20], "x.fmu/modelDescription.xml:"),
                (bomb + body, "x.fmu/modelDescription.xml:1:"),
                (outside + body, "x.fmu/modelDescription.xml:1:"),
                (b"\xff\xfe" + body.encode(), "x.fmu/modelDescription.xml:1:"),
                ("<a>" * 100_000, "x.fmu/modelDescription.xml:1:"),
                ("<a/>", "expected <fmiModelDescription>"),
                (right.replace('"2.0"', '"1.0"'), "version '1.0' of FMI is not "
                 "supported; expected 2.0 or 3.0"),
                (right.replace('"2.0"', '"3.0-beta.2"'), "not supported"),
                (right.replace("CoSimulation", "ModelExchange"),
                 "not for co-simulation but for model exchange"),
                (right.replace(f'guid="{units.TOKEN}"', ""),
                 "no attribute 'guid'"),
                (right.replace('"unit"', '"../../unit"'),
                 "is not a modelIdentifier"),
                (right.replace('valueReference="3"', 'valueReference="-3"'),
                 "the valueReference is not a number"),
                (right.replace("l.cars", "in.button"),
                 "two variables have the name 'in.button'"),
                (units.description(
                    2, experiment='<DefaultExperiment stepSize="-1"/>'),
                 "stepSize is not positive"),
                (units.description(
                    2, experiment='<DefaultExperiment stepSize="nan"/>'),
                 "stepSize 'nan' is not a number")):
            with self.subTest(text=text):
                self.refused(self.archive(xml=xml or b" "), text)

    def test_a_hundred_thousand_variables(self):
        for fmi in (2, 3):
            more = "\n".join(
                units.variable(fmi, f"x{i}", i + 10, "local",
                               ("Real", "Float64")[fmi - 2])
                for i in range(100_000))
            path = units.unit(self.dir / "x.fmu", fmi, binary(fmi),
                              units.description(
                                  fmi, units.variables(fmi) + more))
            self.expect(self.run_unit(path), 0, "2 passed")


if __name__ == "__main__":
    CATENARY, CC, sources = sys.argv[1:4]
    EXAMPLE = pathlib.Path(sources) / "examples" / "traffic_light"
    if shutil.which(CC) is None:
        sys.exit(77)
    SHARED = tempfile.TemporaryDirectory()
    unittest.main(argv=sys.argv[:1], verbosity=1)
