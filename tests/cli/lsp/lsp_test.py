#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The language server from outside: each feature on the examples, as an editor
would ask for it.

Usage: lsp_test.py CATENARY SOURCE_DIRECTORY
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from client import Client, uri  # noqa: E402

CATENARY = ""
EXAMPLES = pathlib.Path()

CONFLICT = """\
interface lamps
input go : bool
output busy : bool
output lamp : bool
view v
  req R-1 "It is always busy."
    always a: busy'
  req R-2 "It is not busy when it goes."
    always b: when go' then not busy'
  req R-3 "The lamp follows the switch."
    always c: lamp' = go'
"""


def place(text, word, nth=0, shift=0):
    """Line and column, in UTF-16 units, of the nth occurrence of the word."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    before = text[:at + shift]
    line = before.count("\n")
    return line, len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2


def cut(text, span):
    """The text of a range in one line without characters beyond UTF-16 units."""
    line = text.split("\n")[span["start"]["line"]]
    units = line.encode("utf-16-le")
    return units[2 * span["start"]["character"]:2 * span["end"]["character"]].decode("utf-16-le")


def edited(text, edits):
    """The text after edits, which refer to the text before."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(p):
        line = lines[p["line"]] if p["line"] < len(lines) else ""
        prefix = line.encode("utf-16-le")[:2 * p["character"]].decode("utf-16-le")
        return min(starts[min(p["line"], len(lines))] + len(prefix), len(text))
    for e in sorted(edits, key=lambda e: -offset(e["range"]["start"])):
        begin, end = offset(e["range"]["start"]), offset(e["range"]["end"])
        text = text[:begin] + e["newText"] + text[end:]
    return text


class Case(unittest.TestCase):
    OPTIONS = ()

    def setUp(self):
        self.client = Client(CATENARY, *self.OPTIONS)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="catenary-lsp-"))

    def tearDown(self):
        if self.client.process.poll() is None:
            self.assertEqual(self.client.leave(), 0)
        shutil.rmtree(self.folder)

    def example(self, name):
        path = EXAMPLES / name
        self.text = path.read_text()
        return self.client.open(path)

    def hover(self, where, *at):
        answer = self.client.at("hover", where, *at)
        return None if answer is None else answer["contents"]["value"]

    def defined(self, where, *at):
        """The line and text at which the editor goes to a definition."""
        answer = self.client.at("definition", where, *at)
        self.assertIsNotNone(answer)
        return answer["range"]["start"]["line"], cut(self.text, answer["range"])

    def names(self, where):
        """The outline as lists of names in lists."""
        def walk(rows):
            return [(r["name"], walk(r["children"])) if "children" in r else r["name"]
                    for r in rows]
        return walk(self.client.request("textDocument/documentSymbol",
                                        {"textDocument": {"uri": where}}))

    def rename(self, where, line, column, name):
        return self.client.ask("textDocument/rename",
                               Client.params(where, line, column, newName=name))

    def renamed(self, where, line, column, name):
        answer = self.rename(where, line, column, name)
        self.assertNotIn("error", answer)
        return edited(self.text, answer["result"]["changes"][where])

    def formatted(self, where):
        edits = self.client.request("textDocument/formatting", {
            "textDocument": {"uri": where},
            "options": {"tabSize": 2, "insertSpaces": True}})
        return edited(self.text, edits)

    def shown(self, path, text):
        self.text = text
        return self.client.open(path, text)


