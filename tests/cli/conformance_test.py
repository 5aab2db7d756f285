#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/conformance.py on programs of its own: what their ends are.

Usage: conformance_test.py CATENARY SOURCE_DIR
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

# A capsule whose timer expires, and then comes to the end that is given.
PROGRAM = """capsule Top {
    behavior port timer : Timing;
    statemachine {
        state Here;
        initial -> Here `timer.informIn(RTTimespec(1, 0));`;
        t: Here -> Here on timer.timeout `%s`;
    };
};
"""
# A worker that is incarnated and says so.
SYSTEM = """protocol P { out made(); };
capsule Part {
    service behavior port p : P;
    statemachine { state S; initial -> S `p.made().send();`; };
};
capsule Top {
    behavior port frame : Frame;
    behavior port p~ : P;
    optional part worker : Part;
    connect p with worker.p;
    statemachine {
        state Here;
        initial -> Here
        `ASSERT(frame.incarnate(worker).isValid(), "incarnate");`;
        t: Here -> Here on p.made `PASS();`;
    };
};
"""


class Conformance(unittest.TestCase):
    def call(self, programs, code=0):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in programs.items():
                (root / "tests" / name).mkdir(parents=True)
                (root / "tests" / name / "top.art").write_text(text)
            done = subprocess.run(
                [sys.executable, SOURCE / "scripts" / "conformance.py",
                 "tests", "-o", "page.md", "--catenary", CATENARY],
                cwd=root, text=True, capture_output=True, timeout=280,
                check=False)
            self.assertEqual(done.returncode, code, done.stderr)
            page = root / "page.md"
            return done, page.read_text() if page.exists() else ""

    def test_the_ends_of_programs(self):
        done, page = self.call({
            "passes": PROGRAM % "PASS();",
            "fails": PROGRAM % 'ASSERT(1 == 2, "never"); PASS();',
            "unsupported": PROGRAM % "context()->abort(); PASS();",
            "wrong": PROGRAM.replace("Top", "Top : Missing") % "PASS();",
            "silent": PROGRAM % "",
            "system": SYSTEM})
        self.assertIn("2 of 5 programs give what they check", done.stdout)
        rows = dict(line.strip("| ").split(" | ", 1)
                    for line in page.splitlines() if line.startswith("| ")
                    and " | " in line.strip("| "))
        self.assertTrue(rows["passes"].startswith("passes"), page)
        self.assertTrue(rows["fails"].startswith("fails"), page)
        self.assertIn("abort()", rows["unsupported"])
        self.assertTrue(rows["unsupported"].startswith("open"), page)
        self.assertTrue(rows["wrong"].startswith("refused"), page)
        self.assertIn("Missing", rows["wrong"])
        self.assertTrue(rows["system"].startswith("passes"), page)
        self.assertNotIn("silent", rows)

    def test_nothing_to_check_is_an_error(self):
        done, _ = self.call({"silent": PROGRAM % ""}, code=2)
        self.assertIn("expected folders with .art files", done.stderr)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
