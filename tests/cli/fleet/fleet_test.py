#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--workers and --nats of catenary batch and run, and catenary worker, with a
real server."""
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

CATENARY, PROBE = sys.argv[1:3]
SOURCES = pathlib.Path(sys.argv[3])
SCHEMA = json.loads((SOURCES / "docs/schema/batch.schema.json").read_text())

TOML = """[program]
sources = ["{name}.c"]
declare = "static int in;"
step = "step(in);"
[inputs]
"in" = {{ range = [0, 4] }}
[[property]]
id = "three"
when = "n == 3"
"""
COUNTER = ("static int n; void step(int in)"
           " {{ n = in > {k} ? n + 1 & 7 : 0; }}\n")
# Takes some seconds.
SLOW = ("static unsigned n = 1; static unsigned long long m;"
        "void step(int in) { m = m * 2862933555777941757ull + in;"
        " n = m == 77 ? 3 : 0; }\n")
# Goals that a search of one unit of work does not come to.
DIAL = """
#include <catenary/c.h>
static unsigned key;
static int n;
int main(void) {
  for (;;) {
    unsigned code;
    CATENARY_INPUT(code);
    key = key * 2654435761u + code;
    n = code == 7 && n < 9 ? n + 1 : 0;
    CATENARY_GOAL("opens", (key ^ key >> 15) == 0x2f0b4c4bu);
    CATENARY_GOAL("alarms", (key & 1) && (key & 3) == 2);
    CATENARY_GOAL("six", n == 6);
    CATENARY_GOAL("ten", n == 10);
  }
}
"""
PAIRS = """
static unsigned key;
static int n, o;
void step(unsigned code) {
  key = key * 2654435761u + code;
  n = code == 7 && n < 9 ? n + 1 : 0;
  o = n > 2 && (key ^ key >> 15) == 0x2f0b4c4bu;
}
"""
BTOR2 = """1 sort bitvec 20
2 sort bitvec 1
3 zero 1
4 state 1 n
5 init 1 4 3
6 state 2 m
7 zero 2
8 init 2 6 7
9 next 2 6 6
10 input 2 i
11 one 1
12 add 1 4 11
13 constd 1 5
14 mul 1 4 13
15 add 1 14 11
16 ite 1 10 15 12
17 next 1 4 16
18 constd 1 123457
19 eq 2 4 18
20 bad 19
21 bad 6
"""
FIRST = ("--first-work", "1")


class Server:
    """A broker of a site."""

    def __init__(self, folder, tls=False):
        self.folder = folder
        self.token = secrets.token_hex(8)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"{'tls' if tls else 'nats'}://127.0.0.1:{self.port}"
        (folder / "conf").write_text(
            f'listen: "127.0.0.1:{self.port}"\n'
            f'authorization {{ token: "{self.token}" }}\n'
            f'jetstream {{ store_dir: "{folder}/store" }}\n'
            + (f'tls {{ cert_file: "{folder}/cert.pem"\n'
               f'key_file: "{folder}/cert.key" }}\n' if tls else ""))
        if tls:
            for name in ("cert", "other"):
                subprocess.run(
                    ["openssl", "req", "-x509", "-newkey", "rsa:2048",
                     "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                     "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
                     folder / f"{name}.key", "-out", folder / f"{name}.pem"],
                    check=True, capture_output=True)
        (folder / "token").write_text(self.token + "\n")
        (folder / "key").write_text(secrets.token_hex(32) + "\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["nats-server", "-c", self.folder / "conf"],
            stderr=subprocess.DEVNULL)
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("nats-server does not listen")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def words(self, key="key", token="token"):
        return ["--nats", self.url, "--nats-key-file", str(self.folder / key),
                "--nats-token-file", str(self.folder / token)]


class Client:
    """Whoever has an account of the broker, and speaks its protocol."""

    def __init__(self, server):
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.file = self.socket.makefile("rb")
        self.send("CONNECT " + json.dumps(
            {"verbose": False, "auth_token": server.token}))

    def send(self, line, body=None):
        data = line.encode() + b"\r\n"
        if body is not None:
            data += body + b"\r\n"
        self.socket.sendall(data)

    def publish(self, subject, body):
        self.send(f"PUB {subject} {len(body)}", body)
        self.send("PING")

    def subscribe(self, subject):
        self.send(f"SUB {subject} 1")
        self.send("PING")

    def next(self, patience=20):
        """Subject and body of the next message."""
        self.socket.settimeout(patience)
        while True:
            words = self.file.readline().split()
            if not words or words[0] in (b"PING", b"PONG", b"INFO", b"+OK"):
                if words and words[0] == b"PING":
                    self.send("PONG")
                continue
            size = int(words[-1])
            body = self.file.read(size + 2)[:-2]
            if words[0] == b"HMSG":
                body = body[int(words[-2]):]
            return words[1].decode(), body

    def close(self):
        self.file.close()
        self.socket.close()


class Fleet(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fleet-test-"))
        # Last of all: servers, which write there, are cleaned up before.
        self.addCleanup(shutil.rmtree, self.folder)
        self.running = []

    def tearDown(self):
        for process in self.running:
            process.kill()
            process.communicate()

    def server(self, **how):
        folder = self.folder / "site"
        folder.mkdir()
        server = Server(folder, **how)
        self.addCleanup(server.kill)
        return server

    def start(self, *words, program=CATENARY, env=None):
        process = subprocess.Popen(
            [program, *words], cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **(env or {})})
        self.running.append(process)
        return process

    def models(self, count=6):
        for k in range(count):
            folder = self.folder / f"plant/m{k}"
            folder.mkdir(parents=True)
            (folder / "m.toml").write_text(TOML.format(name="m"))
            (folder / "m.c").write_text('#include <limits.h>\n'
                                        '#include "../m.h"\n'
                                        + COUNTER.format(k=k % 4))
        (self.folder / "plant/m.h").write_text("enum { dummy };\n")
        shutil.copy(SOURCES / "examples/buffer/buffer.req",
                    self.folder / "plant")
        shutil.copy(SOURCES / "examples/coffee_machine/coffee_machine.xlia",
                    self.folder / "plant")

    def batch(self, *words, code=0, out="out"):
        time.sleep(0.05)
        done = subprocess.run(
            [CATENARY, "batch", "plant", "-o", out, "--json", *words],
            cwd=self.folder, text=True, capture_output=True, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        self.messages = done.stderr
        return document

    def files(self, out="out"):
        """What was written, without times, and then moved away."""
        root = self.folder / out
        files = {}
        for path in sorted(root.rglob("*")):
            if path.is_file() and "cache" not in path.parts:
                text = path.read_bytes()
                if path.suffix in (".json", ".xml", ".html", ".md"):
                    if not path.name.endswith(".suite.json"):
                        text = re.sub(rb"[0-9]+(\.[0-9]+)?(e-[0-9]+)?", b"N",
                                      text)
                if path.suffix == ".log":  # progress, every ten seconds
                    text = re.sub(rb"(?m)^ +[0-9]+s .*\n", b"", text)
                files[str(path.relative_to(root))] = text
        shutil.rmtree(root)
        return files

    def probe(self, tasks, workers, *more, env=None):
        return self.start("batch", str(tasks), str(workers),
                          str(self.folder / "journal"), *more, program=PROBE,
                          env=env)

    def worker(self, server, *more, program=CATENARY, env=None, **files):
        return self.start("worker", *server.words(**files), *more,
                          program=program, env=env)

    def descendants(self, pid, word):
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                stat = (entry / "stat").read_text()
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if int(stat.rsplit(")", 1)[1].split()[1]) == pid:
                if word in words:
                    found.append(int(entry.name))
        return found

    def wait_for(self, what, patience=30):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = what()
            if found:
                return found
            time.sleep(0.02)
        self.fail("nothing came of it")

    # Results.

    def test_same_files_for_any_number_of_workers(self):
        self.models()
        self.batch("--actions", "check,generate,run")
        expected = self.files()
        self.assertTrue(any(n.endswith(".suite.json") for n in expected))
        for workers in ("1", "2", "8"):
            self.batch("--actions", "check,generate,run", "--workers", workers)
            self.assertNotIn("computed here", self.messages)
            self.assertEqual(self.files(), expected, workers)

    def test_no_more_workers_than_cores(self):
        """They would compete for the cores, and take longer in all."""
        self.models()
        batch = self.start("batch", "plant", "-o", "out", "--workers", "64")
        most = 0
        while batch.poll() is None:
            most = max(most, len(self.descendants(batch.pid, b"worker")))
            time.sleep(0.01)
        self.assertEqual(batch.returncode, 0)
        self.assertEqual(most, min(64, len(os.sched_getaffinity(0))))

    def mutants(self, model, *words, codes=(0, 1)):
        """The document without times, and the exit code; or the messages."""
        suite = f"{model}.json"
        if not (self.folder / suite).exists():
            subprocess.run([CATENARY, "generate", model, "-o", suite, "-q"],
                           cwd=self.folder, check=True, capture_output=True)
        done = subprocess.run(
            [CATENARY, "run", suite, "--sut", f"model:{model}", "--mutate",
             "20", "--json", "--seed", "3", *words],
            cwd=self.folder, text=True, capture_output=True, timeout=300)
        self.assertIn(done.returncode, codes, done.stderr)
        self.messages = done.stderr
        if not done.stdout:
            return done.stderr
        return self.timeless(done.stdout), done.returncode

    def timeless(self, text):
        document = json.loads(text)
        document["summary"].pop("seconds")
        return document

    def test_mutants_of_every_kind(self):
        self.models(1)
        for model in ("plant/m0/m.toml", "plant/coffee_machine.xlia",
                      "plant/buffer.req"):
            few = ["--mutate", "9"]
            expected = self.mutants(model, *few)
            self.assertGreater(expected[0]["summary"]["mutants"], 8)
            found = self.mutants(model, *few, "--workers", "3")
            self.assertEqual(found, expected)
            self.assertNotIn("computed here", self.messages)

    def test_paths_and_requirements_of_mutants(self):
        """Sent as well: absolute paths, odd names, requirements of a suite."""
        for ending in "c", "toml", "req":
            shutil.copy(SOURCES / f"examples/cruise/cruise.{ending}",
                        self.folder)
        subprocess.run([CATENARY, "generate", "cruise.req", "-o", "-s.json"],
                       cwd=self.folder, check=True, capture_output=True)
        found = []
        here = self.folder.resolve()
        for suite, model, *words in (
                ("./-s.json", "cruise.toml"),
                ("./-s.json", "cruise.toml", "--workers", "2"),
                (here / "-s.json", here / "cruise.toml", "--workers", "2")):
            done = subprocess.run(
                [CATENARY, "run", suite, "--sut", f"model:{model}", "--mutate",
                 "12", "--json", *words], cwd=self.folder, text=True,
                capture_output=True, timeout=300)
            self.assertNotIn("computed here", done.stderr)
            document = self.timeless(done.stdout)
            found.append((document["summary"], done.returncode,
                          [(m["id"], m["status"], m["requirements"])
                           for m in document["mutants"]]))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_what_cannot_be_sent_is_said_once(self):
        self.models(1)
        expected = self.mutants("plant/m0/m.toml")
        found = self.mutants("plant/m0/m.toml", "--workers", "2", "--sandbox",
                             "none", "--step-size", "1ms", codes=[2])
        self.assertIn("--step-size is of FMUs", found)
        (self.folder / "plant/m0/flags").write_text("-DX=1\n")
        model = self.folder / "plant/m0/m.toml"
        model.write_text(model.read_text().replace(
            "[program]", '[program]\nflags = ["@flags"]'))
        found = self.mutants("plant/m0/m.toml", "--workers", "2")
        self.assertEqual(found, expected)
        self.assertEqual(self.messages.count("computed here"), 1,
                         self.messages)

    def test_a_site_without_workers_says_so(self):
        self.models(1)
        self.mutants("plant/m0/m.toml")
        running = self.start(
            "run", "plant/m0/m.toml.json", "--sut", "model:plant/m0/m.toml",
            "--mutate", "20", *self.server().words())
        said = []
        def is_said():
            said.append(os.read(running.stderr.fileno(), 4096))
            return b"no worker has answered yet" in b"".join(said)
        self.wait_for(is_said)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)

    def test_mutants_of_a_site_while_workers_are_killed(self):
        self.models(1)
        expected = self.mutants("plant/m0/m.toml")
        server = self.server()
        for _ in range(2):
            self.worker(server)
        running = self.start(
            "run", "plant/m0/m.toml.json", "--sut", "model:plant/m0/m.toml",
            "--mutate", "20", "--json", "--seed", "3", *server.words())
        self.wait_for(lambda: any(
            self.descendants(w.pid, b"worker") for w in self.running[:2]))
        time.sleep(0.3)
        self.running[0].kill()
        out, err = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 0, err)
        self.assertEqual((self.timeless(out), running.returncode), expected)

    def test_killed_mutants_are_resumed(self):
        """Parts that were judged are in the journal of the command."""
        for ending in "c", "toml":
            shutil.copy(SOURCES / f"examples/safing/safing.{ending}",
                        self.folder)
        self.mutants("safing.toml")
        words = ["run", "safing.toml.json", "--sut", "model:safing.toml",
                 "--mutate", "100", "--workers", "2", "-o"]
        subprocess.run([CATENARY, *words, "all.json"], cwd=self.folder,
                       check=True, capture_output=True)
        running = self.start(*words, "m.json")
        journal = self.folder / "m.json.journal"
        self.wait_for(lambda: self.items(journal) > 1)
        running.kill()
        running.wait()
        done = subprocess.run([CATENARY, "resume", "m.json"], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        found, wanted = (
            re.sub('"seconds": .*', "", (self.folder / name).read_text())
            for name in ("m.json", "all.json"))
        self.assertEqual(found, wanted)

    def items(self, journal, name=""):
        """How many items of the journal have such a name."""
        if not journal.exists():
            return 0
        try:
            with sqlite3.connect(journal) as store:
                [[count]] = store.execute(
                    "SELECT count(*) FROM item WHERE CAST(name AS TEXT) LIKE ?",
                    [f"%{name}%"])
            return count
        except sqlite3.Error:
            return 0

    def test_mutants_that_cannot_be_sent(self):
        self.models(1)
        expected = self.mutants("plant/m0/m.toml")
        (self.folder / "catenary.toml").write_text("[run]\njobs = 2\n")
        found = self.mutants("plant/m0/m.toml", "--workers", "1")
        self.assertEqual(found, expected)
        self.assertIn("workers do not read catenary.toml", self.messages)
        (self.folder / "catenary.toml").unlink()
        for words, said in (
                (["--workers", "1", "--shard", "1/2"],
                 "--shard cannot be used with --workers"),
                (["--workers", "1", "--nats", "nats://127.0.0.1:1"],
                 "expected one of them"),
                (["--workers", "1", "--mutate", ""], "--mutate")):
            with self.subTest(words):
                self.assertIn(said, self.mutants("plant/m0/m.toml", *words,
                                                 codes=[2]))

    # Goals of one generation.

    def generate(self, model, *words, codes=(0,)):
        """The suite, and the document without times."""
        suite = self.folder / "suite.json"
        suite.unlink(missing_ok=True)
        done = subprocess.run(
            [CATENARY, "generate", model, "-o", "suite.json", "--json", "-j1",
             *words], cwd=self.folder, text=True, capture_output=True,
            timeout=300)
        self.assertIn(done.returncode, codes, done.stderr)
        self.messages = done.stderr
        if not done.stdout:
            return None
        return suite.read_text(), self.timeless(done.stdout)

    def verdicts(self, generated):
        return [(g["id"], g["status"], g["trust"])
                for g in json.loads(generated[0])["goals"]]

    def dial(self):
        (self.folder / "dial.c").write_text(DIAL)

    def test_goals_for_any_number_of_workers(self):
        self.dial()
        alone = self.generate("dial.c")
        self.assertEqual([v[1] for v in self.verdicts(alone)],
                         ["covered", "unreachable", "covered", "unreachable"])
        found = [self.generate("dial.c", "--workers", n, *FIRST)
                 for n in ("1", "2", "8")]
        self.assertIn("searched for by workers", self.messages)
        self.assertNotIn("computed here", self.messages)
        self.assertEqual(found[1], found[0])
        self.assertEqual(found[2], found[0])
        self.assertEqual(self.verdicts(found[0]), self.verdicts(alone))
        self.assertEqual(
            json.loads(found[0][0])["options"]["first_work"], "1")
        subprocess.run([CATENARY, "run", "suite.json", "--sut", "model:dial.c",
                        "-q"], cwd=self.folder, check=True,
                       capture_output=True)

    def test_goals_of_every_kind_of_model(self):
        (self.folder / "count.btor2").write_text(BTOR2)
        (self.folder / "pairs.c").write_text(PAIRS)
        shutil.copy(SOURCES / "examples/fabric_dyeing/dyeing.sm", self.folder)
        for model, *words in (
                ["count.btor2"], ["count.btor2", "--method", "single"],
                ["dyeing.sm", "--cover", "state"],
                ["pairs.c", "--cover", "mcdc", "--goal", "mcdc@pairs.c:7:16"]):
            with self.subTest(model, words=words):
                codes = (0, 1)  # what is bad is a finding
                alone = self.generate(model, *words, codes=codes)
                found = self.generate(model, *words, "--workers", "2", *FIRST,
                                      codes=codes)
                self.assertIn("searched for by workers", self.messages)
                self.assertEqual(self.verdicts(found), self.verdicts(alone))
                depths = [[g["depth"] for g in x[1]["goals"]]
                          for x in (found, alone)]
                for a, b in zip(*depths):
                    self.assertGreaterEqual(a or 0, b or 0)

    def test_a_search_that_decides_everything_needs_no_fleet(self):
        self.dial()
        alone = self.generate("dial.c")
        (self.folder / "key").write_text("a key of sixteen letters\n")
        there_is_none = ("--nats", "nats://127.0.0.1:1", "--nats-key-file",
                         "key")
        self.assertEqual(self.generate("dial.c", *there_is_none), alone)

    def test_a_fleet_that_fails_leaves_goals_open(self):
        self.dial()
        server = self.server()
        (server.folder / "wrong").write_text("wrong\n")
        found = self.generate("dial.c", *server.words(token="wrong"), *FIRST,
                              codes=[4])
        self.assertIn("Authentication Violation", self.messages)
        self.assertIn("stay undecided", self.messages)
        for goal in found[1]["goals"]:
            self.assertIn(goal["status"], ("undecided", "not_within_bound"))
            self.assertIn("; no worker has answered", goal["reason"])

    def test_goals_while_workers_are_killed(self):
        self.dial()
        expected = self.generate("dial.c", "--workers", "1", *FIRST)
        (self.folder / "suite.json").unlink()
        server = self.server()
        for _ in range(2):
            self.worker(server)
        running = self.start("generate", "dial.c", "-o", "suite.json",
                             "--json", "-j1", *server.words(), *FIRST)
        self.wait_for(lambda: any(
            self.descendants(w.pid, b"worker") for w in self.running[:2]))
        time.sleep(0.3)
        self.running[0].kill()
        out, err = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 0, err)
        self.assertEqual(((self.folder / "suite.json").read_text(),
                          self.timeless(out)), expected)

    def test_killed_goals_are_resumed(self):
        """What workers have answered is in the journal of the command."""
        self.dial()
        expected, _ = self.generate("dial.c", "--workers", "1", *FIRST)
        (self.folder / "suite.json").unlink()
        running = self.start("generate", "dial.c", "-o", "suite.json", "-j1",
                             "--workers", "1", *FIRST)
        journal = self.folder / "suite.json.journal"
        self.wait_for(lambda: self.items(journal, "goals ") > 0)
        running.kill()
        running.wait()
        done = subprocess.run([CATENARY, "resume", "suite.json"],
                              cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "suite.json").read_text(), expected)

    def test_goals_have_their_share_of_a_limit(self):
        self.dial()
        found = [self.generate("dial.c", "--workers", n, *FIRST, "--work",
                               "4000", "--method", "single", codes=[0, 4])
                 for n in ("1", "2")]
        self.assertIn("searched for by workers", self.messages)
        self.assertEqual(found[0], found[1])

    def test_options_of_goals_that_contradict(self):
        self.dial()
        self.models(1)
        for words, said in (
                (["dial.c", *FIRST], "--first-work requires --workers"),
                (["dial.c", "--workers", "1", "--second-opinion"],
                 "--second-opinion cannot be used with --workers"),
                (["dial.c", "--workers", "1", "--method", "random"],
                 "--workers requires --method chain or single"),
                (["plant/coffee_machine.xlia", "--workers", "1"],
                 "--workers is not supported for timed models"),
                (["dial.c", "--workers", "1", "--nats", "nats://x"],
                 "expected one of them")):
            with self.subTest(words):
                self.assertIsNone(self.generate(*words, codes=[2]))
                self.assertIn(said, self.messages)

    def test_goals_of_models_that_cannot_be_sent(self):
        self.dial()
        (self.folder / "given.csv").write_text("code\n7\n7\n")
        alone = self.generate("dial.c", "--extend", "given.csv")
        found = self.generate("dial.c", "--extend", "given.csv", "--workers",
                              "1", *FIRST)
        self.assertEqual(found, alone)
        self.assertIn("option --extend is not sent", self.messages)

    def test_keeps_answers_as_children_do(self):
        self.models(3)
        self.batch("--workers", "2")
        for words in ((), ("--workers", "2")):
            again = self.batch(*words)
            self.assertEqual(again["summary"]["unchanged"], 5)
        (self.folder / "plant/m.h").write_text("enum { other };\n")
        again = self.batch("--workers", "2")
        self.assertEqual(again["summary"]["unchanged"], 2)

    def test_computes_here_what_cannot_be_sent(self):
        self.models(1)
        (self.folder / "plant/catenary.toml").write_text("[generate]\n")
        self.batch("--workers", "1")
        self.assertIn("a config file", self.messages)

    def test_computes_here_what_is_faulty_elsewhere(self):
        """A database of CMake names the folder of the project."""
        (self.folder / "plant").mkdir(exist_ok=True)
        (self.folder / "plant/m.c").write_text(
            "_Bool x, o; void s(void) { o = x; }\n")
        (self.folder / "plant/commands.json").write_text(json.dumps(
            [{"directory": str(self.folder / "plant"), "file": "m.c",
              "command": "cc -c m.c"}]))
        (self.folder / "plant/m.toml").write_text(
            '[program]\nsources = ["m.c"]\nstep = "s();"\n'
            'compile_commands = "commands.json"\n'
            '[inputs]\n"x" = {}\n[outputs]\n"o" = {}\n'
            '[[property]]\nid = "p"\nwhen = "o"\nthen = "o == x"\n')
        for words in ((), ("--workers", "1")):
            done = self.batch("--no-cache", "--force", *words)
            self.assertEqual(done["summary"]["status"], {"ok": 1})
        self.assertIn("a worker cannot read its files", self.messages)

    def test_a_site_with_its_own_broker(self):
        self.models()
        self.batch()
        expected = self.files()
        server = self.server()
        workers = [self.worker(server, "--idle", "15s") for _ in range(2)]
        self.batch(*server.words())
        self.assertEqual(self.files(), expected)
        for worker in workers:
            self.assertEqual(worker.wait(60), 0, worker.stderr.read())

    # Faults.

    def test_a_killed_worker_and_a_killed_broker_cost_only_time(self):
        expected, _ = self.probe(800, 0).communicate(timeout=60)
        fleet = self.probe(800, 2, env={"PROBE_WORK": "1"})
        for word in (b"worker", b"nats-server"):
            time.sleep(0.4)
            os.kill(self.wait_for(
                lambda: self.descendants(fleet.pid, word))[0], signal.SIGKILL)
        out, messages = fleet.communicate(timeout=120)
        self.assertEqual(out, expected, messages)
        self.assertIn("the broker died and was started again", messages)

    def test_a_broker_that_is_killed_while_it_starts(self):
        expected, _ = self.probe(40, 0).communicate(timeout=60)
        for pause in (0, 0.01, 0.03, 0.06, 0.1):
            fleet = self.probe(40, 2)
            broker = self.wait_for(
                lambda: self.descendants(fleet.pid, b"nats-server"))[0]
            time.sleep(pause)
            os.kill(broker, signal.SIGKILL)
            out, messages = fleet.communicate(timeout=120)
            self.assertEqual((out, fleet.returncode), (expected, 0), messages)
            (self.folder / "journal").unlink(missing_ok=True)

    def computed(self, name):
        """The tasks that were computed, which are lines of the file."""
        path = self.folder / name
        return set(path.read_text().split()) if path.exists() else set()

    def test_a_killed_coordinator_goes_on_where_it_was(self):
        """What is in its journal is not computed again, all else is."""
        expected, _ = self.probe(800, 0).communicate(timeout=60)
        fleet = self.probe(800, 2, env={
            "PROBE_WORK": "1", "PROBE_COUNT": str(self.folder / "before")})
        self.wait_for(lambda: len(self.computed("before")) > 100)
        started = self.descendants(fleet.pid, b"worker") + \
            self.descendants(fleet.pid, b"nats-server")
        self.assertEqual(len(started), 3)
        fleet.kill()
        fleet.communicate()
        self.wait_for(lambda: not any(pathlib.Path(f"/proc/{p}").exists()
                                      for p in started))
        kept = self.items(self.folder / "journal", "task ")
        again = self.probe(800, 2,
                           env={"PROBE_COUNT": str(self.folder / "after")})
        out, messages = again.communicate(timeout=120)
        self.assertEqual((out, again.returncode), (expected, 0), messages)
        before, after = self.computed("before"), self.computed("after")
        self.assertEqual(len(after), 800 - kept)
        self.assertEqual(len(before | after), 800)
        # Two workers have a task each, and one waits for the next of them.
        self.assertLessEqual(len(before & after), 3)

    def test_a_killed_batch_goes_on_where_it_was(self):
        self.models(12)
        self.batch()
        expected = self.files()
        fleet = self.start("batch", "plant", "-o", "out", "--workers", "2")
        self.wait_for(lambda: list(self.folder.rglob("*.suite.json")))
        fleet.kill()
        self.batch("--workers", "2")
        now = self.files()
        for name in expected:
            if name.endswith("suite.json"):
                self.assertEqual(now[name], expected[name])

    def test_a_task_that_kills_its_workers_is_a_dead_letter(self):
        fleet = self.probe(20, 2, env={"PROBE_POISON": "task7"})
        out, messages = fleet.communicate(timeout=120)
        self.assertEqual(fleet.returncode, 0, messages)
        expected, _ = self.probe(20, 0).communicate(timeout=60)
        wanted = expected.splitlines()
        self.assertEqual(len(wanted), 20)
        wanted[7] = "7 crashed(3)"
        self.assertEqual(out.splitlines(), wanted, messages)

    def test_a_site_broker_that_is_away_for_a_while(self):
        server = self.server()
        expected, _ = self.probe(800, 0).communicate(timeout=60)
        self.worker(server, program=PROBE)
        fleet = self.probe(800, 0, *server.words()[:4],
                           env={"PROBE_WORK": "1",
                                "PROBE_TOKEN": str(server.folder / "token")})
        time.sleep(1)
        server.kill()
        time.sleep(1)
        server.start()
        out, messages = fleet.communicate(timeout=120)
        self.assertEqual(out, expected, messages)

    def test_ctrl_c_gives_the_task_back(self):
        self.models(1)
        (self.folder / "plant/m0/m.c").write_text(SLOW)
        server = self.server()
        spy = Client(server)
        self.addCleanup(spy.close)
        spy.subscribe("catenary.task.*.*")
        worker = self.worker(server)
        batch = self.start("batch", "plant", "-o", "out", "--model-timeout",
                           "3s", *server.words())
        tasks = {spy.next()[1] for _ in range(3)}
        time.sleep(2)
        worker.send_signal(signal.SIGINT)
        self.assertEqual(worker.wait(20), 130)
        # Not the ones that follow: one that was there before.
        while spy.next()[1] not in tasks:
            pass
        self.worker(server)
        self.assertIn(batch.wait(60), (1, 4))

    # What an account of the broker is good for, and what not.

    def test_messages_without_the_seal_are_refused(self):
        server = self.server()
        spy = Client(server)
        self.addCleanup(spy.close)
        spy.subscribe("catenary.task.*.*")
        worker = self.worker(server, program=PROBE)
        fleet = self.probe(30, 0, *server.words()[:4],
                           env={"PROBE_TOKEN": str(server.folder / "token")})
        subject, task = spy.next()
        job = subject.rsplit(".", 1)[1]
        for bad in (b"", b"x" * 100, task[:-1] + b"?", task[:200],
                    task.replace(b"task0", b"task9"), os.urandom(5000)):
            spy.publish(subject, bad)
            spy.publish("catenary.result." + job, bad)
        out, messages = fleet.communicate(timeout=60)
        self.assertEqual(out.count("\n"), 30, messages)
        time.sleep(1)
        worker.send_signal(signal.SIGINT)
        said = worker.communicate(timeout=20)[1]
        self.assertIn("refused: not sealed with the key of this fleet", said)
        self.assertIn("refused: too short for a message", said)
        self.assertEqual(worker.returncode, 130)

    def test_another_key_makes_nothing_run(self):
        server = self.server()
        (server.folder / "other").write_text("another key of the fleet\n")
        worker = self.worker(server, key="other", program=PROBE)
        fleet = self.probe(3, 0, *server.words()[:4],
                           env={"PROBE_TOKEN": str(server.folder / "token")})
        with self.assertRaises(subprocess.TimeoutExpired):
            fleet.wait(4)
        self.worker(server, program=PROBE)
        out, messages = fleet.communicate(timeout=60)
        self.assertEqual(out.count("\n"), 3, messages)
        worker.send_signal(signal.SIGINT)
        self.assertIn("not sealed", worker.communicate(timeout=20)[1])

    def test_results_that_disagree_are_an_alarm(self):
        server = self.server()
        spy = Client(server)
        self.addCleanup(spy.close)
        spy.subscribe("catenary.task.*.*")
        self.worker(server, program=PROBE, env={"PROBE_LIAR": "1"})
        self.worker(server, program=PROBE)
        fleet = self.probe(300, 0, *server.words()[:4],
                           env={"PROBE_TOKEN": str(server.folder / "token")})
        for _ in range(100):  # a task once more: its seal is right
            spy.publish(*spy.next())
        out, messages = fleet.communicate(timeout=60)
        self.assertEqual(fleet.returncode, 3, messages)
        self.assertIn("different results of one task", messages)
        self.assertIn("check task", messages)

    def test_a_wrong_token_is_refused_at_once(self):
        server = self.server()
        (server.folder / "wrong").write_text("wrong\n")
        worker = self.worker(server, token="wrong")
        self.assertEqual(worker.wait(20), 3)
        self.assertIn("Authentication Violation", worker.stderr.read())
        self.models(1)
        done = self.start("batch", "plant", *server.words(token="wrong"))
        self.assertEqual(done.wait(20), 3)

    def test_tls_asks_for_the_right_certificate(self):
        server = self.server(tls=True)
        ca = ("--nats-ca", str(server.folder / "cert.pem"))
        for words in ((), ("--nats-ca", str(server.folder / "other.pem"))):
            worker = self.worker(server, *words)
            self.assertEqual(worker.wait(20), 3, worker.stderr.read())
        self.worker(server, *ca)
        self.models(1)
        self.batch(*server.words(), *ca)
        self.assertNotIn("computed here", self.messages)

    def test_options_that_are_missing_or_contradict(self):
        (self.folder / "key").write_text("short\n")
        (self.folder / "plant").mkdir()
        for words, text in (
                (["worker"], "needs --nats"),
                (["worker", "--nats", "nats://x"], "--nats-key-file"),
                (["worker", "--nats", "nats://x", "--nats-key-file", "key"],
                 "key: error: the key is too short"),
                (["worker", "--nats", "nats://x", "--nats-key-file", "none"],
                 "none: error"),
                (["batch", "plant", "--workers", "2", "--nats", "nats://x"],
                 "expected one of them")):
            process = self.start(*words)
            messages = process.communicate(timeout=20)[1]
            self.assertEqual(process.returncode, 2, messages)
            self.assertIn(text, messages)


unittest.main(argv=sys.argv[:1] + sys.argv[4:])
