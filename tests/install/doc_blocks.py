# SPDX-License-Identifier: Apache-2.0
"""The blocks of docs/install.md that a test owns: ```LANG for=TEST [file=NAME].

What the page tells people to type is what the tests type.
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "docs"))
from run_doc import blocks_of  # noqa: E402

PAGE = ROOT / "docs" / "install.md"


def blocks(test):
    """(name of a file or None, text) of the blocks for `test`, in order."""
    found = []
    for block in blocks_of(PAGE.read_text(encoding="utf-8")):
        words = block.info.split()
        if f"for={test}" not in words:
            continue
        name = None
        for word in words:
            if word.startswith("file="):
                name = word.partition("=")[2]
        found.append((name, "\n".join(block.lines) + "\n"))
    return found


class Session:
    """A shell that is kept from block to block, as a reader would keep it."""

    def __init__(self, folder, environment):
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, **environment}

    def run(self, script, timeout=600):
        """Exit code and output; exported variables stay for the next."""
        saved = self.folder / ".environment"
        done = subprocess.run(
            ["sh", "-c", "set -e\n" + script + f"\nenv -0 > '{saved}'\n"],
            cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", timeout=timeout, check=False)
        if done.returncode == 0:
            pairs = saved.read_text(encoding="utf-8").split("\0")
            self.environment = dict(p.split("=", 1) for p in pairs if p)
            saved.unlink()
        return done.returncode, done.stdout
