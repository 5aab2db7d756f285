# SPDX-License-Identifier: Apache-2.0
"""What scripts share that measure Catenary on the files of others."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command, seconds, folder=None):
    """A run, in `folder` or here. If it is stopped, its code is -1."""
    words = [str(word) for word in command]
    try:
        return subprocess.run(words, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=seconds,
                              cwd=folder, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, -1, "",
                                           f"error: more than {seconds} s")


def add_common(parser):
    """The options for the page that is written and the program that is run."""
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE",
                        help="write the page to this file")
    parser.add_argument("--catenary", metavar="PROGRAM",
                        default=os.environ.get(
                            "CATENARY", ROOT / "build/release/catenary"),
                        help="default: $CATENARY, else build/release/catenary")
