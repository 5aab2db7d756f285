#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The live page of `catenary report --serve`, and `--events`, over HTTP.

Usage: live_page_test.py CATENARY SOURCE_DIRECTORY
"""
import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

LAMP = """\
int button;
int lamp;
void step(void) {
  if (button == 1) lamp = !lamp;
}
"""
# Too many states for any engine, with goals that fall one after the other.
COUNTER = """\
unsigned n;
unsigned key;
void step(void) {
  n = n * 1664525u + key;
  if (n == 1) n = 2;
  if (n == 0x12345678u) n = 3;
  if (n % 977u == 5u && key == n / 3u) n = 4;
  if (n * n == 0x7654321u) n = 5;
}
"""


class Live:
    """A server, and what it printed."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            [CATENARY, "report", "--serve", *arguments], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.printed = ""
        while True:
            line = self.process.stderr.readline()
            if not line:
                raise AssertionError("no address:\n" + self.printed)
            self.printed += line
            found = re.search(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", line)
            if found:
                self.port, self.token = int(found[1]), found[2]
                return

    def ask(self, path, method="GET", body=None, **headers):
        """The status and the body of an answer."""
        with_defaults = {"Host": f"127.0.0.1:{self.port}"}
        with_defaults.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        for name, value in with_defaults.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read().decode()
        self.headers = dict(answer.getheaders())
        connection.close()
        return answer.status, text

    def get(self, name, **headers):
        return self.ask(f"/{self.token}/{name}", **headers)

    def cancel(self, **headers):
        return self.ask(f"/{self.token}/cancel", method="POST",
                        **{"X_Catenary_Token": self.token, **headers})

    def events(self, start=0):
        status, text = self.get(f"events?from={start}")
        assert status == 200, text
        return json.loads(text)

    def wait_until(self, is_so, seconds=60):
        """The first answer for which it is so."""
        end = time.monotonic() + seconds
        while True:
            answer = self.events()
            if is_so(answer):
                return answer
            if time.monotonic() > end:
                raise AssertionError(f"never so: {str(answer)[:2000]}")
            time.sleep(0.1)

    def end(self, number=signal.SIGINT):
        """Sends a signal and returns the exit code."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        self.printed += err
        self.out = out
        return self.process.returncode


class LivePageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "lamp.c").write_text(LAMP)
        (self.folder / "counter.c").write_text(COUNTER)

    def serve(self, *arguments):
        live = Live(self.folder, *arguments)

        def stop():
            if live.process.poll() is None:
                live.process.kill()
            live.process.communicate()
        self.addCleanup(stop)
        return live

    def search(self):
        """A search that goes on until somebody ends it."""
        return self.serve("--", "generate", "counter.c", "-o", "counter.json")

    def test_shows_nothing_to_strangers(self):
        live = self.search()
        page = f"/{live.token}/"
        self.assertEqual(live.ask(page)[0], 200)
        for path in ("/", "/favicon.ico", "/etc/passwd", "/" + "0" * 32 + "/",
                     f"/%2e%2e/{live.token}/", f"/{live.token[:-1]}/"):
            self.assertEqual(live.ask(path)[0], 403, path)
        for host in ("evil.example", f"evil.example:{live.port}", "127.0.0.1", None):
            self.assertIn(live.ask(page, Host=host)[0], (400, 403), host)
        self.assertEqual(live.ask(page, Host=f"localhost:{live.port}")[0], 200)
        for origin in ("http://evil.example", "null", f"http://127.0.0.1:{live.port + 1}"):
            self.assertEqual(live.ask(page, Origin=origin)[0], 403, origin)
            self.assertEqual(live.cancel(Origin=origin)[0], 403, origin)
        self.assertEqual(live.ask(page, Sec_Fetch_Site="cross-site")[0], 403)
        self.assertEqual(live.cancel(X_Catenary_Token=None)[0], 403)
        self.assertEqual(live.cancel(X_Catenary_Token="0" * 32)[0], 403)
        self.assertEqual(live.get("cancel")[0], 405)
        for method in ("PUT", "DELETE", "OPTIONS", "POST"):
            self.assertEqual(live.ask(page, method=method)[0], 405, method)
        self.assertEqual(live.events()["now"]["state"], "running")

    def test_answers_carry_what_keeps_them_private(self):
        live = self.search()
        live.ask(f"/{live.token}/")
        self.assertIn("default-src 'none'", live.headers["Content-Security-Policy"])
        self.assertIn("frame-ancestors 'none'", live.headers["Content-Security-Policy"])
        self.assertEqual(live.headers["Referrer-Policy"], "no-referrer")
        self.assertEqual(live.headers["Cache-Control"], "no-store")
        self.assertNotIn("Access-Control-Allow-Origin", live.headers)

    def test_listens_on_the_loopback_only(self):
        live = self.search()
        tables = [pathlib.Path("/proc/net") / name for name in ("tcp", "tcp6")]
        rows = [r.split() for t in tables if t.exists() for r in t.read_text().splitlines()[1:]]
        own = [r[1] for r in rows if r[3] == "0A" and int(r[1].split(":")[1], 16) == live.port]
        self.assertEqual(own, [f"0100007F:{live.port:04X}"])

    def test_survives_what_clients_send(self):
        live = self.search()
        for raw in (b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
                    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
                    b"POST / HTTP/1.1\r\nContent-Length: 999999999999999999999\r\n\r\n",
                    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"):
            with socket.create_connection(("127.0.0.1", live.port), timeout=20) as client:
                try:
                    client.sendall(raw)
                    client.shutdown(socket.SHUT_WR)
                    while client.recv(65536):
                        pass
                except OSError:
                    pass  # the server closed first
        self.assertEqual(live.ask(f"/{live.token}/cancel", method="POST", body=b"x" * 5000,
                                  X_Catenary_Token=live.token)[0], 413)
        # More than it takes: the first ones are waiting for nothing.
        idle = [socket.create_connection(("127.0.0.1", live.port)) for _ in range(20)]
        self.assertEqual(live.get("")[0], 200)
        for client in idle:
            client.close()
        self.assertEqual(live.events()["now"]["state"], "running")

    def test_a_cancelled_search_writes_what_it_has(self):
        live = self.search()
        seen = live.wait_until(lambda a: a["searching"] is not None)
        goals = [e for e in seen["events"] if e["event"] == "goals"][0]["goals"]
        # Two outcomes of each of five conditions.
        self.assertEqual(len(goals), 10)
        self.assertEqual(live.cancel()[0], 200)
        end = live.wait_until(lambda a: a["now"]["state"] == "ended")
        self.assertEqual(end["now"]["exit"], 130)
        suite = json.loads((self.folder / "counter.json").read_text())
        last = [e for e in end["events"] if e["event"] == "suite"][-1]
        self.assertEqual({g["id"]: g["status"] for g in last["goals"]},
                         {g["id"]: g["status"] for g in suite["goals"]})
        self.assertTrue({g["status"] for g in suite["goals"]} & {"undecided", "not_within_bound"})
        # The report of what was written.
        status, page = live.get("report")
        self.assertEqual(status, 200)
        self.assertIn("<!DOCTYPE html>", page)
        self.assertEqual(live.end(), 130)

    def test_ctrl_c_ends_command_and_server(self):
        live = self.search()
        live.wait_until(lambda a: a["searching"] is not None)
        self.assertEqual(live.end(), 130)
        self.assertTrue((self.folder / "counter.json").exists())

    def test_becomes_the_report_and_ends_when_nobody_asks(self):
        live = self.serve("--idle", "2s", "--", "generate", "lamp.c", "-o", "lamp.json")
        end = live.wait_until(lambda a: a["now"]["state"] == "ended")
        self.assertEqual(end["now"]["exit"], 0)
        self.assertTrue(end["now"]["report"])
        self.assertIn("lamp.c", live.get("report")[1])
        out, _ = live.process.communicate(timeout=30)
        self.assertEqual(live.process.returncode, 0)
        self.assertIn("2 of 2 goals covered", out)

    def test_shows_the_tests_of_a_run(self):
        subprocess.run([CATENARY, "generate", "lamp.c", "-o", "lamp.json", "--quiet"],
                       cwd=self.folder, check=True, capture_output=True)
        live = self.serve("--", "run", "lamp.json", "--sut", "model:lamp.c", "-o", "results.json")
        end = live.wait_until(lambda a: a["now"]["state"] == "ended")
        tests = [e for e in end["events"] if e["event"] == "test"]
        self.assertEqual([t["verdict"] for t in tests], ["pass"])
        self.assertIn("results.json", live.get("report")[1])
        self.assertEqual(live.end(), 0)

    def test_a_command_that_fails_says_why(self):
        live = self.serve("--", "generate", "missing.c", "-o", "x.json")
        end = live.wait_until(lambda a: a["now"]["state"] == "ended")
        self.assertEqual(end["now"]["exit"], 2)
        self.assertFalse(end["now"]["report"])
        errors = [e["text"] for e in end["events"] if e.get("level") == "error"]
        self.assertEqual(len(errors), 1)
        self.assertIn("missing.c", errors[0])
        self.assertEqual(live.end(), 2)

    def test_serves_a_report_that_is_there(self):
        subprocess.run([CATENARY, "generate", "lamp.c", "-o", "lamp.json", "--quiet"],
                       cwd=self.folder, check=True, capture_output=True)
        live = self.serve("lamp.json")
        self.assertIn("<!DOCTYPE html>", live.get("report")[1])
        self.assertEqual(live.end(), 0)

    def test_refuses_what_makes_no_sense(self):
        for arguments, part in (
                (["--serve"], "needs SUITE"),
                (["--serve", "--", "convert", "lamp.c"], "expected generate, run, check or bench"),
                (["--serve", "lamp.json", "--", "generate", "lamp.c"], "not both"),
                (["--serve", "lamp.json", "--html", "x.html"], "writes no files"),
                (["--serve", "--", "generate", "lamp.c", "--events", "e"], "no --events"),
                (["lamp.json", "--port", "8000"], "require --serve"),
                (["--serve", "--port", "70000", "lamp.json"], "--port")):
            done = subprocess.run([CATENARY, "report", *arguments], cwd=self.folder,
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(part, done.stderr)

    def test_a_port_that_is_taken_is_named(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            done = subprocess.run([CATENARY, "report", "--serve", "--port", port, "--", "generate",
                                   "lamp.c"], cwd=self.folder, capture_output=True, text=True,
                                  timeout=60, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn(port, done.stderr)


class EventsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "lamp.c").write_text(LAMP)

    def generate(self, *arguments, model="lamp.c"):
        return subprocess.run([CATENARY, "generate", model, *arguments], cwd=self.folder,
                              capture_output=True, text=True, timeout=60, check=False)

    def test_lines_fit_their_schema(self):
        self.assertEqual(self.generate("-o", "s.json", "--events", "log").returncode, 0)
        lines = [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]
        self.assertEqual(lines[0]["event"], "begin")
        self.assertEqual(lines[0]["version"], 1)
        kinds = {line["event"] for line in lines}
        self.assertLessEqual({"begin", "goals", "goal", "suite", "written", "best"}, kinds)
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no python3-jsonschema")
        schema = json.loads((SOURCE / "docs/schema/events.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        for line in lines:
            jsonschema.validate(line, schema)

    def test_the_goals_are_those_of_the_suite(self):
        examples = SOURCE / "examples"
        for model, *options in (("lamp.c",), (examples / "buffer/buffer.req",),
                                (examples / "buffer/buffer.req", "--method", "chain"),
                                (examples / "coffee_machine/coffee_machine.xlia",),
                                (examples / "collision_avoidance/controller.sm",)):
            with self.subTest(model=model, options=options):
                (self.folder / "log").unlink(missing_ok=True)
                self.generate("-o", "s.json", "--force", "--events", "log", *options, model=model)
                lines = [json.loads(line)
                         for line in (self.folder / "log").read_text().splitlines()]
                suite = json.loads((self.folder / "s.json").read_text())
                told = {e["goal"]: e["status"] for e in lines if e["event"] == "goal"}
                self.assertEqual(told, {g["id"]: g["status"] for g in suite["goals"]})
                # While the command works, not all at its end.
                kinds = [e["event"] for e in lines]
                self.assertLess(kinds.index("goals"), kinds.index("goal"))
                self.assertLess(kinds.index("goal"), kinds.index("suite"))

    def test_an_existing_file_stays(self):
        (self.folder / "log").write_text("mine")
        done = self.generate("--events", "log")
        self.assertEqual(done.returncode, 2)
        self.assertIn("log", done.stderr)
        self.assertEqual((self.folder / "log").read_text(), "mine")

    def test_bench_and_the_program_that_it_calls_write_one_log(self):
        (self.folder / "table.toml").write_text("")
        subprocess.run([CATENARY, "bench", "table.toml", "--events", "log"], cwd=self.folder,
                       capture_output=True, timeout=60, check=False)
        kinds = [json.loads(line)["event"]
                 for line in (self.folder / "log").read_text().splitlines()]
        self.assertEqual(kinds.count("begin"), 1, kinds)

    def test_a_reader_that_goes_away_does_not_matter(self):
        done = subprocess.run(["sh", "-c", f"{CATENARY} generate lamp.c --events /dev/fd/3 3>&1 "
                               ">/dev/null 2>err | true; cat err"], cwd=self.folder, check=True,
                              capture_output=True, text=True, timeout=60)
        self.assertNotIn("error", done.stdout)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    SOURCE = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
