#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary run` with several --sut: the tests of one suite on several test
benches. Results are those of one bench, in its order; benches that are away or
die lose no test and hide no error.

Usage: benches_test.py CATENARY CC SOURCE_DIRECTORY
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

CATENARY = ""
CC = ""
SOURCE = pathlib.Path()

# A bench that doubles its input, over pipes or as a server. Each reset is a line
# in its log.
RIG = '''
import argparse, json, os, signal, socket, sys, time
parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int)
parser.add_argument("--delay", type=float, default=0)
parser.add_argument("--wrong", type=int, default=-1, help="an input")
parser.add_argument("--die", type=int, default=-1, help="in this test, from 1")
parser.add_argument("--crash", action="store_true", help="before the greeting")
parser.add_argument("--mute", action="store_true")
parser.add_argument("--log", default=os.devnull)
o = parser.parse_args()
tests = 0

def serve(lines, out):
    global tests
    for line in lines:
        ask = json.loads(line)
        if "hello" in ask:
            if o.crash:
                os.kill(os.getpid(), signal.SIGSEGV)
            if o.mute:
                time.sleep(60)
            answer = {"hello": {"protocol": 1, "name": "rig"}}
        elif "reset" in ask:
            tests += 1
            with open(o.log, "a") as log:
                log.write("reset\\n")
            time.sleep(o.delay)
            answer = {"reset": {}}
        else:
            if tests == o.die:
                os._exit(7)
            x = ask["in"]["x"]
            answer = {"step": ask["step"],
                      "out": {"y": -1 if x == o.wrong else 2 * x}}
        out.write(json.dumps(answer) + "\\n")
        out.flush()

if o.port is None:
    serve(sys.stdin, sys.stdout)
else:
    server = socket.create_server(("127.0.0.1", o.port))
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        file = connection.makefile("rw")
        serve(file, file)
'''
DOUBLE_C = """
int x, y;
void step(void) { y = 2 * x; if (x == WRONG) y = -1; if (x == DIES) *(volatile int*)8 = 1; }
"""
DOUBLE_TOML = """
[program]
sources = ["double.c"]
step = "step();"
flags = ["-DWRONG=-1", "-DDIES=-1"]
[inputs]
"x" = { range = [0, 40] }
[outputs]
"y" = {}
""" + "".join(f"""
[[property]]
id = "p{n}"
requirements = ["DBL-{n % 3}"]
when = "x == {n}"
then = "y == {2 * n}"
""" for n in range(12))
ORACLE = """interface double "Twice as much"
input x : int 0..40
output y : int -1..80
view all "All of it"
  req O-1 "Nothing becomes less."
    always grows: y' >= x'
"""


def run(*arguments, code=0):
    done = subprocess.run([CATENARY, *map(str, arguments)], cwd=FOLDER,
                          capture_output=True, text=True, check=False,
                          timeout=120)
    assert done.returncode == code, (
        f"{arguments} left with {done.returncode}, expected {code}:\n"
        f"{done.stdout[-2000:]}{done.stderr}")
    return done


def library(name, *flags):
    adapter = (FOLDER / "adapter.c").read_text()
    (FOLDER / f"{name}.c").write_text(adapter)
    subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden",
                    "-o", f"lib{name}.so", *flags, f"{name}.c"], cwd=FOLDER,
                   check=True)
    return f"native:./lib{name}.so"


def rig(*options, name="rig"):
    """A bench behind pipes; names tell benches apart that do the same."""
    path = FOLDER / f"{name}.py"
    path.write_text(RIG)
    return " ".join(["exec:" + sys.executable, path.name, *map(str, options)])


@contextlib.contextmanager
def servers(*options):
    """Benches that listen, one for each list of options."""
    running = []
    try:
        for one in options:
            running.append(subprocess.Popen(
                [sys.executable, "-c", RIG, "--port", "0", *map(str, one)],
                stdout=subprocess.PIPE, text=True, cwd=FOLDER))
        yield [f"tcp:127.0.0.1:{int(p.stdout.readline())}" for p in running]
    finally:
        for process in running:
            process.kill()
            process.wait()
            process.stdout.close()