class Diagnostics(Case):
    def test_examples_have_none(self):
        for path in sorted(EXAMPLES.glob("*/*")):
            if path.suffix in (".req", ".sm", ".xlia", ".toml"):
                self.assertEqual(self.client.faults(self.client.open(path)), [], path)

    def test_all_errors_with_ranges_and_codes(self):
        text = "interface f\ninput go : bool\noutput busy : bool\nview v\n  req R-1\n" \
               "    init a: bussy'\n    init b: busy\n"
        found = self.client.faults(self.shown(self.folder / "f.req", text))
        self.assertEqual([(f["code"], f["severity"], cut(text, f["range"])) for f in found],
                         [("req-unknown-name", 1, "bussy"), ("req-init-before", 1, "busy")])

    def test_warnings(self):
        text = "interface f\nhidden h : bool\noutput o : bool\nview v\n  req R\n" \
               "    always a: o'\n"
        found = self.client.faults(self.shown(self.folder / "f.req", text))
        self.assertEqual([(f["code"], f["severity"], cut(text, f["range"])) for f in found],
                         [("req-unused", 2, "h")])

    def test_notes_point_at_the_first_declaration(self):
        text = "model M\nprotocol P {\n}\nprotocol P {\n}\n"
        (fault,) = self.client.faults(self.shown(self.folder / "m.sm", text))
        self.assertEqual(fault["code"], "name-twice")
        self.assertEqual(fault["relatedInformation"][0]["location"]["range"]["start"],
                         {"line": 1, "character": 9})

    def test_sections_of_a_description_are_independent(self):
        text = "[program]\nsources = [\"a.c\"]\nstp = \"f();\"\n[inputs]\nx = 3\n" \
               "[[property]]\ntext = \"no id\"\n"
        found = self.client.faults(self.shown(self.folder / "d.toml", text))
        self.assertEqual([(f["code"], f["range"]["start"]["line"]) for f in found],
                         [("toml-unknown-key", 2), ("toml-type", 4), ("toml-missing-key", 5)])

    def test_other_toml_files_are_left_alone(self):
        where = self.shown(self.folder / "Cargo.toml", "[package]\nname = \"x\"\nname = 3\n")
        self.assertEqual(self.client.faults(where), [])

    def test_unsaved_changes_count_and_not_the_file(self):
        path = self.folder / "f.req"
        path.write_text("this is nothing")
        where = self.client.open(path, "interface f\n")
        self.assertEqual(self.client.faults(where), [])
        self.client.change(where, {"range": {"start": {"line": 0, "character": 9},
                                             "end": {"line": 0, "character": 11}}, "text": ""})
        self.assertEqual(len(self.client.faults(where)), 1)

    def test_closing_takes_them_away(self):
        where = self.shown(self.folder / "f.req", "nothing")
        self.assertTrue(self.client.faults(where))
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": where}})
        self.client.ask("unknown")
        self.assertEqual(self.client.diagnostics[where]["diagnostics"], [])


class Encodings(unittest.TestCase):
    TEXT = "interface f \"😀 Ä\" -- ö\noutput b : bool\nview v \"ü😀\"\n" \
           "  req R \"😀😀\" tags a\n    always x: b' and bb'\n"

    def columns(self, encodings, text):
        client = Client(CATENARY, encodings=encodings)
        where = client.open("/nowhere/f.req", text)
        (fault,) = client.faults(where)
        found = fault["range"]["start"]["character"], fault["range"]["end"]["character"]
        # An edit behind the other characters: the name is right then.
        client.change(where, {"range": {"start": {"line": 0, "character": found[0] + 1},
                                        "end": {"line": 0, "character": found[1]}}, "text": ""})
        rest = client.faults(where)
        chosen = client.initialized["capabilities"]["positionEncoding"]
        self.assertEqual(client.leave(), 0)
        return chosen, found, rest

    def test_columns_behind_characters_of_two_units(self):
        text = "interface f view v \"😀Ä\" req R always x: b' and bb' output b : bool"
        begin = text.index("bb'")
        in_units = len(text[:begin].encode("utf-16-le")) // 2
        in_bytes = len(text[:begin].encode())
        self.assertEqual(self.columns(None, text), ("utf-16", (in_units, in_units + 2), []))
        self.assertEqual(self.columns(["utf-8", "utf-16"], text),
                         ("utf-8", (in_bytes, in_bytes + 2), []))
        self.assertEqual(self.columns(["utf-32"], text)[0], "utf-16")
        self.assertEqual(self.columns(["utf-16", "utf-8"], text)[0], "utf-16")

    def test_byte_order_mark_and_line_ends(self):
        client = Client(CATENARY)
        text = "\ufeffinterface f\r\noutput o : bool\r\nview v\r\n  req R\r\n    always a: p'\r\n"
        (fault,) = client.faults(client.open("/nowhere/f.req", text))
        self.assertEqual(fault["range"], {"start": {"line": 4, "character": 14},
                                          "end": {"line": 4, "character": 15}})
        self.assertEqual(client.leave(), 0)


