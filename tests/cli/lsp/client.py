# SPDX-License-Identifier: Apache-2.0
"""A small client of the language server protocol, for tests."""
import json
import os
import pathlib
import select
import subprocess
import time

PATIENCE = 60  # seconds until a missing answer is an error


def uri(path):
    return pathlib.Path(path).absolute().as_uri()


class Client:
    """A session with `catenary lsp`."""

    def __init__(self, catenary, *options, encodings=None, refresh=False):
        self.process = subprocess.Popen([catenary, "lsp", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.buffer = b""
        self.next_id = 0
        self.diagnostics = {}  # uri -> the last notification about it
        self.requests = []  # methods that the server asked for
        self.versions = {}
        capabilities = {"workspace": {"codeLens": {"refreshSupport": refresh}}}
        if encodings:
            capabilities["general"] = {"positionEncodings": encodings}
        self.initialized = self.request("initialize", {"capabilities": capabilities})
        self.notify("initialized", {})

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        content = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)

    def receive(self):
        """The next message of the server; None where it has ended."""
        end = time.monotonic() + PATIENCE
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    message = json.loads(rest[:length])
                    assert message["jsonrpc"] == "2.0"
                    return message
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError("no answer of the server")
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                return None
            self.buffer += data

    def take(self, message):
        """Keeps what the server says by itself."""
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params
        elif "method" in message and "id" in message:
            self.requests.append(message["method"])
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def answer(self, wanted):
        while True:
            message = self.receive()
            if message is None:
                raise EOFError(self.process.stderr.read().decode())
            if message.get("id") == wanted and "method" not in message:
                return message
            self.take(message)

    def ask(self, method, params=None):
        """The whole answer, with its error."""
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return self.answer(self.next_id)

    def request(self, method, params=None):
        answer = self.ask(method, params)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def open(self, path, text=None, language=""):
        where = uri(path)
        self.versions[where] = 1
        text = pathlib.Path(path).read_text() if text is None else text
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": where, "languageId": language, "version": 1, "text": text}})
        return where

    def change(self, where, *changes):
        self.versions[where] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": where, "version": self.versions[where]},
            "contentChanges": list(changes)})

    def faults(self, where):
        """The diagnostics of the present text."""
        while True:
            known = self.diagnostics.get(where)
            if known is not None and known["version"] == self.versions[where]:
                return known["diagnostics"]
            self.take(self.receive())

    def at(self, method, where, line, column, **more):
        return self.request("textDocument/" + method, self.params(where, line, column, **more))

    @staticmethod
    def params(where, line, column, **more):
        return {"textDocument": {"uri": where},
                "position": {"line": line, "character": column}, **more}

    def leave(self):
        """Ends the session; the exit code."""
        self.request("shutdown")
        self.notify("exit", None)
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return code
