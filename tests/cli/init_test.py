#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary init`: what it writes, says, asks and refuses.

Usage: init_test.py CATENARY SOURCE_DIR
"""
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

LOOP = """
unsigned char level, alarm;
static int ticks;
void TIM2_IRQHandler(void) { if (ticks < 5) ++ticks; }
void setup(void) { alarm = 0; }
void loop(void) { if (level > 9 && ticks == 5) alarm = 1; }
"""
TWO = """
int a, x;
void motor_run(void) { if (x > 3) a = 1; }
void pump_update(void) { if (x < 0) a = 2; }
"""


class Init(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        path = self.dir / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def call(self, *arguments):
        return subprocess.run([CATENARY, *arguments], cwd=self.dir, text=True,
                              capture_output=True, timeout=120, check=False,
                              stdin=subprocess.DEVNULL)

    def init(self, *arguments, code=0):
        done = self.call("init", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        if code == 2:
            self.assertEqual(done.stdout, "")
        return done

    def test_what_is_written_can_be_used(self):
        self.put("pump.c", LOOP)
        done = self.init("pump.c")
        self.assertRegex(done.stdout, r"(?m)^  step +loop\(\);")
        self.assertRegex(done.stdout, r"(?m)^  interrupts +TIM2_IRQHandler$")
        self.assertEqual(done.stdout.splitlines()[-1],
                         "next: catenary check pump.toml")
        self.assertEqual(done.stderr, "")
        checked = self.call("check", "pump.toml", "--json")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        found = json.loads(checked.stdout)["summary"]
        self.assertEqual([v["name"] for v in found["inputs"]],
                         ["level", "TIM2_IRQHandler"])
        self.assertEqual(found["findings"], 0)
        generated = self.call("generate", "pump.toml", "-o", "suite.json")
        self.assertEqual(generated.returncode, 0, generated.stderr)
        ran = self.call("run", "suite.json", "--sut", "model:pump.toml")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_no_file_is_overwritten(self):
        self.put("pump.c", LOOP)
        self.put("pump.toml", "mine")
        done = self.init("pump.c", code=2)
        self.assertIn("pump.toml: error: exists already", done.stderr)
        self.assertEqual((self.dir / "pump.toml").read_text(), "mine")
        self.init("pump.c", "--force")
        self.assertIn("[program]", (self.dir / "pump.toml").read_text())
        self.put("link.c", LOOP)
        done = self.init("link.c", "-o", "link.c", "--force", code=2)
        self.assertEqual((self.dir / "link.c").read_text(), LOOP)

    def test_only_c_files(self):
        self.put("pump.toml", "")
        self.assertIn("expected one whose name ends in .c or .i",
                      self.init("pump.toml", code=2).stderr)
        self.assertIn("none.c: error: no such file",
                      self.init("none.c", code=2).stderr)
        self.put("broken.c", "void step(void) { x = 1; }\n")
        done = self.init("broken.c", code=2)
        self.assertIn("broken.c:1:19: error: use of undeclared", done.stderr)
        self.assertIn("note: if a macro or header is missing: --flag",
                      done.stderr)
        self.assertFalse((self.dir / "broken.toml").exists())

    def test_a_step_with_arguments_gets_variables(self):
        self.put("parts/slip.c", """