class Names(Case):
    """Definitions, references, hovers and outlines."""

    def test_requirements(self):
        where = self.example("buffer/buffer.req")
        self.assertIn("input enq : bool", self.hover(where, *place(self.text, "enq", 1)))
        self.assertEqual(self.defined(where, *place(self.text, "enq", 1)), (3, "enq"))
        answer = self.client.at("references", where, *place(self.text, "enq", 1),
                                context={"includeDeclaration": True})
        words = [cut(self.text, r["range"]) for r in answer]
        self.assertEqual(set(words), {"enq"})
        code = re.sub(r"--[^\n]*|\"[^\"\n]*\"", "", self.text)
        self.assertEqual(len(words), len(re.findall(r"\benq\b", code)))
        self.assertIn("if A holds at a step", self.hover(where, *place(self.text, "when")))
        outline = dict(n for n in self.names(where) if isinstance(n, tuple))
        self.assertIn("r0", [n if isinstance(n, str) else n[0] for n in outline["beh"]])

    def test_text_of_a_requirement(self):
        where = self.shown(self.folder / "f.req", CONFLICT)
        self.assertIn("It is always busy.", self.hover(where, *place(CONFLICT, "R-1")))

    def test_texts_are_no_markup(self):
        """An editor would load the picture."""
        text = CONFLICT.replace("always busy.", "![x](https://a.example/p.png) `here`.")
        where = self.shown(self.folder / "f.req", text)
        self.assertIn(r"It is \!\[x\](https://a.example/p.png) \`here\`.",
                      self.hover(where, *place(text, "R-1")))

    def test_deep_nesting_does_not_grow_the_layout(self):
        text = "model M\n" + "machine {\nstate a {\n" * 1500
        where = self.shown(self.folder / "f.sm", text)
        edits = self.client.request("textDocument/formatting", {
            "textDocument": {"uri": where}, "options": {"tabSize": 8, "insertSpaces": True}})
        self.assertLess(sum(len(e["newText"]) for e in edits), 3_000_000)

    def test_operators_of_requirements(self):
        where = self.shown(self.folder / "f.req", CONFLICT.replace("lamp' = go'",
                                                                    "lamp' => once(go')"))
        self.assertIn("b is true if a is", self.hover(where, *place(self.text, "=>")))
        self.assertIn("earlier one", self.hover(where, *place(self.text, "once")))

    def test_parameters_hide_other_names(self):
        text = "interface f\noutput x : bool\nfunction g(x: bool) = not x\nview v\n" \
               "  req R\n    always a: g(x')\n"
        where = self.shown(self.folder / "f.req", text)
        self.assertEqual(self.client.faults(where), [])
        self.assertEqual(self.defined(where, *place(text, "not x", shift=4))[0], 2)
        self.assertEqual(self.defined(where, *place(text, "g(x')", shift=2))[0], 1)

    def test_state_machines(self):
        where = self.example("collision_avoidance/controller.sm")
        self.assertIn("attribute warnings : int", self.hover(where, *place(self.text, "warnings", 2)))
        # The message behind a port in a trigger, and behind one in C++.
        line, word = self.defined(where, *place(self.text, "lidar.obstacle", shift=6))
        self.assertEqual(word, "obstacle")
        self.assertIn("in obstacle", self.text.split("\n")[line])
        line, word = self.defined(where, *place(self.text, "panel.warn(", shift=6))
        self.assertIn("out warn", self.text.split("\n")[line])
        # A state in the path of a transition.
        line, word = self.defined(where, *place(self.text, "-> idle", shift=3))
        self.assertIn("state idle", self.text.split("\n")[line])
        names = dict(n for n in self.names(where) if isinstance(n, tuple))
        self.assertIn("Controller", names)

    def test_parts_and_connections(self):
        text = "model M\nprotocol P {\n  in a()\n}\ncapsule In {\n  port p: P\n}\n" \
               "capsule Out {\n  port q: ~P\n}\ncapsule Top {\n  part i: In\n  part o: Out\n" \
               "  connect i.p to o.q\n}\n"
        where = self.shown(self.folder / "m.sm", text)
        for word, nth, line in (("i.p", 0, 11), ("o.q", 0, 12), ("In\n", 0, 4)):
            self.assertEqual(self.defined(where, *place(text, word, nth))[0], line)
        self.assertEqual(self.defined(where, *place(text, "i.p", shift=2))[0], 5)
        self.assertEqual(self.defined(where, *place(text, "o.q", shift=2))[0], 8)
        self.assertEqual(self.defined(where, *place(text, "~P", shift=1))[0], 1)

    def test_names_are_known_in_faulty_state_machines(self):
        where = self.example("collision_avoidance/controller.sm")
        self.client.change(where, {"range": {"start": {"line": 10 ** 6, "character": 0},
                                             "end": {"line": 10 ** 6, "character": 0}},
                                   "text": "capsule {\n"})
        self.assertTrue(self.client.faults(where))
        self.assertEqual(self.defined(where, *place(self.text, "-> idle", shift=3))[1], "idle")

    def test_timed_models(self):
        where = self.example("coffee_machine/coffee_machine.xlia")
        self.assertIn("clock idle : urational", self.hover(where, *place(self.text, "idle", 1)))
        line, word = self.defined(where, *place(self.text, "--> Paid", shift=4))
        self.assertEqual((self.text.split("\n")[line].strip(), word), ("state Paid {", "Paid"))
        line, word = self.defined(where, *place(self.text, "input Coin( cents );", shift=6))
        self.assertIn("port input  Coin", self.text.split("\n")[line])
        self.assertIn("transition fires only if", self.hover(where, *place(self.text, "guard")))
        names = dict(n for n in self.names(where) if isinstance(n, tuple))
        self.assertIn("more", names["Paid"])

    def test_qualified_names(self):
        text = (EXAMPLES / "coffee_machine/coffee_machine.xlia").read_text()
        text = text.replace("credit := cents;", "CoffeeMachine.credit := cents;", 1)
        where = self.shown(self.folder / "c.xlia", text)
        self.assertEqual(self.client.faults(where), [])
        line, word = self.defined(where, *place(text, "CoffeeMachine.credit", shift=14))
        self.assertEqual(word, "credit")
        self.assertIn("var int credit", text.split("\n")[line])

    def test_descriptions(self):
        where = self.example("window_lifter/window_lifter.toml")
        names = self.names(where)
        self.assertIn("in.driver", names)
        self.assertIn("driver_first", names)
        self.assertIn("input in.driver in [", self.hover(where, *place(self.text, "\"in.driver\"",
                                                                       shift=2)))

    def test_functions_of_descriptions_in_c_files(self):
        where = self.example("traffic_light/traffic_light.toml")
        found = self.client.at("definition", where, *place(self.text, "light_step"))
        source = EXAMPLES / "traffic_light/traffic_light.c"
        self.assertEqual(found["uri"], uri(source))
        lines = source.read_text().split("\n")
        line = lines[found["range"]["start"]["line"]]
        self.assertIn("light_step(", line)
        self.assertFalse(line.rstrip().endswith(";"))
        # The file as it is edited, not the one on disk.
        moved = self.client.open(source, "\n" * 7 + source.read_text(), "c")
        again = self.client.at("definition", where, *place(self.text, "light_step"))
        self.assertEqual(again["uri"], moved)
        self.assertEqual(again["range"]["start"]["line"], found["range"]["start"]["line"] + 7)

    def test_completion(self):
        where = self.example("buffer/buffer.req")
        labels = {i["label"] for i in self.client.at("completion", where, 0, 0)}
        self.assertLessEqual({"enq", "deq", "when", "until", "r0"}, labels)


