#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build to a folder, does there what docs/install.md says, and
uses what is installed from projects of its own.

Usage: install_test.py BUILD_DIR VERSION [SANITIZERS]
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import doc_blocks
import sbom_test

BUILD = pathlib.Path()
VERSION = ""
SANITIZERS = ""
HERE = pathlib.Path(__file__).resolve().parent
COMMANDS = ("check", "generate", "run", "trace", "report", "convert",
            "batch", "init",
            "doctor", "qualify", "lsp", "bench")


def succeed(test, command, cwd, **more):
    done = subprocess.run([str(c) for c in command], cwd=cwd, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          errors="replace", timeout=600, check=False, **more)
    test.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="install-test-")
        cls.root = pathlib.Path(cls.folder.name)
        # Moved after installing: nothing may refer to where it was.
        first = cls.root / "first"
        done = subprocess.run(
            ["cmake", "--install", str(BUILD), "--prefix", str(first)],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        cls.prefix = cls.root / "moved"
        first.rename(cls.prefix)
        cls.doc = cls.prefix / "share" / "doc" / "catenary"
        flags = f"-fsanitize={SANITIZERS}" if SANITIZERS else ""
        cls.environment = {"CFLAGS": flags, "CXXFLAGS": flags,
                           "LDFLAGS": flags}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def work(self, name):
        folder = self.root / name
        folder.mkdir()
        return folder

    def test_the_page(self):
        """Every command of docs/install.md for an installation."""
        home = self.work("home")
        work = self.work("page")
        (work / "build").mkdir()
        (work / "build" / "release").symlink_to(BUILD)
        session = doc_blocks.Session(work, {
            "HOME": str(home), "MANPAGER": "cat", "MANPATH": "",
            **self.environment})
        del session.environment["MANPATH"]
        printed = ""
        for name, text in doc_blocks.blocks("install"):
            if name is not None:
                (work / name).write_text(text)
                continue
            if shutil.which("man") is None:
                text = re.sub(r"(?m)^man .*$", "true", text)
            if SANITIZERS:
                text = re.sub(r"(?m)^(cc|c\+\+) ", r"\1 $CFLAGS ", text)
            code, out = session.run(text)
            self.assertEqual(code, 0, f"{text}\n{out}")
            printed += out
        self.assertIn("everything that is needed is there", printed)
        self.assertIn("minimal (proved", printed)
        self.assertIn("100% tests passed", printed)
        self.assertTrue(printed.endswith("pass \n"), printed[-300:])
        if shutil.which("man") is not None:
            self.assertIn("CATENARY-GENERATE(1)", printed)

    def test_commands_for_builders_are_those_of_the_scripts(self):
        script = (HERE.parents[1] / "scripts" / "test.sh").read_text()
        shown = [b for b in doc_blocks.blocks_of(doc_blocks.PAGE.read_text())
                 if b.language == "sh" and not b.info]
        self.assertEqual(len(shown), 1)
        for line in shown[0].lines:
            self.assertIn(line, script)

    def test_everything_is_there(self):
        for name in ("", *("-" + c for c in COMMANDS)):
            pages = list((self.prefix / "share/man/man1").glob(
                f"catenary{name}.1*"))
            self.assertEqual(len(pages), 1, name)
        for name in ("share/bash-completion/completions/catenary",
                     "share/zsh/site-functions/_catenary",
                     "share/fish/vendor_completions.d/catenary.fish",
                     "libexec/catenary/catenary-bench",
                     "share/catenary/runtime/hooks.c",
                     "share/doc/catenary/copyright",
                     "share/doc/catenary/catenary.spdx.json",
                     "include/catenary/adapter.h", "include/catenary/c.h",
                     "include/catenary/suite.h"):
            self.assertTrue((self.prefix / name).is_file(), name)

    def test_nothing_names_where_it_was_built(self):
        source = str(HERE.parents[1]).encode()
        for path in self.prefix.rglob("*"):
            if path.suffix == ".a" or not path.is_file():
                continue  # archives have debug information
            if path.relative_to(self.prefix).parts[0] in ("bin", "libexec"):
                continue  # so have programs, which are not stripped here
            content = path.read_bytes()
            for folder in (source, str(BUILD).encode(),
                           str(self.root / "first").encode()):
                self.assertNotIn(folder, content, path)

    def test_the_bill_of_materials_names_what_is_installed(self):
        bill = json.loads((self.doc / "catenary.spdx.json").read_text())
        self.assertEqual(sbom_test.check(bill), [])
        names = {}
        for f in bill["files"]:
            names[f["fileName"]] = {c["algorithm"]: c["checksumValue"]
                                    for c in f["checksums"]}["SHA256"]
        for path in ("bin/catenary", "bin/catenary-check-proof",
                     "libexec/catenary/catenary-bench"):
            content = (self.prefix / path).read_bytes()
            self.assertEqual(names["./" + pathlib.Path(path).name],
                             hashlib.sha256(content).hexdigest(), path)

    def test_it_qualifies_itself(self):
        """With what is installed alone: no sources, no build."""
        out = succeed(self, [self.prefix / "bin" / "catenary", "qualify",
                             "--only", "TOR-103,TOR-110", "--json", "-q"],
                      self.work("qualify"))
        tool = json.loads(out)["tool"]
        self.assertEqual(tool["bill of materials names this program"], "yes")
        self.assertEqual(tool["bill of materials (SPDX)"],
                         str(self.doc / "catenary.spdx.json"))

    def test_links_between_pages_hold(self):
        count = 0
        for page in self.doc.rglob("*.md"):
            text = re.sub(r"(?ms)^```.*?^```", "", page.read_text())
            for link in re.findall(r"\]\(([^)\s#]+)", text):
                if "://" in link or page.name == "CHANGELOG.md":
                    continue
                count += 1
                self.assertTrue((page.parent / link).exists(),
                                f"{page}: {link}")
        self.assertGreater(count, 20)

    def test_the_program_alone(self):
        """With nothing of the sources around, and little in PATH."""
        work = self.work("alone")
        program = self.prefix / "bin" / "catenary"
        clang = os.path.realpath(shutil.which("clang-19"))
        (work / "bin").mkdir()
        (work / "bin" / "clang-19").symlink_to(clang)
        bare = {"PATH": str(work / "bin")}
        out = succeed(self, [program, "--version"], work, env=bare)
        self.assertTrue(out.startswith(f"catenary {VERSION}\n"), out)
        for model in sorted((self.doc / "examples").glob("*/*.toml")):
            if model.stem == "car_alarm":
                continue  # takes its time
            out = succeed(self, [program, "generate", model, "-o", "s.json",
                                 "--force"], work, env=bare)
            self.assertIn("minimal", out)
            succeed(self, [program, "run", "s.json", "--sut",
                           f"model:{model}"], work, env=bare)
        # The annotations and the adapter's header come with the program.
        (work / "a.c").write_text(
            "#include <catenary/c.h>\nint x, n;\n"
            "void step(void) { CATENARY_INPUT(x); n = x > 2;\n"
            '  CATENARY_GOAL("big", n == 1); }\n')
        self.assertIn("1 of 1 goal", succeed(
            self, [program, "generate", "a.c", "--cover", "property"], work,
            env=bare))
        listed = subprocess.run(
            [program, "bench", "nothing"], cwd=work, env=bare, text=True,
            capture_output=True, check=False)
        self.assertIn(f"{self.prefix}/share/catenary/bench", listed.stderr)

    def test_cmake_components(self):
        work = self.work("cmake")
        succeed(self, ["cmake", "-S", HERE / "user", "-B", work / "build",
                       f"-DCMAKE_PREFIX_PATH={self.prefix}",
                       "-DCMAKE_BUILD_TYPE=Debug"], work,
                env={**os.environ, **self.environment})
        succeed(self, ["cmake", "--build", work / "build"], work)
        out = succeed(self, ["ctest", "--test-dir", work / "build",
                             "--output-on-failure", "--no-tests=error"], work)
        self.assertIn("100% tests passed, 0 tests failed out of 4", out)

    def refused(self, arguments, text, *more):
        """find_package(catenary ARGUMENTS) fails, saying so."""
        folder = self.root / ("refused" + re.sub(r"\W", "_", arguments))
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES C)\n"
            f"find_package(catenary {arguments})\n")
        done = subprocess.run(
            ["cmake", "-B", "b", f"-DCMAKE_PREFIX_PATH={self.prefix}", *more],
            cwd=folder, capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0, arguments)
        self.assertIn(text, " ".join(done.stderr.split()))

    def test_cmake_refusals(self):
        major, minor, _ = map(int, VERSION.split("."))
        self.refused(f"{major}.{minor + 1} REQUIRED", "version")
        self.refused(f"{major + 1} REQUIRED", "version")
        self.refused("REQUIRED COMPONENTS nonsense", "no component nonsense")
        self.refused("REQUIRED COMPONENTS library", "needs fmt",
                     "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON")

    def test_pkg_config(self):
        env = {**os.environ,
               "PKG_CONFIG_PATH": str(self.prefix / "lib" / "pkgconfig")}
        for name in ("catenary", "catenary-hooks"):
            out = succeed(self, ["pkg-config", "--modversion", name],
                          self.root, env=env)
            self.assertEqual(out.strip(), VERSION)
        work = self.work("pkg")
        shutil.copy(HERE / "user" / "hooked.c", work)
        flags = SANITIZERS and f"-fsanitize={SANITIZERS}"
        succeed(self, ["sh", "-c", f"cc {flags} hooked.c -o hooked "
                       "$(pkg-config --cflags --libs catenary-hooks)"],
                work, env=env)
        succeed(self, ["./hooked"], work,
                env={**env, "CATENARY_HITS": "hits"})
        self.assertEqual((work / "hits").read_text(), "three\n")


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv[1]).resolve()
    VERSION = sys.argv[2]
    SANITIZERS = sys.argv[3] if len(sys.argv) > 3 else ""
    unittest.main(argv=sys.argv[:1])