def free_port():
    """A port where nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def on(suts):
    return [word for sut in suts for word in ("--sut", sut)]


def check_schema(name, document):
    try:
        import jsonschema
    except ImportError:
        return
    path = SOURCE / "docs" / "schema" / f"{name}.schema.json"
    jsonschema.Draft202012Validator(
        json.loads(path.read_text())).validate(document)


def results_on(suts, *options, suite="suite.json", code=0):
    """The results document of a run, and what the run said."""
    done = run("run", suite, *on(suts), "-o", "results.json", "--force",
               *options, code=code)
    document = json.loads((FOLDER / "results.json").read_text())
    check_schema("results", document)
    return document, done


def comparable(document):
    """Without times and names of systems."""
    out = {k: v for k, v in document.items() if k not in ("sut", "sandbox")}
    out["tests"] = [{k: v for k, v in test.items()
                     if k not in ("sut", "seconds")}
                    for test in document["tests"]]
    return out


def setUpModule():
    global FOLDER, KEEP
    KEEP = tempfile.TemporaryDirectory(prefix="catenary-benches-")
    FOLDER = pathlib.Path(KEEP.name)
    (FOLDER / "double.c").write_text(DOUBLE_C)
    (FOLDER / "double.toml").write_text(DOUBLE_TOML)
    (FOLDER / "oracle.req").write_text(ORACLE)
    run("generate", "double.toml", "--method", "single", "-o", "suite.json")
    run("convert", "double.toml", "--to", "adapter", "-o", "adapter.c")


def tearDownModule():
    KEEP.cleanup()


class Equality(unittest.TestCase):
    """As many benches as one likes: the same results in the same order."""

    def same(self, suts, *options, code=0, suite="suite.json"):
        one, first = results_on(suts[:1], *options, suite=suite, code=code)
        all_, second = results_on(suts, *options, suite=suite, code=code)
        self.assertEqual(comparable(one), comparable(all_))
        self.assertTrue(all("sut" not in t for t in one["tests"]))
        self.assertLessEqual({t["sut"] for t in all_["tests"]}, set(suts))
        self.assertEqual(all_["sut"], ", ".join(suts))
        # The page, too, but for the first line and the names of benches.
        shown = re.sub("|".join(" on " + re.escape(s) for s in suts), "",
                       second.stdout.split("\n", 1)[1])
        self.assertEqual(first.stdout.split("\n", 1)[1], shown)
        return all_

    def test_programs(self):
        suts = [rig(name=f"same{n}") for n in range(3)]
        self.same(suts)
        self.same(suts, "--shuffle", "--seed", "5")
        self.same(suts, "--shard", "1/2")
        self.same(suts, "--requirement", "DBL-1")
        self.same(suts, "--repeat", "3")
        self.same(suts, "--jobs", "2")
        self.same(suts, "--oracle", "oracle.req")

    def test_failures_are_in_the_order_of_the_suite(self):
        suts = [rig("--wrong", 7, "--delay", delay, name=f"wrong{delay}")
                for delay in (0.03, 0, 0.01)]
        document = self.same(suts, code=1)
        self.assertEqual(document["summary"]["fail"], 1)
        self.same(suts, "--keep-going", code=1)
        self.same(suts, "--oracle", "oracle.req", "--oracle-only", code=1)

    def test_servers(self):
        with servers([], [], []) as suts:
            self.same(suts)

    def test_libraries(self):
        good = [library(f"good{n}", "-DWRONG=-1", "-DDIES=-1") for n in "abc"]
        self.same(good)
        dead = [library(f"dead{n}", "-DWRONG=3", "-DDIES=8") for n in "abc"]
        document = self.same(dead, code=3)
        self.assertEqual(document["summary"]["error"], 1)

    def models(self, path):
        """The model by several names."""
        out = []
        for n in range(3):
            copy = FOLDER / f"{path.stem}{n}{path.suffix}"
            shutil.copy(path, copy)
            out.append(f"model:{copy.name}")
        return out

    def test_models(self):
        self.same(self.models(FOLDER / "double.toml"))
        self.same(["model:double.toml", library("mixed", "-DWRONG=-1",
                                                "-DDIES=-1"), rig()])

    def test_requirements(self):
        path = SOURCE / "examples" / "safing" / "safing.req"
        shutil.copy(path, FOLDER / "safing.req")
        run("generate", "safing.req", "-o", "req.json")
        suts = self.models(path)
        self.same(suts, suite="req.json")
        self.same(suts, "--policy", "random", "--seed", "3", suite="req.json")

    def test_timed_models(self):
        path = SOURCE / "examples" / "atm_bank" / "atm_bank.xlia"
        shutil.copy(path, FOLDER / "atm_bank.xlia")
        run("generate", "atm_bank.xlia", "--cover", "transitions", "-o",
            "atm.json")
        for policy in ("minimal", "random"):
            self.same(self.models(path), "--policy", policy, suite="atm.json",
                      code=5 if policy == "random" else 0)
        atm = SOURCE / "examples" / "sut" / "atm_bank.py"
        self.same([f"exec:{sys.executable} {atm} --fault value",
                   f"exec:{sys.executable} -B {atm} --fault value"],
                  "--clock", "virtual", suite="atm.json", code=1)

    def test_the_document_on_standard_output(self):
        suts = [rig(name="out0"), rig(name="out1")]
        documents = []
        for some in (suts[:1], suts):
            document = json.loads(run("run", "suite.json", *on(some),
                                      "--json").stdout)
            check_schema("run", document)
            documents.append(document)
        self.assertLessEqual({t["sut"] for t in documents[1]["tests"]},
                             set(suts))
        self.assertEqual(comparable(documents[0]), comparable(documents[1]))


class Speed(unittest.TestCase):
    def test_two_benches_take_half_the_time(self):
        suts = [rig("--delay", 0.2, name=f"slow{n}") for n in range(2)]

        def seconds(some):
            began = time.monotonic()
            results_on(some)
            return time.monotonic() - began

        one = seconds(suts[:1])
        two = seconds(suts)
        self.assertGreater(one, 12 * 0.2)
        self.assertLess(two, 0.8 * one)


class Unreachable(unittest.TestCase):
    def reaches_the_other(self, absent, *options):
        slow = rig("--delay", 0.02, name="there")
        document, done = results_on([absent, slow], *options)
        self.assertEqual({t["sut"] for t in document["tests"]}, {slow})
        self.assertEqual(document["summary"]["pass"], 12)
        self.assertEqual(done.stderr.count("warning"), 1, done.stderr)
        self.assertIn(f"--sut '{absent}' gets no more tests", done.stderr)
        return done.stderr

    def test_nobody_listens(self):
        self.assertIn("Connection refused", self.reaches_the_other(
            f"tcp:127.0.0.1:{free_port()}"))

    def test_no_program(self):
        self.assertIn("No such file", self.reaches_the_other("exec:./nothing"))

    def test_a_program_that_ends(self):
        self.assertIn("exit status 3", self.reaches_the_other("exec:sh -c 'exit 3'"))

    def test_no_greeting(self):
        self.assertIn("hello", self.reaches_the_other(
            rig("--mute", name="mute"), "--step-timeout", "100ms"))

    def test_no_library(self):
        (FOLDER / "text.so").write_text("no library")
        self.assertIn("text.so", self.reaches_the_other("native:./text.so"))

    def test_a_file_that_does_not_exist_is_a_mistake_of_the_command(self):
        done = run("run", "suite.json", *on(["native:./nothing.so", rig()]),
                   code=2)
        self.assertIn("nothing.so", done.stderr)

    def test_none_is_left(self):
        suts = ["exec:./nothing1", "exec:./nothing2"]
        one, _ = results_on(suts[:1], code=3)
        two, done = results_on(suts, code=3)
        for document in (one, two):
            for test in document["tests"]:
                # Which of them was the last is a matter of time.
                test["reason"] = re.sub("nothing.", "nothing", test["reason"])
        self.assertEqual(comparable(one), comparable(two))
        self.assertEqual({t["code"] for t in two["tests"]}, {"adapter-load"})
        self.assertEqual(done.stderr.count("warning"), 1)

    def test_a_crash_before_the_greeting_is_a_verdict(self):
        crashes = rig("--crash", name="crash")
        document, _ = results_on(
            [crashes, rig("--delay", 0.05, name="there")], code=3)
        for test in document["tests"]:
            self.assertEqual(test["verdict"],
                             "error" if test["sut"] == crashes else "pass")
        self.assertGreater(document["summary"]["error"], 0)
        self.assertEqual(len(document["tests"]), 12)


class Death(unittest.TestCase):
    """A bench whose system dies in its second test."""

    def setUp(self):
        self.suts = [rig("--die", 2, "--delay", 0.02, name="dies"),
                     rig("--delay", 0.02, name="lives")]

    def test_a_program_is_started_again(self):
        document, done = results_on(self.suts, code=3)
        self.assertEqual([t["id"] for t in document["tests"]],
                         [t["id"] for t in self.suite()["tests"]])
        errors = [t for t in document["tests"] if t["verdict"] != "pass"]
        self.assertGreater(len(errors), 0)
        for test in errors:
            self.assertEqual((test["verdict"], test["code"], test["sut"]),
                             ("error", "sut-exited", self.suts[0]))
        # It has a second test again and again.
        good = [t for t in document["tests"]
                if t["sut"] == self.suts[0] and t["verdict"] == "pass"]
        self.assertLessEqual(abs(len(good) - len(errors)), 1)
        self.assertNotIn("warning", done.stderr)

    def test_a_server_is_gone(self):
        with servers(["--die", 2, "--delay", 0.02],
                     ["--delay", 0.02]) as suts:
            document, done = results_on(suts, code=3)
        errors = [t for t in document["tests"] if t["verdict"] != "pass"]
        self.assertEqual([(t["verdict"], t["sut"]) for t in errors],
                         [("error", suts[0])])
        self.assertEqual(document["summary"],
                         {"pass": 11, "fail": 0, "inconclusive": 0, "error": 1})
        self.assertEqual(done.stderr.count("warning"), 1, done.stderr)
        self.assertIn(f"--sut '{suts[0]}' gets no more tests", done.stderr)
        self.assertIn(f" on {suts[0]}: ", done.stdout)

    def suite(self):
        return json.loads((FOLDER / "suite.json").read_text())

    def test_what_reads_results_reads_these(self):
        run("run", "suite.json", *on(self.suts), "-o", "died.json",
            "--junit", "died.xml", "--force", code=3)
        died = json.loads((FOLDER / "died.json").read_text())
        failed = [t["id"] for t in died["tests"] if t["verdict"] != "pass"]
        again, _ = results_on([rig(name="again1"), rig(name="again2")],
                              "--last-failed", "died.json")
        self.assertEqual([t["id"] for t in again["tests"]], failed)
        run("trace", "died.json")
        run("report", "suite.json", "died.json", "--junit", "again.xml",
            "--html", "died.html", "--force")
        for name in ("died.xml", "again.xml"):
            root = ElementTree.parse(FOLDER / name).getroot()
            of = [[p.get("value") for p in case.iter("property")
                   if p.get("name") == "sut"] for case in root.iter("testcase")]
            self.assertEqual(of, [[t["sut"]] for t in died["tests"]])
        self.assertIn(self.suts[1], (FOLDER / "died.html").read_text())

    def test_a_failure_is_traced(self):
        suts = [rig("--wrong", 7, name="bad1"), rig("--wrong", 7, name="bad2")]
        results_on(suts, code=1)
        self.assertIn("DBL-1", run("trace", "results.json", code=1).stdout)


class Commands(unittest.TestCase):
    def refused(self, text, *words):
        done = run("run", *words, code=2)
        self.assertIn(text, done.stderr)
        self.assertIn("[option-conflict]", done.stderr)

    def test_conflicts(self):
        two = ["model:double.toml", rig()]
        one = "expected one --sut, found 2"
        self.refused(f"--mutate changes one model; {one}", "suite.json",
                     *on(two), "--mutate", "3")
        self.refused(one, "suite.json", *on(two), "--mutate", "3", "--workers",
                     "2")
        self.refused(f"--online tests one system; {one}", "--online",
                     "atm.xlia", *on(two))
        self.refused(one, "suite.json", *on(["trace:a.log", "trace:b.log"]))
        self.refused(one, "suite.json", *on([rig(), "trace:b.log"]))
        self.refused(f"--sut '{rig()}' is given twice", "suite.json",
                     *on([rig(), rig()]))
        self.refused("--sandbox bwrap has no network", "suite.json",
                     *on([rig(), "tcp:localhost:1"]), "--sandbox", "bwrap")

    def test_what_is_no_system_is_named(self):
        done = run("run", "suite.json", *on([rig(), "rig2:9000"]), code=2)
        self.assertIn("--sut 'rig2:9000' names no system", done.stderr)

    def test_config_file(self):
        suts = [rig(name="conf1"), rig(name="conf2")]
        dumped = run("run", "suite.json", *on(suts), "--dump-config").stdout
        line = next(x for x in dumped.splitlines() if x.startswith("sut"))
        self.assertEqual(line, f"sut = {json.dumps(suts)}")
        (FOLDER / "two.toml").write_text(f"[run]\n{line}\n")
        run("run", "suite.json", "--config", "two.toml", "-o", "results.json",
            "--force")
        document = json.loads((FOLDER / "results.json").read_text())
        self.assertEqual(document["sut"], ", ".join(suts))
        # One as a string, as ever; the command line counts more.
        (FOLDER / "one.toml").write_text(f"[run]\nsut = {json.dumps(suts[0])}\n")
        for options, sut in (((), suts[0]), (("--sut", suts[1]), suts[1])):
            run("run", "suite.json", "--config", "one.toml", *options, "-o",
                "results.json", "--force")
            document = json.loads((FOLDER / "results.json").read_text())
            self.assertEqual(document["sut"], sut)

    def test_resume(self):
        suts = [rig("--delay", 0.3, "--log", "resets", name=f"res{n}")
                for n in range(2)]
        stopped, _ = results_on(suts, "--timeout", "1s", code=4)
        self.assertFalse(stopped["complete"])
        run("resume", "results.json", "--timeout", "1h")
        document = json.loads((FOLDER / "results.json").read_text())
        whole, _ = results_on([rig()])
        self.assertEqual(comparable(document), comparable(whole))
        self.assertEqual(document["sut"], ", ".join(suts))
        self.assertLessEqual({t["sut"] for t in document["tests"]}, set(suts))
        # Only those that were cut off ran twice.
        resets = (FOLDER / "resets").read_text().count("reset")
        self.assertLessEqual(resets, 12 + len(suts))

    def test_cache(self):
        for name in ("c1", "c2", "c3"):
            shutil.copy(FOLDER / "double.toml", FOLDER / f"{name}.toml")

        def kept(*names):
            done = run("run", "suite.json", *on(f"model:{n}.toml" for n in names),
                       "--cache", "kept", "-v")
            return "the same was asked before" in done.stderr

        self.assertEqual([kept("c1", "c2"), kept("c1", "c2"), kept("c1"),
                          kept("c1", "c3")], [False, True, False, False])

    def test_interrupt_stops_all_benches(self):
        suts = [rig("--delay", 0.3, name=f"int{n}") for n in range(2)]
        with subprocess.Popen([CATENARY, "run", "suite.json", *on(suts)],
                              cwd=FOLDER, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as process:
            time.sleep(1)
            os.kill(process.pid, signal.SIGINT)
            out, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn("stopped early", out)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    CC = sys.argv[2]
    SOURCE = pathlib.Path(sys.argv[3]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