class Renaming(Case):
    def check_twice(self, where, path, line, column, name):
        """The renamed text has no errors, and renaming back gives the old one."""
        old = self.text
        word = cut(old, self.client.at("prepareRename", where, line, column)["range"])
        new = self.renamed(where, line, column, name)
        self.assertNotEqual(new, old)
        other = self.client.open(path, new)
        self.assertEqual(self.client.faults(other), [])
        self.text = new
        back = self.client.at("definition", where, line, column)
        at = back["range"]["start"] if back else {"line": line, "character": column}
        other = self.client.at("prepareRename", where, at["line"], at["character"])
        self.assertEqual(other["placeholder"], name)
        self.assertEqual(self.renamed(where, at["line"], at["character"], word), old)

    def test_everything_of_each_language(self):
        for name in ("buffer/buffer.req", "coffee_machine/coffee_machine.xlia",
                     "collision_avoidance/controller.sm"):
            rows = self.client.request("textDocument/documentSymbol",
                                       {"textDocument": {"uri": self.example(name)}})
            every = []
            while rows:
                row = rows.pop()
                every.append(row)
                rows += row.get("children", [])
            for n, row in enumerate(every):
                where = self.example(name)
                at = row["selectionRange"]["start"]
                with self.subTest(name=name, symbol=row["name"]):
                    # A guard behind a choice reads it: of which message it is
                    # depends on the path.
                    if row["name"] == "bearing":
                        answer = self.rename(where, at["line"], at["character"], "zz")
                        self.assertIn("meaning is not known", answer["error"]["message"])
                        continue
                    self.check_twice(where, EXAMPLES / name, at["line"], at["character"],
                                     f"zz_new{n}")

    def test_refuses_what_changes_the_meaning(self):
        where = self.example("buffer/buffer.req")
        at = place(self.text, "enq")
        for name in ("", "1x", "a b", "when", "deq", "x'", "a\nb", "E", "-"):
            answer = self.rename(where, *at, name)
            self.assertEqual(answer["error"]["code"], -32803, name)
        self.assertIn("error", self.rename(where, 0, 0, "x"))

    def test_refuses_a_name_that_a_parameter_hides(self):
        text = "interface f\noutput x : bool\ndef d = x\nfunction g(y: bool) = y\nview v\n" \
               "  req R\n    always a: g(x') and d'\n"
        where = self.shown(self.folder / "f.req", text)
        self.assertEqual(self.client.faults(where), [])
        self.assertIn("g(y')", self.renamed(where, *place(text, "x"), "y"))
        text = text.replace("= y\n", "= y and C\n").replace("output", "const C = 1\noutput")
        text = text.replace("const C = 1", "enum T = C, D").replace("y and C", "C = C and y")
        where = self.shown(self.folder / "g.req", text)
        self.assertEqual(self.client.faults(where), [])
        self.assertIn("error", self.rename(where, *place(text, "C"), "y"))

    def test_refuses_what_c_programs_declare(self):
        where = self.example("traffic_light/traffic_light.toml")
        self.assertIn("error", self.rename(where, *place(self.text, "l.cars"), "x"))

    def test_knows_c_plus_plus_of_state_machines(self):
        where = self.example("collision_avoidance/controller.sm")
        text = self.renamed(where, *place(self.text, "warnings"), "count")
        self.assertNotIn("warnings", text)
        # A word of C++ that is not known to be free.
        self.assertIn("error", self.rename(where, *place(self.text, "warnings"), "return"))


