#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The language server against input that no editor sends, and against ten
thousand random edits: it never ends, and what it says of a text at last is what
the commands say of the same file.

Usage: robust_test.py CATENARY SOURCE_DIRECTORY
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from client import Client  # noqa: E402

CATENARY = ""
EXAMPLES = pathlib.Path()
EDITS = 2500  # of each language
ROUND = 50  # edits between two looks at the diagnostics


class Malformed(unittest.TestCase):
    def setUp(self):
        self.client = Client(CATENARY, "--no-check")

    def tearDown(self):
        # It still works.
        where = self.client.open("/nowhere/f.req", "interface f\nx")
        self.assertEqual(len(self.client.faults(where)), 1)
        self.assertEqual(self.client.leave(), 0)

    def refused(self, data, code):
        self.client.write(data)
        message = self.client.receive()
        self.assertIsNone(message["id"])
        self.assertEqual(message["error"]["code"], code, message)

    @staticmethod
    def framed(content):
        return b"Content-Length: %d\r\n\r\n" % len(content) + content

    def test_content_that_is_no_json(self):
        for content in (b"{", b"", b"\xff\xfe", b'{"a":1,"a":2}', b"[" * 100000, b"nul",
                        b'{"jsonrpc": "2.0", "id": 1, "method": "x"'):
            self.refused(self.framed(content), -32700)

    def test_half_a_character_costs_no_message(self):
        """An editor may send one half of a pair of UTF-16: the text counts, and
        the columns behind it stay."""
        for k, half in enumerate(("\ud83d", "\udca1", "\ud83dA", "\udca1\ud83d")):
            where = self.client.open(f"/nowhere/{k}.req", f"interface f \"{half}\"\nx")
            faults = self.client.faults(where)
            self.assertEqual([f["range"]["start"]["line"] for f in faults], [1], half)

    def test_json_that_is_no_message(self):
        for content in (b"[]", b"3", b'"x"', b"null", b"{}", b'{"method": 3, "id": []}',
                        b'{"id": null, "method": "shutdown"}', b'{"id": {}, "method": "x"}'):
            self.refused(self.framed(content), -32600)

    def test_headers(self):
        self.refused(b"Content-Type: x\r\n\r\n", -32600)
        self.refused(b"Content-Length: -5\r\n\r\n", -32600)
        self.refused(b"Content-Length: many\r\n\r\n", -32600)
        self.refused(b"x" * 9000, -32600)
        # What follows in the same stretch is lost with it, up to an empty line.
        self.refused(b"\r\n\r\n", -32600)

    def test_plain_line_ends_and_other_letters(self):
        content = json.dumps({"jsonrpc": "2.0", "id": "a", "method": "none"}).encode()
        self.client.write(b"CONTENT-LENGTH:%d\nX: y\n\n" % len(content) + content)
        self.assertEqual(self.client.answer("a")["error"]["code"], -32601)

    def test_huge_messages(self):
        self.refused(b"Content-Length: 99999999999999999999999\r\n\r\n", -32600)
        self.refused(b"Content-Length: 18446744073709551615\r\n\r\n", -32600)
        # One that is believable is passed as a whole, and not kept.
        size = (64 << 20) + 1
        self.client.write(b"Content-Length: %d\r\n\r\n" % size)
        self.assertEqual(self.client.receive()["error"]["code"], -32600)
        for _ in range(64):
            self.client.write(b"x" * (1 << 20))
        self.client.write(b"x")

    def test_byte_by_byte(self):
        for byte in self.framed(b'{"jsonrpc": "2.0", "id": 77, "method": "none"}'):
            self.client.write(bytes([byte]))
        self.assertEqual(self.client.answer(77)["error"]["code"], -32601)

    def test_parameters_of_all_types(self):
        where = self.client.open("/nowhere/g.req", "interface g\n")
        values = (None, 3, -1, 1e300, "x", [], {}, True, [[]], {"uri": 5}, {"uri": where},
                  {"line": -1, "character": 0}, {"line": 1 << 70, "character": 1 << 70},
                  {"line": 1 << 40, "character": 1 << 40}, {"line": 0.5, "character": 0})
        methods = ("definition", "references", "hover", "documentSymbol", "completion", "codeLens",
                   "formatting", "prepareRename", "rename", "documentHighlight", "didOpen",
                   "didChange", "didClose")
        for method in methods:
            for value in values:
                for params in (value, {"textDocument": value},
                               {"textDocument": {"uri": where}, "position": value,
                                "newName": value, "options": value, "context": value},
                               {"textDocument": {"uri": where, "version": value},
                                "contentChanges": value},
                               {"textDocument": {"uri": where}, "contentChanges": [value]},
                               {"textDocument": {"uri": where},
                                "contentChanges": [{"range": value, "text": value}]}):
                    if method.startswith("did"):
                        if method == "didClose" and params != value:
                            continue
                        self.client.notify("textDocument/" + method, params)
                    else:
                        self.client.ask("textDocument/" + method, params)

    def test_unknown_notifications_and_answers_are_passed(self):
        self.client.notify("$/whatever", {})
        self.client.notify("workspace/didChangeConfiguration", {})
        self.client.send({"jsonrpc": "2.0", "id": 5, "result": None})
        self.client.send({"jsonrpc": "2.0", "id": 5, "error": {}})

    def test_cancelled_requests(self):
        data = b""
        for n in range(100, 110):
            data += self.framed(json.dumps({"jsonrpc": "2.0", "id": n, "method": "none"}).encode())
        data += self.framed(json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest",
                                        "params": {"id": 105}}).encode())
        self.client.write(data)
        codes = {n: self.client.answer(n)["error"]["code"] for n in range(100, 110)}
        self.assertEqual(codes.pop(105), -32800)
        self.assertEqual(set(codes.values()), {-32601})


