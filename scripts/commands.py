# SPDX-License-Identifier: Apache-2.0
"""What scripts share that measure Catenary on the files of others."""

import subprocess


def run(command, seconds):
    """A run that is stopped has the code -1."""
    words = [str(word) for word in command]
    try:
        return subprocess.run(words, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, -1, "",
                                           f"error: more than {seconds} s")