class Formatting(Case):
    def test_requirements_in_their_layout(self):
        for path in sorted(EXAMPLES.glob("*/*.req")):
            where = self.shown(self.folder / path.name, path.read_text())
            wanted = subprocess.run([CATENARY, "convert", path, "--to", "req"], check=True,
                                    capture_output=True, text=True).stdout
            self.assertEqual(self.formatted(where), wanted, path)

    def test_comments_stay(self):
        text = "-- one\ninterface   f -- two\n-- three\noutput o : bool\nview v\n req R -- four\n" \
               "   always a: -- five\n o'\n-- six\n"
        done = self.formatted(self.shown(self.folder / "f.req", text))
        for word in ("one", "two", "three", "four", "five", "six"):
            self.assertEqual(done.count("-- " + word), 1)

    def test_examples_in_braces_are_laid_out(self):
        for path in sorted(EXAMPLES.glob("*/*")):
            if path.suffix in (".sm", ".xlia", ".toml"):
                where = self.shown(self.folder / path.name, path.read_text())
                self.assertEqual(self.formatted(where), self.text, path)

    def test_blanks_at_ends_and_begins_of_lines(self):
        text = (EXAMPLES / "coffee_machine/coffee_machine.xlia").read_text()
        worse = text.replace(";\n        ", ";   \n   ").rstrip("\n")
        self.assertNotEqual(worse, text)
        where = self.shown(self.folder / "c.xlia", worse)
        self.assertEqual(self.client.faults(where), [])
        self.assertEqual(self.formatted(where), text)

    def test_strings_and_comments_of_several_lines_are_not_touched(self):
        text = "[program]\nsources = [\"a.c\"]\ndeclare = \"\"\"\nint a;   \n  int b; \n\"\"\"   \n"
        done = self.formatted(self.shown(self.folder / "d.toml", text))
        self.assertEqual(done, text.replace("\"\"\"   \n", "\"\"\"\n"))
        text = "model M\ncapsule C {\n  machine {\n    initial i   \n    state s {\n      entry {\n" \
               "        a = 1;\n /* x;   \n  y; */   \n      }\n    }\n    transition t: i -> s\n" \
               "  }\n}\n"
        done = self.formatted(self.shown(self.folder / "m.sm", text))
        self.assertIn("/* x;   \n  y; */\n", done)
        self.assertIn("initial i\n", done)


