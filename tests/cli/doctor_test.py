#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary doctor` on machines that lack this or that.

Usage: doctor_test.py CATENARY SOURCE_DIR
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()


class Doctor(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.bin = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def program(self, name, text):
        path = self.bin / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)

    def doctor(self, *arguments):
        """With a PATH that has nothing but what the test put there."""
        return subprocess.run([CATENARY, "doctor", *arguments],
                              capture_output=True, text=True, timeout=120,
                              env={"PATH": str(self.bin)}, check=False)

    def document(self):
        done = self.doctor("--json")
        document = json.loads(done.stdout)
        try:
            import jsonschema
        except ImportError:
            pass
        else:
            path = SOURCE / "docs" / "schema" / "doctor.schema.json"
            jsonschema.validate(document, json.loads(path.read_text()))
        self.assertEqual(document["complete"], done.returncode == 0)
        found = {d["name"]: d for d in document["dependencies"]}
        return done.returncode, found

    def test_nothing_there(self):
        code, found = self.document()
        self.assertEqual(code, 3)
        self.assertEqual(found["clang-19"]["status"], "missing")
        self.assertEqual(found["clang-19"]["package"], "clang-19")
        self.assertEqual(found["C headers"]["status"], "unknown")
        self.assertEqual(found["LLVM"]["kind"], "linked")
        self.assertTrue(found["LLVM"]["version"].startswith("19."))
        self.assertEqual(found["catenary-bench"]["status"], "present")
        done = self.doctor()
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stdout, r"MISSING +clang-19 +is not in PATH")
        self.assertIn("apt install clang-19", done.stdout)
        self.assertRegex(done.stdout, r"missing +dot ")
        self.assertIn("something that is needed is missing", done.stdout)

    def test_everything_needed_there(self):
        real = shutil.which("clang-19")
        if real is None:
            self.skipTest("no clang-19")
        (self.bin / "clang-19").symlink_to(os.path.realpath(real))
        code, found = self.document()
        self.assertEqual(code, 0)
        self.assertEqual(found["C headers"]["status"], "present")
        self.assertRegex(found["C headers"]["version"], r"^glibc 2\.\d+$")
        self.assertEqual(found["dot"]["status"], "missing")
        done = self.doctor()
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("MISSING", done.stdout)
        self.assertIn("everything that is needed is there", done.stdout)

    def test_another_version(self):
        self.program("clang-19", "echo 'clang version 18.1.0'\n")
        code, found = self.document()
        self.assertEqual(code, 3)
        self.assertEqual(found["clang-19"]["status"], "missing")
        self.assertIn("18.1.0", found["clang-19"]["problem"])

    def test_a_broken_program(self):
        self.program("clang-19", "echo 'no libLLVM' >&2; exit 127\n")
        code, found = self.document()
        self.assertEqual(code, 3)
        self.assertIn("no libLLVM", found["clang-19"]["problem"])

    def test_no_headers(self):
        self.program("clang-19",
                     'case "$1" in --version) echo "clang version 19.1.7" ;;\n'
                     '*) echo "<stdin>:1: math.h not found" >&2; exit 1 ;;\n'
                     'esac\n')
        code, found = self.document()
        self.assertEqual(code, 3)
        self.assertEqual(found["clang-19"]["version"], "clang version 19.1.7")
        self.assertEqual(found["C headers"]["status"], "missing")
        self.assertIn("math.h", found["C headers"]["problem"])
        self.assertIn("apt install libc6-dev", self.doctor().stdout)

    def test_linked_libraries_are_those_of_version(self):
        _, found = self.document()
        done = subprocess.run([CATENARY, "--version"], capture_output=True,
                              text=True, timeout=60, check=True)
        told = dict(line.split(" ", 1) for line in done.stdout.splitlines()[1:])
        linked = {n: d["version"] for n, d in found.items()
                  if d["kind"] == "linked"}
        self.assertEqual(linked, told)


if __name__ == "__main__":
    CATENARY = os.path.abspath(sys.argv[1])
    SOURCE = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
