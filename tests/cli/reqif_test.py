#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verdicts in ReqIF: what a requirements tool wrote stays byte for byte, and
what is added follows the standard (OMG formal/2016-07-01): references resolve,
identifiers are unique names, and elements hold what the schema lets them.

Usage: reqif_test.py CATENARY SOURCE_FOLDER
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET
import zipfile

CATENARY = ""
NAMESPACE = "{http://www.omg.org/spec/ReqIF/20110401/reqif.xsd}"

PROGRAM = """
#include <stdbool.h>
bool call;
int door;
void step(void) { if (call) door = 1; else if (door == 1) door = 2; }
"""
TOML = """
[program]
sources = ["door.c"]
step = "step();"
[inputs]
"call" = {}
[outputs]
"door" = {}
[[property]]
id = "opens"
requirements = ["R-1"]
when = "call"
then = "door == 1"
[[property]]
id = "closes"
requirements = ["R-2", "R-<3>"]
when = ["door == 1", "!call"]
then = "door == 2"
"""
# As different tools write it: with and without VALUES, prefixes, comments,
# types without attributes, one line or several.
REQIF = """<?xml version="1.0" encoding="UTF-8"?>
<!-- exported -->
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <THE-HEADER>
    <REQ-IF-HEADER IDENTIFIER="h">
      <CREATION-TIME>2021-10-14T10:11:59.495+02:00</CREATION-TIME>
      <REQ-IF-TOOL-ID>t</REQ-IF-TOOL-ID>
      <REQ-IF-VERSION>1.0</REQ-IF-VERSION>
      <SOURCE-TOOL-ID>t</SOURCE-TOOL-ID>
      <TITLE>door &amp; lift</TITLE>
    </REQ-IF-HEADER>
  </THE-HEADER>
  <CORE-CONTENT>
    <REQ-IF-CONTENT>
      <DATATYPES>
        <DATATYPE-DEFINITION-STRING IDENTIFIER="s" LAST-CHANGE="2021-10-14T10:11:59Z" MAX-LENGTH="32000"/>
      </DATATYPES>
      <SPEC-TYPES>
        <SPEC-OBJECT-TYPE IDENTIFIER="plain" LAST-CHANGE="2021-10-14T10:11:59Z"/>
        <SPEC-OBJECT-TYPE IDENTIFIER="full" LAST-CHANGE="2021-10-14T10:11:59Z">
          <SPEC-ATTRIBUTES>
            <ATTRIBUTE-DEFINITION-STRING IDENTIFIER="id" LAST-CHANGE="2021-10-14T10:11:59Z" LONG-NAME="ReqIF.ForeignID">
              <TYPE><DATATYPE-DEFINITION-STRING-REF>s</DATATYPE-DEFINITION-STRING-REF></TYPE>
            </ATTRIBUTE-DEFINITION-STRING>
            <ATTRIBUTE-DEFINITION-STRING IDENTIFIER="key" LAST-CHANGE="2021-10-14T10:11:59Z" LONG-NAME="Key">
              <TYPE><DATATYPE-DEFINITION-STRING-REF>s</DATATYPE-DEFINITION-STRING-REF></TYPE>
            </ATTRIBUTE-DEFINITION-STRING>
            <!-- no more -->
          </SPEC-ATTRIBUTES>
        </SPEC-OBJECT-TYPE>
      </SPEC-TYPES>
      <SPEC-OBJECTS>
        <SPEC-OBJECT IDENTIFIER="o1" LAST-CHANGE="2021-10-14T10:11:59Z">
          <VALUES>
            <ATTRIBUTE-VALUE-STRING THE-VALUE="R-1"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>id</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
          </VALUES>
          <TYPE><SPEC-OBJECT-TYPE-REF>full</SPEC-OBJECT-TYPE-REF></TYPE>
        </SPEC-OBJECT>
        <SPEC-OBJECT IDENTIFIER="R-2" LAST-CHANGE="2021-10-14T10:11:59Z">
          <TYPE><SPEC-OBJECT-TYPE-REF>plain</SPEC-OBJECT-TYPE-REF></TYPE>
        </SPEC-OBJECT>
        <SPEC-OBJECT IDENTIFIER="o3" LAST-CHANGE="2021-10-14T10:11:59Z"><TYPE><SPEC-OBJECT-TYPE-REF>full</SPEC-OBJECT-TYPE-REF></TYPE><VALUES >
            <ATTRIBUTE-VALUE-STRING THE-VALUE="R-&lt;3>"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>id</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING></VALUES></SPEC-OBJECT>
        <SPEC-OBJECT IDENTIFIER="o4" LAST-CHANGE="2021-10-14T10:11:59Z"><VALUES/><TYPE><SPEC-OBJECT-TYPE-REF>full</SPEC-OBJECT-TYPE-REF></TYPE></SPEC-OBJECT>
        <SPEC-OBJECT IDENTIFIER="o5" LAST-CHANGE="2021-10-14T10:11:59Z">
          <VALUES>
            <ATTRIBUTE-VALUE-STRING THE-VALUE="R-2"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>key</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
          </VALUES>
          <TYPE><SPEC-OBJECT-TYPE-REF>full</SPEC-OBJECT-TYPE-REF></TYPE>
        </SPEC-OBJECT>
      </SPEC-OBJECTS>
    </REQ-IF-CONTENT>
  </CORE-CONTENT>
</REQ-IF>
"""
# Children of the elements that are written, as the schema has them: required,
# and allowed. Their order is free (xsd:all).
CHILDREN = {
    "DATATYPE-DEFINITION-ENUMERATION": ([], ["SPECIFIED-VALUES"]),
    "SPECIFIED-VALUES": ([], ["ENUM-VALUE"]),
    "ENUM-VALUE": (["PROPERTIES"], []),
    "PROPERTIES": (["EMBEDDED-VALUE"], []),
    "EMBEDDED-VALUE": ([], []),
    "DATATYPE-DEFINITION-STRING": ([], []),
    "ATTRIBUTE-DEFINITION-ENUMERATION": (["TYPE"], []),
    "ATTRIBUTE-DEFINITION-STRING": (["TYPE"], []),
    "ATTRIBUTE-VALUE-ENUMERATION": (["DEFINITION"], ["VALUES"]),
    "ATTRIBUTE-VALUE-STRING": (["DEFINITION"], []),
    "SPEC-OBJECT": (["TYPE"], ["VALUES"]),
    "SPEC-OBJECT-TYPE": ([], ["SPEC-ATTRIBUTES"]),
    "REQ-IF-CONTENT": ([], ["DATATYPES", "SPEC-TYPES", "SPEC-OBJECTS"]),
}
REQUIRED = {
    "DATATYPE-DEFINITION-STRING": ["MAX-LENGTH"],
    "ATTRIBUTE-DEFINITION-ENUMERATION": ["MULTI-VALUED"],
    "ATTRIBUTE-VALUE-STRING": ["THE-VALUE"],
    "EMBEDDED-VALUE": ["KEY", "OTHER-CONTENT"],
}
DATED = ("DATATYPE-DEFINITION-", "ATTRIBUTE-DEFINITION-", "ENUM-VALUE",
         "SPEC-OBJECT")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$")