class Session(unittest.TestCase):
    def test_order_of_a_session(self):
        client = Client(CATENARY)
        self.assertEqual(client.ask("initialize", {})["error"]["code"], -32600)
        self.assertIsNone(client.request("shutdown"))
        self.assertEqual(client.ask("textDocument/hover", {})["error"]["code"], -32600)
        client.notify("exit", None)
        self.assertEqual(client.process.wait(60), 0)
        client.process.communicate()

    def test_exit_without_shutdown_is_an_error(self):
        client = Client(CATENARY)
        client.notify("exit", None)
        self.assertEqual(client.process.wait(60), 1)
        client.process.communicate()

    def test_the_end_of_the_input_ends_it(self):
        client = Client(CATENARY)
        out, err = client.process.communicate()
        self.assertEqual((client.process.returncode, err), (1, b""))

    def test_before_initialize(self):
        content = b'{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"}'
        done = subprocess.run([CATENARY, "lsp"], capture_output=True, check=False,
                              input=Malformed.framed(content) +
                              Malformed.framed(b'{"jsonrpc": "2.0", "method": "exit"}'))
        self.assertIn(b"-32002", done.stdout)
        self.assertEqual(done.returncode, 1)


FAULT = re.compile(r"^(?P<file>[^\n:]*):(?P<line>\d+):(?P<column>\d+): error: (?P<text>.*)"
                   r" \[(?P<code>[^\]\n]*)\]$", re.M)


def faults_of(command, path):
    """Line, code and message of each error that a command reports, sorted."""
    done = subprocess.run([CATENARY, *command], capture_output=True, check=False)
    found = FAULT.finditer(done.stderr.decode("utf-8", "replace"))
    return done.returncode, sorted((int(f["line"]), f["code"], f["text"]) for f in found
                                   if f["file"] == str(path))


