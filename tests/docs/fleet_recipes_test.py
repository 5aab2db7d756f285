#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/fleet.md: each is checked by the linter of its format."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run_doc  # noqa: E402

PAGE = run_doc.ROOT / "docs" / "fleet.md"


def recipes():
    """The files of the page, by name."""
    found = {}
    for block in run_doc.blocks_of(PAGE.read_text(encoding="utf-8")):
        kind, _, name = block.info.partition("=")
        if kind == "file":
            found[name] = "\n".join(block.lines) + "\n"
    return found


class Recipes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def check(self, name, words, replace=("", "")):
        """Runs a linter on a recipe."""
        if shutil.which(words[0]) is None:
            self.skipTest("no " + words[0])
        path = pathlib.Path(self.folder.name) / pathlib.Path(name).name
        path.write_text(recipes()[name].replace(*replace))
        done = subprocess.run([*words, str(path)], text=True, check=False,
                              capture_output=True)
        self.assertEqual(done.stdout + done.stderr, "")
        self.assertEqual(done.returncode, 0)

    def test_systemd(self):
        # The program and its manual page need not be installed here.
        self.check("fleet/catenary-worker.service",
                   ["systemd-analyze", "verify", "--man=no"],
                   ("/usr/bin/catenary", "/bin/sh"))

    def test_kubernetes(self):
        self.check("fleet/workers.yml", ["yamllint", "--strict"])

    def test_slurm(self):
        self.check("fleet/workers.slurm", ["sh", "-n"])


unittest.main()
