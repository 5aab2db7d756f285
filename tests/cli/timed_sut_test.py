#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The systems of examples/sut in real time, by the two commands a reader would
type first: all transitions of the model, on the right system and on every
faulty one. The verdicts are those of the table in examples/sut/README.md.

Usage: timed_sut_test.py CATENARY CC SOURCE_DIRECTORY [long]

The house alarm takes minutes with its own unit of time; that is `long`. Else
the tests in which its siren wears out, after three minutes of its time, are left
out on the right one, and faulty ones run five times as fast: what they do wrong
is wrong by more than the haste of a loaded machine.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CATENARY, CC = "", ""
SOURCE = pathlib.Path()
IS_LONG = False
WORKERS = 12  # they sleep most of the time
EXIT_OF = {"FAIL": 1, "sut": 3, "adapter": 3}


def table():
    """The rows of examples/sut/README.md: fault -> {model: codes}."""
    text = (SOURCE / "examples/sut/README.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in text.splitlines() if line.startswith("|")]
    head = next(i for i, row in enumerate(rows) if row[0] == "`--fault`")
    names = [re.search(r"\w+", cell).group() for cell in rows[head][2:]]
    out = {}
    for row in rows[head + 2:]:
        codes = [set(re.findall(r"`([\w-]+)`", cell)) for cell in row[2:]]
        out[re.search(r"\w*", row[0].strip("`")).group()] = dict(
            zip(names, codes))
    return out


class Systems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        subprocess.run([CC, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror",
                        "-o", cls.dir / "coffee_machine",
                        SOURCE / "examples/sut/coffee_machine.c"], check=True)
        for model in ("atm_bank", "coffee_machine", "alarm_two_clocks"):
            path = SOURCE / "examples" / model / f"{model}.xlia"
            subprocess.run([CATENARY, "generate", path, "--cover",
                            "transitions", "-o", f"{model}.json"], check=True,
                           cwd=cls.dir, capture_output=True, timeout=120)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def result(self, model, program, fault, options):
        command = f"{program} --fault {fault}" if fault else program
        done = subprocess.run(
            [CATENARY, "run", f"{model}.json", "--sut", f"exec:{command}",
             "--json", *options], cwd=self.dir, capture_output=True, text=True,
            timeout=580, check=False)
        return done

    def short_alarm(self):
        suite = json.loads((self.dir / "alarm_two_clocks.json").read_text())
        tests = [t["id"] for t in suite["tests"]
                 if "Sounding.worn_out" not in t["goals"]]
        self.assertEqual(len(tests), len(suite["tests"]) - 2)
        return tuple(word for t in tests for word in ("--test", t))

    def judge(self, done, wanted):
        """Fails unless the run came out as the table says."""
        document = json.loads(done.stdout)
        codes = [t["code"] for t in document["tests"]]
        what = "\n".join(f"{t['code']}: {t.get('reason', '')}"
                         for t in document["tests"])
        if wanted == {"PASS"}:
            self.assertEqual(set(codes), {"PASS"}, what)
            self.assertEqual(done.returncode, 0, what)
            return
        self.assertTrue(wanted)
        # What a fault does not touch passes; everything else is its verdict.
        # On a busy machine one run may be late, which is said.
        self.assertLessEqual(codes.count("unresolved"), 1, what)
        self.assertEqual(set(codes) - {"PASS", "unresolved"}, wanted, what)
        exits = {EXIT_OF[re.split("[_-]", code)[0]] for code in wanted}
        self.assertEqual({done.returncode}, exits, what)

    def test_every_system_gets_its_verdict(self):
        rows = table()
        self.assertEqual(sorted(rows), sorted(
            ["none", "value", "late", "mute", "extra", "dies", "crashes",
             "silent", "nonsense"]))
        sut = SOURCE / "examples" / "sut"
        python = {m: f"{sys.executable} {sut / m}.py" for m in
                  ("atm_bank", "coffee_machine", "alarm_two_clocks")}
        jobs = []
        for row, codes in rows.items():
            fault = "" if row == "none" else row
            alarm = ("--unit", "20ms") if fault else self.short_alarm()
            if IS_LONG:
                jobs.append(("alarm_two_clocks", python["alarm_two_clocks"],
                             fault, (), codes["alarm_two_clocks"]))
                continue
            jobs += [
                ("alarm_two_clocks", python["alarm_two_clocks"], fault, alarm,
                 codes["alarm_two_clocks"]),
                ("coffee_machine", python["coffee_machine"], fault, (),
                 codes["coffee_machine"]),
                ("coffee_machine", "./coffee_machine", fault, (),
                 codes["coffee_machine"]),
                ("atm_bank", python["atm_bank"], fault, (), codes["atm_bank"])]
        # The slow ones first.
        jobs.sort(key=lambda job: job[0] != "alarm_two_clocks")
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            done = list(pool.map(lambda job: self.result(*job[:4]), jobs))
        for job, result in zip(jobs, done):
            with self.subTest(sut=job[1], fault=job[2]):
                self.judge(result, job[4])


if __name__ == "__main__":
    IS_LONG = sys.argv[-1] == "long"
    arguments = sys.argv[1:5 if IS_LONG else 4]
    CATENARY, CC = os.path.abspath(arguments[0]), arguments[1]
    SOURCE = pathlib.Path(arguments[2]).resolve()
    del sys.argv[1:]
    unittest.main()
