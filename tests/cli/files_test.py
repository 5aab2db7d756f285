#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What commands read and write: nothing that was not asked for, never over their
own input, and never half of it.

Usage: files_test.py CATENARY SOURCE_DIR
"""
import json
import os
import pathlib
import pty
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
SOURCE = pathlib.Path()
LAMP_C = """
unsigned char button;
int lamp;
void step(void) { if (button) lamp = !lamp; }
"""
LAMP_TOML = """
[program]
sources = ["lamp.c"]
step = "step();"
[inputs]
"button" = { range = [0, 1] }
[outputs]
"lamp" = {}
"""


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name) / "work"
        self.tmp = pathlib.Path(self.folder.name) / "tmp"
        self.dir.mkdir()
        self.tmp.mkdir()
        self.put("lamp.c", LAMP_C)
        self.put("lamp.toml", LAMP_TOML)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text)

    def call(self, *arguments, env=None, **more):
        return subprocess.run(
            [CATENARY, *arguments], capture_output=True, text=True,
            errors="replace", cwd=self.dir, timeout=300, check=False,
            env={**os.environ, "TMPDIR": str(self.tmp), **(env or {})}, **more)

    def works(self, *arguments, code=0, **more):
        done = self.call(*arguments, **more)
        self.assertEqual(done.returncode, code, (arguments, done.stderr))
        return done

    def fails(self, text, *arguments, code=2, **more):
        done = self.works(*arguments, code=code, **more)
        self.assertIn(text, done.stderr)
        return done

    def lamp_suite(self):
        self.works("generate", "lamp.toml", "--cover", "branch", "-o",
                   "lamp.json")

    def contents(self):
        return {path: path.read_bytes() if path.is_file() else b""
                for top in (self.dir, self.tmp)
                for path in sorted(top.rglob("*"))}

    # Nothing that was not asked for.

    def check_leaves_alone(self, *arguments, new=()):
        before = self.contents()
        done = self.call(*arguments)
        self.assertNotIn(done.returncode, (2, 70), (arguments, done.stderr))
        after = self.contents()
        for name in new:
            after.pop(self.dir / name)
        self.assertEqual(before, after, arguments)

    def test_commands_write_what_was_asked_for_and_nothing_else(self):
        for name in ("coffee_machine/coffee_machine.xlia",
                     "cruise/cruise.req"):
            source = SOURCE / "examples" / name
            if not source.exists():
                continue
            shutil.copy(source, self.dir)
            self.check_leaves_alone("check", source.name)
            self.check_leaves_alone("generate", source.name)
        self.check_leaves_alone("doctor")
        self.check_leaves_alone("init", "lamp.c", "-o", "new.toml",
                                new=["new.toml"])
        self.check_leaves_alone("check", "lamp.toml")
        self.check_leaves_alone("check", "lamp.c")
        self.check_leaves_alone("generate", "lamp.toml", "--cover", "branch")
        self.check_leaves_alone("generate", "lamp.toml", "--cover", "branch",
                                "--method", "concolic")
        self.check_leaves_alone("generate", "lamp.toml", "--cover", "branch",
                                "-o", "lamp.json", new=["lamp.json"])
        self.check_leaves_alone("run", "lamp.json", "--sut", "model:lamp.toml")
        self.works("run", "lamp.json", "--sut", "model:lamp.toml", "-o",
                   "results.json")
        self.check_leaves_alone("trace", "results.json")
        self.check_leaves_alone("report", "lamp.json", "results.json")
        self.check_leaves_alone("convert", "lamp.json", "--to", "csv")
        self.check_leaves_alone("convert", "lamp.toml", "--to", "adapter")
        self.check_leaves_alone("convert", "lamp.json", "--to", "csv", "-o",
                                "lamp.csv", new=["lamp.csv"])
        self.check_leaves_alone("bench", "--make-machine",
                                "branches=20,seed=1")

    def test_models_of_all_kinds_leave_the_directory_alone(self):
        seen = set()
        for path in sorted((SOURCE / "examples").rglob("*")):
            kind = path.suffix
            if kind not in (".toml", ".xlia", ".req", ".sm", ".uml"):
                continue
            if kind in seen:
                continue
            folder = self.dir / path.parent.name
            if not folder.exists():
                shutil.copytree(path.parent, folder)
            before = self.contents()
            done = self.call("check", str(folder / path.name), "--timeout",
                             "20s")
            if done.returncode in (0, 1, 4):
                seen.add(kind)
            self.assertEqual(before, self.contents(), path)
        self.assertGreaterEqual(len(seen), 4, seen)

    # Never over the command's own input.

    def test_inputs_are_never_overwritten(self):
        self.lamp_suite()
        self.works("run", "lamp.json", "--sut", "model:lamp.toml", "-o",
                   "results.json")
        os.link(self.dir / "lamp.json", self.dir / "hard.json")
        os.symlink("lamp.json", self.dir / "soft.json")
        os.symlink(self.dir, self.dir / "here")
        before = self.contents()
        message = "is an input of the command"
        self.fails(message, "generate", "lamp.toml", "--cover", "branch", "-o",
                   "lamp.toml", "--force")
        self.fails(message, "generate", "lamp.toml", "--cover", "branch", "-o",
                   "lamp.c", "--force")
        self.fails(message, "generate", "lamp.toml", "--cover", "branch",
                   "--extend", "lamp.json", "-o", "lamp.json", "--force")
        for output in ("lamp.json", "./lamp.json", "here/lamp.json",
                       "hard.json", "soft.json"):
            run = ("run", "lamp.json", "--sut", "model:lamp.toml", "--force")
            self.fails(message, *run, "-o", output)
            self.fails(message, *run, "--junit", output)
            self.fails(message, "report", "lamp.json", "results.json",
                       "--csv", output, "--force")
            self.fails(message, "report", "lamp.json", "results.json",
                       "--junit", output, "--force")
            self.fails(message, "report", "lamp.json", "results.json",
                       "--html", output, "--force")
            self.fails(message, "convert", "lamp.json", "--to", "csv", "-o",
                       output, "--force")
        self.fails(message, "run", "lamp.json", "--sut", "model:lamp.toml",
                   "-o", "lamp.toml", "--force")
        self.fails("two outputs", "run", "lamp.json", "--sut",
                   "model:lamp.toml", "-o", "x", "--junit", "./x")
        self.assertEqual(before, self.contents())

    def test_page_is_overwritten_only_with_force(self):
        self.lamp_suite()
        report = ("report", "lamp.json", "--html", "lamp.html")
        self.works(*report)
        page = (self.dir / "lamp.html").read_bytes()
        self.assertIn(b"Content-Security-Policy", page)
        self.fails("exists", *report)
        self.works(*report, "--force")
        self.assertEqual((self.dir / "lamp.html").read_bytes(), page)

    def test_page_says_why_it_has_no_source(self):
        self.lamp_suite()

        def data():
            self.works("report", "lamp.json", "--html", "lamp.html", "--force")
            text = (self.dir / "lamp.html").read_text()
            begin = text.index('id="data">') + len('id="data">')
            return json.loads(text[begin:text.index("</script>", begin)])

        self.assertEqual(data()["note"], "")
        self.assertIn("int lamp;", data()["sources"][-1]["text"])
        code = (self.dir / "lamp.c").read_text()
        # The compiled program is the same, the lines are not.
        self.put("lamp.c", "\n" + code)
        self.assertIn("has changed", data()["note"])
        self.put("lamp.c", code.replace("!lamp", "lamp + 1"))
        self.assertIn("has changed", data()["note"])
        self.put("lamp.c", "int step(")
        self.assertIn("could not be read", data()["note"])
        (self.dir / "lamp.toml").unlink()
        self.assertIn("is not there", data()["note"])
        self.assertEqual(data()["sources"], [])

    def test_command_of_the_page_is_printed_on_a_terminal(self):
        self.lamp_suite()
        run = [CATENARY, "run", "lamp.json", "--sut", "model:lamp.toml", "-o",
               "it's.json"]
        here, there = pty.openpty()
        done = subprocess.run(run, cwd=self.dir, stdout=there, stderr=subprocess.PIPE,
                              check=False)
        os.close(there)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = os.read(here, 65536).decode()
        os.close(here)
        wanted = "catenary report lamp.json 'it'\\''s.json' --html 'it'\\''s.html'"
        self.assertIn(wanted, text)
        silent = subprocess.run([*run, "--force"], cwd=self.dir, capture_output=True,
                                text=True, check=False)
        self.assertNotIn("catenary report", silent.stdout)

    def test_random_machines_overwrite_only_with_force(self):
        machine = ("bench", "--make-machine", "branches=20,seed=1", "-o",
                   "m.sm")
        self.put("m.sm", "mine")
        self.fails("exists already", *machine)
        self.assertEqual((self.dir / "m.sm").read_text(), "mine")
        self.works(*machine, "--force")
        self.assertNotEqual((self.dir / "m.sm").read_text(), "mine")

    # Where the disk, the system or a file is not as it should be.

    def test_what_cannot_be_written_is_written_elsewhere(self):
        try:
            small = self.dir / "small"
            small.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs",
                            str(small)], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("a small file system needs root")
        try:
            self.fill(small)
            done = self.works("generate", "lamp.toml", "--cover", "branch",
                              "-o", "small/lamp.json", code=3)
            self.assertIn("No space left on device", done.stderr)
            self.assertIn("the content was written to", done.stderr)
            saved = list(self.tmp.glob("catenary-*-lamp.json"))
            self.assertEqual(len(saved), 1)
            self.assertIn(str(saved[0]), done.stderr)
            self.works("run", str(saved[0]), "--sut", "model:lamp.toml")
            self.assertFalse((small / "lamp.json").exists())
        finally:
            subprocess.run(["umount", str(small)], check=False)

    @staticmethod
    def fill(folder):
        """Takes what there is."""
        try:
            with open(folder / "filler", "wb", buffering=0) as out:
                while True:
                    out.write(b"x" * 1024)
        except OSError:
            pass

    def test_the_limit_of_file_sizes_is_an_error(self):
        done = self.works(
            "bench", "--make-machine", "branches=200,seed=1", "-o", "m.sm",
            code=3, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_FSIZE, (2000, 2000)))
        self.assertIn("File too large", done.stderr)
        self.assertFalse((self.dir / "m.sm").exists())

    def test_a_missing_directory_for_temporary_files(self):
        self.fails("TMPDIR", "check", "lamp.toml", code=3,
                   env={"TMPDIR": str(self.dir / "none")})

    def test_links_that_go_in_circles(self):
        os.symlink("b.json", self.dir / "a.json")
        os.symlink("a.json", self.dir / "b.json")
        for arguments in (
                ("generate", "lamp.toml", "--cover", "branch", "--extend",
                 "a.json"),
                ("check", "a.json"), ("report", "a.json"),
                ("trace", "a.json"), ("convert", "a.json", "--to", "csv"),
                ("run", "a.json", "--sut", "model:lamp.toml"),
                ("generate", "lamp.toml", "--cover", "branch", "-o",
                 "a.json")):
            done = self.call(*arguments)
            self.assertIn(done.returncode, (2, 3), (arguments, done.stderr))
            self.assertIn("a.json", done.stderr)

    def linked(self, how):
        """A program of two files of which some are links; its description."""
        folder = self.dir / how
        (folder / "real").mkdir(parents=True)
        (folder / "real/limit.h").write_text("#define LIMIT 3\n")
        (folder / "real/count.c").write_text(
            '#include "limit.h"\nint x, o;\n'
            "void step(void) { if (x && o < LIMIT) o++; }\n")
        names = {"file": "count.c", "folder": "src/count.c",
                 "header": "own/count.c", "dots": "src/../real/count.c",
                 "out": "far/../count.c"}
        match how:
            case "file":
                for name in "count.c", "limit.h":
                    (folder / name).symlink_to(f"real/{name}")
            case "folder" | "dots":
                (folder / "src").symlink_to("real")
            case "header":
                (folder / "own").mkdir()
                shutil.copy(folder / "real/count.c", folder / "own")
                (folder / "own/limit.h").symlink_to("../real/limit.h")
            case "out":
                (folder / "real/deep").mkdir()
                (folder / "far").symlink_to("real/deep")
        text = (f'[program]\nsources = ["{names[how]}"]\nstep = "step();"\n'
                'redefine = { LIMIT = "5" }\n[inputs]\n"x" = { range = [0, 1] }'
                '\n[outputs]\n"o" = {}\n[[property]]\nid = "four"\n'
                'when = "o == 4"\nthen = "o <= 5"\n')
        (folder / "m.toml").write_text(text)
        return folder / "m.toml"

    def test_macros_of_linked_sources_are_redefined(self):
        for how in "file", "folder", "header", "dots":
            with self.subTest(how):
                done = self.call("generate", self.linked(how), "--json")
                self.assertEqual(done.returncode, 0, done.stderr)
                goals = {g["id"]: g["status"]
                         for g in json.loads(done.stdout)["goals"]}
                self.assertEqual(goals["four"], "covered")
        done = self.call("generate", self.linked("out"), "--json")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("expected a path without '..'", done.stderr)

    def test_linked_sources_are_mutated(self):
        for how in "file", "folder", "header", "dots":
            with self.subTest(how):
                model = self.linked(how)
                model.write_text(model.read_text().replace(
                    'redefine = { LIMIT = "5" }\n', "").replace("4", "3"))
                self.call("generate", model, "-o", "s.json", "--force")
                done = self.call("run", "s.json", "--sut", f"model:{model}",
                                 "--mutate", "all", "--json")
                summary = json.loads(done.stdout)["summary"]
                self.assertGreater(summary["killed"], 3, done.stdout)

    def test_pipes_and_directories_as_input(self):
        os.mkfifo(self.dir / "pipe.c")
        os.mkfifo(self.dir / "pipe.toml")
        os.mkfifo(self.dir / "pipe.json")
        (self.dir / "folder.toml").mkdir()
        for arguments in (("check", "pipe.toml"), ("check", "pipe.c"),
                          ("report", "pipe.json"), ("check", "pipe.json"),
                          ("check", "folder.toml")):
            done = self.call(*arguments)
            self.assertEqual(done.returncode, 2, (arguments, done.stderr))
        self.put("by_pipe.toml", LAMP_TOML.replace("lamp.c", "pipe.c"))
        done = self.call("check", "by_pipe.toml")
        self.assertIn(done.returncode, (2, 3), done.stderr)

    def test_an_output_pipe_without_a_reader_is_refused(self):
        self.lamp_suite()
        os.mkfifo(self.dir / "out")
        done = self.call("convert", "lamp.json", "--to", "csv", "-o", "out",
                         "--force")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("nobody reads from this pipe", done.stderr)

    def test_links_in_circles_as_tests_to_extend(self):
        self.put("lamp.toml", LAMP_TOML)
        (self.dir / "loop.json").symlink_to("loop.json")
        done = self.call("generate", "lamp.toml", "--extend", "loop.json")
        self.assertEqual(done.returncode, 2, done.stderr)

    def test_what_a_killed_writer_left_is_removed(self):
        gone = subprocess.Popen(["true"])
        gone.wait()
        stale = self.dir / f"lamp.json.{gone.pid}-0.tmp"
        stale.write_text("half")
        alive = self.dir / f"lamp.json.{os.getpid()}-0.tmp"
        alive.write_text("half")
        other = self.dir / f"other.json.{gone.pid}-0.tmp"
        other.write_text("half")
        self.lamp_suite()
        self.assertFalse(stale.exists())
        self.assertTrue(alive.exists())
        self.assertTrue(other.exists())

    # Signals.

    def test_other_signals_do_not_end_the_watch(self):
        self.put("endless.c", "unsigned long long t; unsigned char add;\n"
                              "void step(void) { t = t * 31u + add + 1u; }\n")
        self.put("endless.toml",
                 '[program]\nsources = ["endless.c"]\nstep = "step();"\n'
                 '[inputs]\n"add" = { range = [0, 7] }\n'
                 '[[property]]\nid = "p"\nwhen = "t == 12345678901234567"\n')
        with subprocess.Popen(
                [CATENARY, "check", "endless.toml", "--memory", "200M"],
                cwd=self.dir, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL) as process:
            time.sleep(1)
            process.send_signal(signal.SIGUSR1)
            time.sleep(0.3)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertIn(process.wait(60), (130, 4, 0, 1))
            self.assertEqual(process.returncode, 130)

    # Text from outside never steers the terminal.

    def test_names_and_files_cannot_steer_the_terminal(self):
        escape = "\x1b]0;title\x07"
        bidi = "\u202e"
        self.put(f"{escape}.toml", f"[.{escape}{bidi}]\n")
        self.put("keys.toml", f'"{bidi}key" = 1\n')
        for name in (f"{escape}.toml", "keys.toml", f"no{escape}{bidi}.toml",
                     "no\x7f\x9b\n.toml"):
            for command in ("check", "generate", "report", "trace"):
                done = self.call(command, name)
                self.assertNotEqual(done.returncode, 70, done.stderr)
                text = done.stderr + done.stdout
                for bad in ("\x1b", "\x07", "\x7f", "\x9b", bidi):
                    self.assertNotIn(bad, text)

    # Suites and results that do not belong together.

    def test_a_suite_without_tests_is_no_success(self):
        self.lamp_suite()
        document = json.loads((self.dir / "lamp.json").read_text())
        document["tests"] = []
        document.pop("prefixes", None)
        for goal in document["goals"]:
            goal["status"] = "undecided"
        document["certificates"] = []
        document["findings"] = []
        self.put("empty.json", json.dumps(document))
        run = ("run", "empty.json", "--sut", "model:lamp.toml")
        self.fails("no tests", *run, code=5)
        self.works(*run, "--allow-empty")
        self.works(*run, "--json", code=5)
        model = str(SOURCE / "examples/coffee_machine/coffee_machine.xlia")
        self.works("generate", model, "-o", "timed.json")
        document = json.loads((self.dir / "timed.json").read_text())
        document["tests"] = []
        for goal in document["goals"]:
            goal["status"] = "undecided"
        self.put("timed.json", json.dumps(document))
        run = ("run", "timed.json", "--sut", f"model:{model}")
        self.fails("no tests", *run, code=5)
        self.works(*run, "--allow-empty")

    def test_results_of_another_suite_are_refused(self):
        self.lamp_suite()
        self.works("run", "lamp.json", "--sut", "model:lamp.toml", "-o",
                   "results.json")
        self.works("generate", "lamp.toml", "--cover", "statement", "-o",
                   "other.json")
        done = self.fails("is not the suite", "report", "other.json",
                          "results.json", "--junit", "x.xml")
        self.assertEqual(done.stderr.count("SHA-256"), 1)
        self.assertFalse((self.dir / "x.xml").exists())
        shutil.copy(self.dir / "other.json", self.dir / "lamp.json")
        self.fails("is not the suite", "trace", "results.json")

    def test_what_is_covered_has_a_test_whatever_the_memory(self):
        shutil.copytree(SOURCE / "examples" / "car_alarm", self.dir / "alarm")
        for memory in ("1M", "3M"):
            done = self.call("generate", "alarm/car_alarm.toml", "--engine",
                             "classes", "--memory", memory, "--json")
            document = json.loads(done.stdout)
            self.assertGreater(document["summary"]["covered"], 0)
            for goal in document["goals"]:
                if goal["status"] == "covered":
                    self.assertNotEqual(goal["tests"], [], goal)
            self.assertEqual(
                document["summary"]["covered"],
                sum(g["status"] == "covered" for g in document["goals"]))


def main():
    global CATENARY, SOURCE
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    CATENARY = os.path.abspath(sys.argv[1])
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)


if __name__ == "__main__":
    main()