class Lenses(Case):
    def lenses(self, where):
        answer = self.client.request("textDocument/codeLens", {"textDocument": {"uri": where}})
        return [(row["range"]["start"]["line"], row["command"]["title"]) for row in answer]

    def settled(self, where):
        """The lenses once a check has ended."""
        end = time.monotonic() + 60
        while True:
            found = self.lenses(where)
            if all("being checked" not in title for _, title in found):
                return found
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def test_conflicts_of_unsaved_text(self):
        where = self.shown(self.folder / "f.req", CONFLICT)
        self.assertEqual(self.settled(where), [(5, "conflict with R-2"), (7, "conflict with R-1"),
                                               (9, "in no conflict")])
        self.client.change(where, {"text": CONFLICT.replace("not busy'", "busy'")})
        self.assertEqual({t for _, t in self.settled(where)}, {"consistent (unbounded)"})
        self.client.change(where, {"text": CONFLICT.replace("not busy'", "not bus'")})
        self.assertEqual(self.lenses(where), [])

    def test_typing_goes_on_while_a_check_runs(self):
        many = "interface f\n" + "".join(f"output o{i} : int 0..1000000\n" for i in range(30)) + \
            "view v\n  req R\n    always a: " + \
            " and ".join(f"o{i}' * o{i + 1}' * o{i + 2}' != 7919" for i in range(28)) + "\n"
        where = self.shown(self.folder / "f.req", many)
        self.assertEqual(self.client.faults(where), [])
        self.lenses(where)
        begin = time.monotonic()
        for n in range(20):
            self.client.change(where, {"text": many + "-- %d\n" % n})
            self.client.faults(where)
            self.lenses(where)
        self.assertLess(time.monotonic() - begin, 30)

    def test_suites_beside_the_model(self):
        model = self.folder / "buffer.req"
        shutil.copy(EXAMPLES / "buffer/buffer.req", model)
        (self.folder / "broken.json").write_text('{"schema": "catenary-suite-1", ')
        subprocess.run([CATENARY, "generate", model, "-o", self.folder / "s.json", "--quiet"],
                       check=True, capture_output=True)
        suite = json.loads((self.folder / "s.json").read_text())
        where = self.client.open(model)
        found = self.settled(where)
        for goal in suite["goals"]:
            tests = [t["name"] for t in suite["tests"] if goal["id"] in t["goals"]]
            title = f"covered by test {tests[0]}" if tests else goal["status"]
            self.assertIn((goal["where"]["line"] - 1, title + " (s.json)"), found)
        self.client.change(where, {"text": model.read_text() + "\n"})
        stale = [t for _, t in self.lenses(where) if "s.json" in t]
        self.assertEqual(stale, ["s.json is stale: it was made for another text of buffer.req"])

    def test_suite_of_a_state_machine(self):
        model = self.folder / "controller.sm"
        shutil.copy(EXAMPLES / "collision_avoidance/controller.sm", model)
        subprocess.run([CATENARY, "generate", model, "-o", self.folder / "s.json", "--quiet"],
                       check=False, capture_output=True)
        suite = json.loads((self.folder / "s.json").read_text())
        lines = {goal["where"]["line"] - 1 for goal in suite["goals"]}
        found = self.lenses(self.client.open(model))
        self.assertEqual({line for line, _ in found}, lines)
        for _, title in found:
            self.assertRegex(title, r"covered by test|unreachable|open")
        # Whether a program is the same cannot be seen from an unsaved text.
        where = self.client.open(model, model.read_text() + "\n")
        self.assertEqual([t for _, t in self.lenses(where)],
                         ["s.json is stale: controller.sm has unsaved changes"])
        model.write_text(model.read_text() + "\n")
        os.utime(model, (time.time() + 9, time.time() + 9))
        self.assertEqual([t for _, t in self.lenses(where)],
                         ["s.json is stale: it is older than controller.sm"])


class WithoutChecks(Lenses):
    OPTIONS = ("--stdio", "--no-check")
    test_conflicts_of_unsaved_text = None
    test_typing_goes_on_while_a_check_runs = None
    test_suites_beside_the_model = None
    test_suite_of_a_state_machine = None

    def test_says_that_nothing_is_checked(self):
        self.assertEqual(self.lenses(self.shown(self.folder / "f.req", CONFLICT)), [])


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    EXAMPLES = pathlib.Path(sys.argv[2]).resolve() / "examples"
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
