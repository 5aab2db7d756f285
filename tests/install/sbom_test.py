#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials: valid SPDX 2.3, and true.

Usage: sbom_test.py CATENARY SBOM
"""
import copy
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

CATENARY = ""
SBOM = pathlib.Path()
SOURCE = pathlib.Path(__file__).resolve().parents[2]

ID = re.compile(r"SPDXRef-[A-Za-z0-9.-]+")
# Licences of the SPDX list (3.24) that may occur; a new one is a decision.
LICENCES = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0",
    "Beerware", "EPL-1.0", "EPL-2.0", "GPL-2.0-only", "GPL-2.0-or-later",
    "GPL-3.0-or-later", "ISC", "LGPL-2.1-only",
    "LGPL-2.1-or-later", "LGPL-3.0-or-later", "MIT",
    "Unicode-DFS-2016", "X11-distribute-modifications-variant", "Zlib",
    "bzip2-1.0.6"}
EXCEPTIONS = {"GCC-exception-3.1", "LLVM-exception"}
RELATIONS = {"DESCRIBES", "CONTAINS", "DYNAMIC_LINK", "STATIC_LINK",
             "DEPENDS_ON", "RUNTIME_DEPENDENCY_OF", "BUILD_TOOL_OF"}
# Headers whose code becomes part of the program, and their packages.
BUILT_IN = {"nlohmann/": "nlohmann-json3-dev", "toml++/": "libtomlplusplus-dev",
            "CLI/": "libcli11-dev", "cadical": "libcadical-dev"}


def licence_faults(text, extracted):
    """What is wrong with an expression (SPDX 2.3, annex D, without brackets)."""
    if text == "NOASSERTION":
        return []
    faults = []
    for part in re.split(r" (?:AND|OR) ", text):
        name, _, exception = part.partition(" WITH ")
        if name not in LICENCES and name not in extracted:
            faults.append(f"unknown licence {name}")
        if exception and exception not in EXCEPTIONS:
            faults.append(f"unknown exception {exception}")
    return faults


def file_faults(f):
    """Faults of a file (clause 8)."""
    name = f.get("fileName", "?")
    if not name.startswith("./"):
        yield f"{name}: not a relative name"
    if not ID.fullmatch(f.get("SPDXID", "")):
        yield f"{name}: no SPDXID"
    sums = {c.get("algorithm"): c.get("checksumValue", "")
            for c in f.get("checksums", [])}
    for algorithm, digits in (("SHA1", 40), ("SHA256", 64)):
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", sums.get(algorithm, "")):
            yield f"{name}: no {algorithm}"


def verification_code(files):
    """Of a package with these files (clause 7.9)."""
    sums = sorted(c["checksumValue"] for f in files for c in f["checksums"]
                  if c["algorithm"] == "SHA1")
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def check(d):
    """Faults of a document against SPDX 2.3 (clauses 6, 7, 8, 10, 11)."""
    faults = []

    def need(condition, text):
        if not condition:
            faults.append(text)

    for key, value in (("spdxVersion", "SPDX-2.3"), ("dataLicense", "CC0-1.0"),
                       ("SPDXID", "SPDXRef-DOCUMENT")):
        need(d.get(key) == value, f"{key} is {d.get(key)}")
    need(re.fullmatch(r"https?://[^#\s]+", d.get("documentNamespace", "")),
         "the namespace is no URI without fragment")
    need(d.get("name"), "no name")
    creation = d.get("creationInfo", {})
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
                      creation.get("created", "")), "no time of creation")
    need(creation.get("creators") and all(
        re.match(r"(Tool|Person|Organization): \S", c)
        for c in creation["creators"]), "no creator")
    extracted = set()
    for one in d.get("hasExtractedLicensingInfos", []):
        need(re.fullmatch(r"LicenseRef-[A-Za-z0-9.-]+", one.get("licenseId",
                                                                "")),
             "an extracted licence without id")
        need(one.get("extractedText"), "an extracted licence without text")
        extracted.add(one.get("licenseId"))
    ids = {"SPDXRef-DOCUMENT"}
    for p in d.get("packages", []):
        name = p.get("name", "?")
        need(p.get("name"), "a package without name")
        need(ID.fullmatch(p.get("SPDXID", "")), f"{name}: no SPDXID")
        need(p.get("SPDXID") not in ids, f"{name}: the SPDXID is taken")
        ids.add(p.get("SPDXID"))
        need(p.get("downloadLocation"), f"{name}: no downloadLocation")
        if p.get("SPDXID") == "SPDXRef-catenary":
            need(p.get("filesAnalyzed") is True, f"{name}: filesAnalyzed")
            files = d.get("files", [])
            need(files, "no files")
            if not any(list(file_faults(f)) for f in files):
                need(p.get("packageVerificationCode")
                     == {"packageVerificationCodeValue":
                         verification_code(files)}, "verification code")
        else:
            need(p.get("filesAnalyzed") is False, f"{name}: filesAnalyzed")
            need("packageVerificationCode" not in p, f"{name}: a code")
        for key in ("licenseConcluded", "licenseDeclared"):
            faults += [f"{name}: {f}" for f in
                       licence_faults(p.get(key, ""), extracted)]
        for r in p.get("externalRefs", []):
            need(r.get("referenceCategory") == "PACKAGE-MANAGER"
                 and r.get("referenceType") == "purl"
                 and re.fullmatch(
                     r"pkg:deb/debian/[a-z0-9.%A-F-]+@[^?\s+:]+\?arch=\w+",
                     r.get("referenceLocator", "")), f"{name}: {r}")
    for f in d.get("files", []):
        faults += file_faults(f)
        need(f.get("SPDXID") not in ids, f"{f}: the SPDXID is taken")
        ids.add(f.get("SPDXID"))
    related = set()
    for r in d.get("relationships", []):
        ends = {r.get("spdxElementId"), r.get("relatedSpdxElement")}
        need(ends <= ids, f"a relation of unknown elements: {r}")
        need(r.get("relationshipType") in RELATIONS, f"relation {r}")
        related |= ends
    need(related >= ids, f"not related to anything: {ids - related}")
    need(d.get("documentDescribes") == ["SPDXRef-catenary"], "what it describes")
    return faults


def owner(path):
    """The package of a file; the merged /usr has two names."""
    real = os.path.realpath(path)
    short = real.removeprefix("/usr")
    done = subprocess.run(["dpkg-query", "-S", short, "/usr" + short],
                          capture_output=True, text=True, check=False)
    return re.split(r"[:,]", done.stdout)[0]


class Sbom(unittest.TestCase):
    def setUp(self):
        self.document = json.loads(SBOM.read_text(encoding="utf-8"))
        self.packages = {p["name"]: p for p in self.document["packages"]}
        self.relations = {}
        for r in self.document["relationships"]:
            ends = {r["spdxElementId"], r["relatedSpdxElement"]}
            for p in self.document["packages"]:
                if p["SPDXID"] in ends and p["name"] != "catenary":
                    self.relations[p["name"]] = r["relationshipType"]

    def test_it_is_valid(self):
        self.assertEqual(check(self.document), [])

    def test_the_check_finds_faults(self):
        def broken(change):
            d = copy.deepcopy(self.document)
            change(d)
            return check(d)

        package = 1
        for change in (
                lambda d: d.update(spdxVersion="SPDX-2.2"),
                lambda d: d.pop("documentNamespace"),
                lambda d: d["creationInfo"].update(created="today"),
                lambda d: d["packages"][package].update(SPDXID="x"),
                lambda d: d["packages"][package].update(
                    SPDXID=d["packages"][0]["SPDXID"]),
                lambda d: d["packages"][package].update(
                    licenseConcluded="My own"),
                lambda d: d["packages"][package].pop("downloadLocation"),
                lambda d: d["relationships"].pop(),
                lambda d: d["relationships"][0].update(
                    relationshipType="KNOWS"),
                lambda d: d["relationships"][0].update(
                    relatedSpdxElement="SPDXRef-none"),
                lambda d: d.pop("files"),
                lambda d: d["files"].pop(),
                lambda d: d["files"][0]["checksums"].pop(),
                lambda d: d["files"][0]["checksums"][0].update(
                    checksumValue="0" * 40),
                lambda d: d["files"][0].update(fileName="/bin/catenary"),
                lambda d: d["packages"][0].update(filesAnalyzed=False),
                lambda d: d.pop("hasExtractedLicensingInfos")):
            self.assertNotEqual(broken(change), [])

    def test_every_library_is_listed(self):
        listed = subprocess.run(["ldd", CATENARY], capture_output=True,
                                text=True, check=True).stdout
        paths = re.findall(r"=> (/\S+)", listed)
        self.assertGreater(len(paths), 5)
        for path in paths:
            if re.search(r"lib(asan|ubsan)\.so", path):
                continue
            package = owner(path) or os.path.basename(os.path.realpath(path))
            self.assertIn(package, self.packages, path)

    def test_direct_ones_are_linked(self):
        direct = {n for n, r in self.relations.items() if r == "DYNAMIC_LINK"}
        for part in ("libllvm19", "libgmp10", "libc6"):
            self.assertIn(part, direct)
        self.assertIn("DEPENDS_ON", self.relations.values())
        self.assertEqual(self.relations["clang-19"], "RUNTIME_DEPENDENCY_OF")

    def test_what_is_compiled_in_is_listed(self):
        included = set()
        for path in (*(SOURCE / "src").rglob("*.cpp"),
                     *(SOURCE / "tools").rglob("*.cpp")):
            for header in re.findall(r"^ *# *include *<([^>]+)>",
                                     path.read_text(encoding="utf-8"), re.M):
                for begin, package in BUILT_IN.items():
                    if header.startswith(begin):
                        included.add(package)
        listed = {n for n, r in self.relations.items() if r == "STATIC_LINK"}
        self.assertEqual(included, listed)

    def test_programs_have_their_digests(self):
        folder = pathlib.Path(CATENARY).parent
        names = []
        for f in self.document["files"]:
            name = f["fileName"].removeprefix("./")
            names.append(name)
            content = (folder / name).read_bytes()
            sums = {c["algorithm"]: c["checksumValue"] for c in f["checksums"]}
            self.assertEqual(sums, {
                "SHA1": hashlib.sha1(content).hexdigest(),
                "SHA256": hashlib.sha256(content).hexdigest()}, name)
        self.assertEqual(names, ["catenary", "catenary-check-proof",
                                 "catenary-bench"])

    def test_build_tools_are_listed(self):
        tools = {n for n, r in self.relations.items() if r == "BUILD_TOOL_OF"}
        self.assertTrue(any(re.match(r"g\+\+|clang", t) for t in tools), tools)

    def test_declared_licences_are_debians(self):
        """Read here once more, by another reader."""
        known = 0
        for name, package in self.packages.items():
            declared = package["licenseDeclared"]
            if name == "catenary" or declared == "NOASSERTION":
                continue
            known += 1
            text = pathlib.Path(f"/usr/share/doc/{name}/copyright").read_text(
                encoding="utf-8")
            self.assertRegex(text, r"(?m)^Format: ?https?://\S*copyright")
            said = re.search(r"(?ms)^Files: *\*$.*?^License: *(\S+)$", text)[1]
            self.assertEqual(said[:3].lower().replace("exp", "mit").replace(
                "pub", "lic"), declared[:3].lower(), name)
        self.assertGreater(known, 5)

    def test_licences_are_known(self):
        for name, package in self.packages.items():
            self.assertNotEqual(package["licenseConcluded"], "NOASSERTION",
                                f"{name}: add a line to cmake/licences.txt")

    def test_versions_are_those_installed(self):
        for name, package in self.packages.items():
            if name == "catenary":
                continue
            done = subprocess.run(
                ["dpkg-query", "-W", "-f", "${Version}\n", name],
                capture_output=True, text=True, check=False)
            self.assertEqual(package.get("versionInfo"),
                             done.stdout.splitlines()[0], name)


if __name__ == "__main__":
    CATENARY = sys.argv[1]
    SBOM = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
