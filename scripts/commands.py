# SPDX-License-Identifier: Apache-2.0
"""What scripts share that measure Catenary on the files of others."""

import subprocess


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