class RandomEdits(unittest.TestCase):
    PIECES = (" ", "\n", "{", "}", "(", ")", ";", ":", "'", '"', "--", "//", "/*", "*/", "=>", "->",
              "x", "0..9", "😀", "Ä", "\t", "\r\n", "```", '"""', "state ", "req R-1 ", "[", "]",
              "@region:", "output o : bool\n", "when ", "transition t: a -> b\n", "const int c = 1;",
              "init", "=", "\\", "R\"(", "port p: P\n", "do {", "0" * 1100)

    def edited(self, name, seed, command):
        original = (EXAMPLES / name).read_text()
        rng = random.Random(seed)
        client = Client(CATENARY, "--no-check")
        with tempfile.TemporaryDirectory(prefix="catenary-lsp-") as folder:
            path = pathlib.Path(folder) / pathlib.Path(name).name
            where = client.open(path, original)
            text = original
            compared = 0
            for n in range(EDITS):
                if n % 500 == 499:
                    text = original
                    client.change(where, {"text": text})
                # Few edits, so that there is more to a text than its first error.
                if n % 25 == 0:
                    text = original
                    client.change(where, {"text": text})
                text = self.edit(client, where, text, rng)
                if n % ROUND == rng.randrange(ROUND):
                    for method in ("hover", "definition", "documentHighlight", "completion"):
                        client.at(method, where, rng.randrange(80), rng.randrange(60))
                    for method in ("documentSymbol", "codeLens", "formatting"):
                        client.request("textDocument/" + method, {"textDocument": {"uri": where}})
                    client.ask("textDocument/rename",
                               client.params(where, rng.randrange(80), rng.randrange(60),
                                             newName=rng.choice(self.PIECES)))
                if n % ROUND == ROUND - 1:
                    compared += self.compare(client, where, text, path, command)
            self.assertGreater(compared, 10)
        self.assertEqual(client.leave(), 0)

    @staticmethod
    def position(text, offset):
        before = text[:offset].replace("\r\n", " \n")
        line = before.count("\n")
        rest = before[before.rfind("\n") + 1:]
        return {"line": line, "character": len(rest.encode("utf-16-le")) // 2}

    def edit(self, client, where, text, rng):
        begin = rng.randrange(len(text) + 1)
        end = min(len(text), begin + rng.choice((0, 0, 0, 1, 1, 2, 5, 40)))
        # Not between the two characters of a line end: no editor is there.
        while 0 < begin < len(text) and text[begin - 1:begin + 1] == "\r\n":
            begin -= 1
        while 0 < end < len(text) and text[end - 1:end + 1] == "\r\n":
            end += 1
        by = rng.choice(self.PIECES) if rng.random() < 0.7 else text[begin:begin + 7][::-1]
        by = re.sub("\r(?!\n)", "", by)
        if by.startswith("\n") and text[begin - 1:begin] == "\r":
            by = " " + by
        client.change(where, {"range": {"start": self.position(text, begin),
                                        "end": self.position(text, end)}, "text": by})
        return text[:begin] + by + text[end:]

    def compare(self, client, where, text, path, command):
        """Whether there was something to compare."""
        path.write_bytes(text.encode())
        code, wanted = faults_of([a.replace("FILE", str(path)) for a in command], path)
        self.assertIn(code, (0, 1, 2))
        # That there are more than are shown has no place.
        found = [f for f in client.faults(where)
                 if f["severity"] == 1 and not f["code"].endswith("-many")]
        got = sorted((f["range"]["start"]["line"] + 1, f["code"],
                      f["message"].split("\n")[0]) for f in found)
        if path.suffix == ".toml" and not got:
            return False  # the program may have errors, too
        self.assertEqual(got, [(a, b, c) for a, b, c in wanted], text)
        self.assertEqual(code == 2, bool(got), text)
        return True

    def test_requirements(self):
        self.edited("buffer/buffer.req", 1, ["convert", "FILE", "--to", "req"])

    def test_state_machines(self):
        self.edited("collision_avoidance/controller.sm", 2, ["convert", "FILE", "--to", "sm"])

    def test_timed_models(self):
        self.edited("coffee_machine/coffee_machine.xlia", 3, ["convert", "FILE", "--to", "xlia"])

    def test_descriptions(self):
        self.edited("traffic_light/traffic_light.toml", 4, ["check", "FILE", "--work", "1"])


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    EXAMPLES = pathlib.Path(sys.argv[2]).resolve() / "examples"
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
