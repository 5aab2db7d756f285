#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Some thousand timed models that are no models: each is refused with a place
and exit code 2, never with a crash. What is done to them leaves no doubt that
they are malformed, so that a model that is accepted is a defect, too.

Usage: malformed_xlia_test.py CATENARY SOURCE_DIRECTORY
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()
MODELS = ("atm_bank", "coffee_machine", "alarm_two_clocks")
WORDS = ("timed", "system", "statemachine", "port", "input", "output", "const",
         "var", "clock", "int", "bool", "state", "transition", "guard",
         "tguard", "connect", "env")
STRANGE = (b"#", b"$", b"\0", b"\xff", b"\xc3", b"`", b'"', b"?")


def source(model):
    """Without comments, in which everything is allowed."""
    text = (SOURCE / "examples" / model / f"{model}.xlia").read_bytes()
    return re.sub(rb"//[^\n]*", b"", text).rstrip()


def places(pattern, text):
    return [match.start() for match in re.finditer(pattern, text)]


def corpus():
    """(what was done, text)"""
    for model in MODELS:
        text = source(model)
        for n in range(0, len(text) - 1, 11):
            yield f"{model} cut at {n}", text[:n]
        for at in places(rb"[;{}()]", text):
            sign = text[at:at + 1].decode()
            yield f"{model} without {sign} at {at}", text[:at] + text[at + 1:]
        for word in WORDS:
            for at in places(rb"\b" + word.encode() + rb"\b", text):
                end = at + len(word)
                yield (f"{model} with {word}x at {at}",
                       text[:end] + b"x" + text[end:])
        for n in range(0, len(text), 97):
            for strange in STRANGE:
                yield (f"{model} with {strange!r} at {n}",
                       text[:n] + strange + text[n:])
        for at in places(rb"-->", text):
            yield f"{model} with an arrow less at {at}", text[:at] + text[at + 3:]
            yield (f"{model} to nowhere at {at}",
                   text[:at + 4] + b"Nowhere" + text[at + 4:])
    deep = source(MODELS[0]).replace(b"request <= 2",
                                     b"(" * 20000 + b"request <= 2")
    yield "20,000 parentheses", deep
    yield "20,000 blocks", source(MODELS[0]).replace(b"request := 0;",
                                                     b"{" * 20000)
    yield "nothing", b""
    yield "blanks", b" \n" * 5000
    yield "bytes", bytes(range(256)) * 40


class Malformed(unittest.TestCase):
    def test_every_file_is_refused_with_a_place(self):
        files = list(corpus())
        self.assertGreater(len(files), 1500)
        with tempfile.TemporaryDirectory() as folder:
            def run(index):
                path = pathlib.Path(folder) / f"m{index}.xlia"
                path.write_bytes(files[index][1])
                done = subprocess.run(
                    [CATENARY, "check", path.name], cwd=folder,
                    capture_output=True, timeout=120, check=False)
                path.unlink()
                return done

            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                results = list(pool.map(run, range(len(files))))
        for index, done in enumerate(results):
            what = (files[index][0], done.returncode,
                    done.stderr[-2000:].decode(errors="replace"))
            self.assertEqual(done.returncode, 2, what)
            self.assertEqual(done.stdout, b"", what)
            self.assertRegex(
                done.stderr, rf"^m{index}\.xlia:\d+:\d+: error: .".encode(),
                what)
            self.assertNotIn(b"Sanitizer", done.stderr, what)


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop(2)).resolve()
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