def run(*words, fails=False):
    done = subprocess.run([CATENARY, *map(str, words)], capture_output=True,
                          text=True)
    if (done.returncode >= 2) != fails:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stderr}")
    return done


def name_of(element):
    return element.tag.replace(NAMESPACE, "")


class Reqif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.place.name)
        (cls.folder / "door.c").write_text(PROGRAM)
        (cls.folder / "door.toml").write_text(TOML)
        cls.suite = cls.folder / "door.json"
        run("generate", cls.folder / "door.toml", "-o", cls.suite, "-q")
        # A door that never closes.
        (cls.folder / "bad.c").write_text(
            PROGRAM.replace("door = 2", "door = 3"))
        (cls.folder / "bad.toml").write_text(
            TOML.replace("door.c", "bad.c"))
        for sut in ("door", "bad"):
            run("run", cls.suite, "--sut", f"model:{cls.folder / sut}.toml",
                "-o", cls.folder / f"{sut}-results.json", "-q")

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def convert(self, text, *options, results="door", fails=False):
        source = self.folder / "in.reqif"
        source.write_bytes(text if isinstance(text, bytes) else text.encode())
        if results:
            options = (*options, "--results",
                       self.folder / f"{results}-results.json")
        out = self.folder / "out.reqif"
        out.unlink(missing_ok=True)
        done = run("convert", self.suite, "--to", "reqif", "--into", source,
                   "-o", out, *options, fails=fails)
        if fails:
            self.assertFalse(out.exists())
            return done.stderr
        return out.read_bytes().decode()

    def verdicts(self, text):
        """By identifier of the object; checks the document on the way."""
        root = ET.fromstring(text)
        ids = {}
        for e in root.iter():
            name, key = name_of(e), e.get("IDENTIFIER")
            if key is not None:
                self.assertNotIn(key, ids)
                self.assertRegex(key, r"^[A-Za-z_][\w.-]*$")
                ids[key] = name
            if name.startswith(DATED) and key is not None:
                self.assertRegex(e.get("LAST-CHANGE"), DATE)
            children = [name_of(c) for c in e]
            required, allowed = CHILDREN.get(name, (children, []))
            self.assertLessEqual(set(required), set(children), name)
            self.assertLessEqual(set(children), set(required + allowed), name)
            if name not in ("SPECIFIED-VALUES",):
                own = [c for c in children if c in required + allowed]
                if name in CHILDREN:
                    self.assertEqual(len(own), len(set(own)), name)
            for attribute in REQUIRED.get(name, []):
                self.assertIn(attribute, e.attrib)
        content = root.find(f".//{NAMESPACE}REQ-IF-CONTENT")
        self.assertEqual([name_of(c) for c in content],
                         ["DATATYPES", "SPEC-TYPES", "SPEC-OBJECTS"])
        for e in root.iter():
            if name_of(e).endswith("-REF"):
                self.assertEqual(ids[e.text], name_of(e)[:-len("-REF")])
        names = {e.get("IDENTIFIER"): e.get("LONG-NAME") for e in root.iter()}
        types = {e.get("IDENTIFIER"): {d.get("IDENTIFIER") for d in e.iter()}
                 for e in root.iter(f"{NAMESPACE}SPEC-OBJECT-TYPE")}
        out = {}
        for o in root.iter(f"{NAMESPACE}SPEC-OBJECT"):
            kind = o.find(f"{NAMESPACE}TYPE/*").text
            shown = {}
            for v in o.find(f"{NAMESPACE}VALUES") or []:
                of = v.find(f"{NAMESPACE}DEFINITION/*").text
                self.assertIn(of, types[kind])  # an attribute of its type
                self.assertNotIn(names[of], shown)
                values = v.find(f"{NAMESPACE}VALUES")
                shown[names[of]] = (v.get("THE-VALUE") if values is None
                                    else names[values[0].text])
            if "Catenary verdict" in shown:
                out[o.get("IDENTIFIER")] = (shown["Catenary verdict"],
                                            shown["Catenary tests"])
        return out

    def test_each_requirement_has_its_verdict(self):
        got = self.verdicts(self.convert(REQIF))
        self.assertEqual(sorted(got), ["R-2", "o1", "o3"])
        self.assertEqual({v for v, _ in got.values()}, {"passed"})
        self.assertRegex(got["o1"][1], r"^1 passed: [\w.-]+$")
        bad = self.verdicts(self.convert(REQIF, results="bad"))
        # One test is about all three, and what failed is known.
        self.assertEqual({k: v for k, (v, _) in bad.items()},
                         {"o1": "inconclusive", "R-2": "failed",
                          "o3": "failed"})
        self.assertIn("failed for others", bad["o1"][1])
        none = self.verdicts(self.convert(REQIF, results=None))
        self.assertEqual({v for v, _ in none.values()}, {"not run"})

    def test_all_else_stays_and_writing_again_replaces(self):
        for source in (REQIF, REQIF.replace("\n", "\r\n"),
                       re.sub(r">\s+<", "><", REQIF), "\ufeff" + REQIF,
                       re.sub(r"<(/?)(?=[A-Z])", r"<\1r:", REQIF).replace(
                           "xmlns=", "xmlns:r="),
                       REQIF.replace(REQIF[REQIF.index("      <DATATYPES>"):
                                           REQIF.index("      <SPEC-TYPES>")],
                                     "").replace(' LONG-NAME="Key"', "")):
            once = self.convert(source, results="bad")
            self.assertEqual(self.convert(once, results="bad"), once)
            other = self.convert(source)
            self.assertNotEqual(other, once)
            self.assertEqual(self.convert(once), other)
            self.assertEqual(self.without(once), source)

    @staticmethod
    def without(text):
        """The document without what carries our identifiers, and without the
        lists that had to be made for it."""
        kind = r"((?:r:)?(?:DATATYPE|ATTRIBUTE)-DEFINITION-\w+)"
        for pattern in (
                rf'\s*<{kind} IDENTIFIER="_catenary-[^>]*/>',
                rf'\s*<{kind} IDENTIFIER="_catenary-[^>]*[^/]>.*?</\1>',
                r"\s*<((?:r:)?ATTRIBUTE-VALUE-(?:ENUMERATION|STRING))"
                r"(?: THE-VALUE=\"[^\"]*\")?>\s*<(?:r:)?DEFINITION>\s*"
                r"<[^>]*>_catenary-.*?</\1>",
                r"\s*<((?:r:)?(?:DATATYPES|VALUES|SPEC-ATTRIBUTES))>\s*</\1>"):
            text = re.sub(pattern, "", text, flags=re.S)
        return re.sub(r'(<((?:r:)?SPEC-OBJECT-TYPE) [^>]*)>\s*</\2>', r"\1/>",
                      text)

    def test_nothing_to_write_changes_nothing(self):
        source = REQIF.replace("R-", "S-")
        done = run("convert", self.suite, "--to", "reqif", "--into",
                   self.written(source))
        self.assertEqual(done.stdout, source)
        self.assertIn("R-1, R-2, R-<3>", done.stderr)
        self.assertIn("[reqif-missing]", done.stderr)
        # What a verdict before said of requirements that are no longer there.
        once = self.convert(REQIF)
        gone = once.replace("R-", "S-")
        self.assertEqual(self.verdicts(self.convert(gone)), {})

    def written(self, text):
        path = self.folder / "source.reqif"
        path.write_text(text)
        return path

    def test_ids_of_another_attribute(self):
        got = self.verdicts(self.convert(REQIF, "--id-attribute", "Key"))
        self.assertEqual(sorted(got), ["R-2", "o5"])

    def test_archives_keep_their_other_files(self):
        source = self.folder / "in.reqifz"
        with zipfile.ZipFile(source, "w") as archive:
            archive.writestr("a/door.reqif", REQIF)
            archive.writestr("a/picture.png", b"\x89PNG\0")
        out = self.folder / "out.reqifz"
        run("convert", self.suite, "--to", "reqif", "--into", source, "-o", out)
        with zipfile.ZipFile(out) as archive:
            self.assertEqual(archive.namelist(),
                             ["a/door.reqif", "a/picture.png"])
            self.assertEqual(archive.read("a/picture.png"), b"\x89PNG\0")
            self.assertEqual(
                len(self.verdicts(archive.read("a/door.reqif").decode())), 3)
        source.write_bytes(source.read_bytes()[:200])
        self.assertIn("in.reqifz", run(
            "convert", self.suite, "--to", "reqif", "--into", source, "-o",
            self.folder / "x.reqifz", fails=True).stderr)

    def test_other_files_are_refused_at_their_place(self):
        for text, where in (
                ("", "in.reqif:1:1"), ("<REQ-IF>", "in.reqif:1:9"),
                ("<RIF/>", "in.reqif:1:1: error: expected the element REQ-IF"),
                (REQIF.replace("<!-- exported -->",
                               '<!DOCTYPE r [<!ENTITY x "y">]>'),
                 "in.reqif:2:1: error: a document type"),
                (REQIF.replace("plain</SPEC-OBJECT-TYPE-REF>",
                               "other</SPEC-OBJECT-TYPE-REF>"),
                 "there is no SPEC-OBJECT-TYPE 'other'"),
                (REQIF.replace('IDENTIFIER="h"', 'IDENTIFIER="_catenary-x"'),
                 "in.reqif:5:5: error: the identifier '_catenary-x'"),
                ("<REQ-IF>" + "<a>" * 300 + "</a>" * 300 + "</REQ-IF>",
                 "nested more than"),
                (REQIF.encode("utf-16"), "in.reqif"),
                (b"\0" * 10, "in.reqif"), (b"PK\3\4 no xml", "in.reqif")):
            self.assertIn(where, self.convert(text, fails=True))
        self.assertIn("--into", run("convert", self.suite, "--to", "reqif",
                                    fails=True).stderr)
        self.assertIn("--into", run("convert", self.suite, "--to", "csv",
                                    "--into", "x.reqif", fails=True).stderr)
        path = self.written(REQIF)
        self.assertIn("source.reqif", run(
            "convert", self.suite, "--to", "reqif", "--into", path, "-o", path,
            "--force", fails=True).stderr)
        self.assertEqual(path.read_text(), REQIF)


if __name__ == "__main__":
    CATENARY = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