struct link { int state; const unsigned char *(*get)(void); };
void slip_init(struct link *l, int mode) { l->state = mode; }
int slip_feed(struct link *l, const unsigned char *data, unsigned n) {
  for (unsigned i = 0; i < n; ++i) if (data[i] == 0xC0) l->state++;
  return l->state > 2;
}
""")
        done = self.init("parts/slip.c", "-o", "slip.toml")
        self.assertRegex(done.stdout, r"(?m)^  step +slip_feed_result = "
                         r"slip_feed\(&l, data, n\);")
        generated = self.call("generate", "slip.toml", "-o", "suite.json")
        self.assertEqual(generated.returncode, 0, generated.stderr)
        self.assertIn("4 of 4 goals covered", generated.stdout)

    def test_a_main_of_another_kind_gets_another_name(self):
        self.put("cruise.c", "struct c { _Bool _I0_on, _O0_lamp; };\n"
                 "_Bool Cruise(struct c *c) { if (c->_I0_on) c->_O0_lamp = 1;"
                 " return 1; }\n"
                 "_Bool main(struct c *c) { while (Cruise(c)); return 0; }\n")
        self.init("cruise.c")
        text = (self.dir / "cruise.toml").read_text()
        self.assertIn("rename_main = true", text)
        self.assertIn('\nstep = "Cruise_result = Cruise(&c);"\n', text)
        self.assertIn('\n"c._I0_on" = {}', text)
        self.assertIn('\n"c._O0_lamp" = {}', text)

    def test_sources_beside_the_file_belong_to_it(self):
        self.put("parts/pump.c", "int weight(void);\nint x, y;\n"
                 "void step(void) { if (x > 3) y = weight(); }\n")
        self.put("parts/weight.c", "int weight(void) { return 1; }\n")
        self.init("parts/pump.c", "-o", "pump.toml")
        self.assertIn('sources = ["parts/pump.c", "parts/weight.c"]\n',
                      (self.dir / "pump.toml").read_text())

    def test_flags_are_relative_to_where_one_is(self):
        self.put("include/limit.h", "#define LIMIT 3\n")
        self.put("src/pump.c", '#include "limit.h"\nint x, y;\n'
                 "void step(void) { y = x > LIMIT; }\n")
        done = self.init("src/pump.c", code=2)
        self.assertIn("'limit.h' file not found", done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1],
                         "note: 'limit.h' is found with --flag -Iinclude")
        self.put("src/far.c", '#include "none.h"\n')
        self.assertEqual(self.init("src/far.c", code=2).stderr.splitlines()[-1],
                         "note: give the folder of 'none.h': --flag -IFOLDER")
        self.init("src/pump.c", "--flag", "-Iinclude", "--flag=-DX=1")
        text = (self.dir / "src" / "pump.toml").read_text()
        self.assertIn('sources = ["pump.c"]\n', text)
        self.assertIn('flags = ["-I../include", "-DX=1"]\n', text)
        self.init("src/pump.c", "--flag", "-I", "--flag", "include", "-o",
                  "pump.toml")
        text = (self.dir / "pump.toml").read_text()
        self.assertIn('sources = ["src/pump.c"]\n', text)
        self.assertIn('flags = ["-Iinclude"]\n', text)

    def test_nobody_is_asked_without_a_terminal(self):
        self.put("two.c", TWO)
        done = self.init("two.c")
        self.assertIn("warning: several functions are as likely to be the "
                      "step: motor_run(), pump_update(); motor_run() was taken",
                      done.stderr)
        text = (self.dir / "two.toml").read_text()
        self.assertIn('\nstep = "motor_run();"\n', text)
        self.assertIn('\n# step = "pump_update();"', text)

    def ask(self, answers):
        """Answers on a terminal; what was shown there."""
        master, slave = pty.openpty()
        process = subprocess.Popen([CATENARY, "init", "two.c", "--force"],
                                   cwd=self.dir, stdin=slave, stderr=slave,
                                   stdout=subprocess.PIPE, text=True)
        os.close(slave)
        os.write(master, answers.encode())
        try:
            self.assertIn("wrote two.toml", process.communicate(timeout=120)[0])
            self.assertEqual(process.returncode, 0)
            return os.read(master, 65536).decode()
        finally:
            os.close(master)

    def test_a_person_chooses(self):
        self.put("two.c", TWO)
        shown = self.ask("3\n2\n")
        self.assertIn("Which function is the step?", shown)
        self.assertIn("expected a number from 1 to 2", shown)
        text = (self.dir / "two.toml").read_text()
        self.assertIn('\nstep = "pump_update();"\n', text)
        self.assertNotIn("warning", self.ask("\n"))
        text = (self.dir / "two.toml").read_text()
        self.assertIn('\nstep = "motor_run();"\n', text)

    def test_what_cannot_be_loaded_is_left_for_people(self):
        self.put("none.c", "static int f(int x) { return x; }\n"
                 "int (*g)(int) = f;\n")
        done = self.init("none.c", code=2)
        self.assertIn("it cannot be loaded yet", done.stderr)
        self.assertIn("none.toml: error: no function looks like a step",
                      done.stderr)
        self.assertIn('# step = "...();"',
                      (self.dir / "none.toml").read_text())
        self.put("calls.c", "extern const int missing;\nint x, y;\n"
                 "void step(void) { if (x > missing) y = 1; }\n")
        done = self.init("calls.c", code=2)
        self.assertRegex(done.stderr, r"calls\.c:3:\d+: error: .*missing")
        self.assertIn("# No source defines the variables missing:\n",
                      (self.dir / "calls.toml").read_text())

    def test_comments_are_in_any_encoding(self):
        (self.dir / "latin1.c").write_bytes(
            b"int in, out; /* gr\xfc\xdfe */\n"
            b"void step(void) { if (in) out = 1; }\n")
        self.init("latin1.c")
        self.assertIn('\n"in" = {}', (self.dir / "latin1.toml").read_text())

    def test_what_no_source_defines_is_stubbed(self):
        self.put("one.c", "extern int limit; int in, out;\n"
                 "void step(void) { if (in > limit) out = 1; }\n")
        self.init("one.c")
        text = (self.dir / "one.toml").read_text()
        self.assertIn("No source defines the variables limit:", text)
        self.assertIn("\nstub_missing = true\n", text)

    def test_json(self):
        self.put("pump.c", LOOP)
        document = json.loads(self.init("pump.c", "--json").stdout)
        self.assertEqual(document["step"], "loop();")
        self.assertEqual(document["interrupts"], ["TIM2_IRQHandler"])
        self.assertEqual(document["init"], "setup();")
        self.put("none.c", "int x;\n")
        self.assertEqual(self.init("none.c", "--json", code=2).stdout, "")
        try:
            import jsonschema
        except ImportError:
            return
        path = SOURCE / "docs" / "schema" / "init.schema.json"
        jsonschema.validate(document, json.loads(path.read_text()))

    def test_an_output_that_is_read_is_a_warning(self):
        self.put("tank.c", "int alarm;\nvoid control(int x, int *level) {\n"
                 "  if (*level > 50) alarm = 3;\n"
                 "  if (x > 0) *level = 1;\n}\n")
        self.assertIn("warning: 'level' is read and written: taken as an "
                      "output that keeps its value; if others change it "
                      "between steps, list what they change under [inputs] of "
                      "tank.toml as well", self.init("tank.c").stderr)

    def test_a_bare_file_without_a_step_names_candidates(self):
        self.put("pump.c", LOOP)
        done = self.call("check", "pump.c")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'catenary init pump.c' writes a description to start "
                      "from [no-step]", done.stderr)
        self.assertIn("pump.c:6: note: loop() may be the step: nobody calls it",
                      done.stderr)
        self.assertNotIn("setup()", done.stderr)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
