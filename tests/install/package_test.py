#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the Debian package, installs it into this system with apt, does what
docs/install.md says, uses it as a stranger would, and removes it again.

Usage: package_test.py BUILD_DIR VERSION      (exit code 77: skipped)
"""
import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import doc_blocks

BUILD = pathlib.Path()
VERSION = ""
HERE = pathlib.Path(__file__).resolve().parent
# Without a multi-arch path the pkg-config files are for the one machine; that
# is what a package that holds a program and its library means to be.
LINTIAN_MAY_SAY = {"pkg-config-unavailable-for-cross-compilation"}
# No questions, nothing beyond what is needed, patience with other users of apt.
APT = """APT::Get::Assume-Yes "true";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
DPkg::Lock::Timeout "300";
"""


def run(*command, **more):
    return subprocess.run([str(c) for c in command], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          errors="replace", timeout=600, check=False, **more)


def installed():
    """All packages of the system, with versions and states."""
    return run("dpkg-query", "-W", "-f",
               "${Package}:${Architecture} ${Version} ${db:Status-Status}\n"
               ).stdout


def reason_to_skip():
    if os.geteuid() != 0:
        return "installing a package needs root"
    for program in ("apt", "dpkg", "dpkg-shlibdeps", "cpack"):
        if shutil.which(program) is None:
            return f"no {program} here"
    done = run("dpkg-query", "-W", "-f", "${db:Status-Status}", "catenary")
    if done.returncode == 0 and done.stdout == "installed":
        return "catenary is installed here already"
    return None


class Package(unittest.TestCase):
    """In the order of their names: the last one removes the package."""
    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(run, "dpkg", "--purge", "catenary")
        cls.before = installed()
        cls.folder = tempfile.TemporaryDirectory(prefix="package-test-")
        cls.addClassCleanup(cls.folder.cleanup)
        root = pathlib.Path(cls.folder.name)
        root.chmod(0o755)
        tools = root / "tools"
        tools.mkdir()
        (tools / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
        (tools / "sudo").chmod(0o755)
        (tools / "apt.conf").write_text(APT)
        cls.work = root / "work"
        (cls.work / "build").mkdir(parents=True)
        (cls.work / "build" / "release").symlink_to(BUILD)
        cls.session = doc_blocks.Session(cls.work, {
            "PATH": f"{tools}:{os.environ['PATH']}", "MANPAGER": "cat",
            "APT_CONFIG": str(tools / "apt.conf"), "LC_ALL": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive"})
        cls.scripts = [text for _, text in doc_blocks.blocks("package")]
        code, out = cls.session.run(cls.scripts[0])
        if code != 0:
            raise AssertionError(out)
        cls.files = [pathlib.Path(p) for p in
                     run("dpkg", "-L", "catenary").stdout.splitlines()]

    def page_of(self, name):
        """A manual page; from the package itself where the system's dpkg is
        told to leave manuals out."""
        page = pathlib.Path(f"/usr/share/man/man1/{name}.1.gz")
        if page.exists():
            return page
        unpacked = self.work / "unpacked"
        if not unpacked.exists():
            deb = next(self.work.glob("*.deb"))
            self.assertEqual(run("dpkg-deb", "-x", deb, unpacked).returncode,
                             0)
        return unpacked / page.relative_to("/")

    def test_commands_of_the_page(self):
        script = self.scripts[1]
        if shutil.which("man") is None:
            script = re.sub(r"(?m)^man .*$", "true", script)
        elif not pathlib.Path("/usr/share/man/man1/catenary.1.gz").exists():
            script = re.sub(r"(?m)^man (\S+)$",
                            lambda m: f"man -l {self.page_of(m[1])}", script)
        code, out = self.session.run(script)
        self.assertEqual(code, 0, out)
        self.assertTrue(out.startswith(f"catenary {VERSION}\n"), out)
        self.assertIn("minimal (proved", out)
        self.assertTrue((self.work / "suite.json").is_file())
        if shutil.which("man") is not None:
            self.assertIn("CATENARY-GENERATE(1)", out)

    def test_every_command_has_a_page(self):
        listed = run("/usr/bin/catenary", "help", "--commands").stdout.split()
        self.assertGreater(len(listed), 5)
        for name in ["catenary", *(f"catenary-{c}" for c in listed)]:
            self.assertTrue(self.page_of(name).is_file(), name)
            if shutil.which("man") is None:
                continue
            done = run("man", "--warnings", "-l", self.page_of(name),
                       env={**os.environ, "MANPAGER": "cat",
                            "LC_ALL": "C.UTF-8"})
            self.assertEqual(done.returncode, 0, name)
            self.assertNotIn("warning:", done.stdout)
            self.assertIn("EXIT STATUS", done.stdout)

    def complete(self, *words):
        script = ("source /usr/share/bash-completion/completions/catenary\n"
                  'spec=$(complete -p catenary) || exit 1\n'
                  'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()\n'
                  '[[ $spec =~ -F\\ ([^ ]+) ]] && "${BASH_REMATCH[1]}"\n'
                  'printf "%s\\n" "${COMPREPLY[@]}"\n')
        done = run("bash", "-c", script, "bash", *words, cwd=self.work)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout.split()

    def test_completion(self):
        self.assertEqual(self.complete("catenary", "gen"), ["generate"])
        self.assertEqual(self.complete("catenary", "generate", "--max-s"),
                         ["--max-steps"])
        self.assertEqual(self.complete("catenary", "convert", "--to", "pl"),
                         ["plantuml"])
        (self.work / "model.toml").touch()
        self.assertEqual(self.complete("catenary", "generate", "mod"),
                         ["model.toml"])

    def test_doctor_is_content(self):
        done = run("/usr/bin/catenary", "doctor", cwd=self.work)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_other_projects_find_it(self):
        """Without being told where it is."""
        build = self.work / "user"
        for command in (["cmake", "-S", HERE / "user", "-B", build],
                        ["cmake", "--build", build],
                        ["ctest", "--test-dir", build, "--output-on-failure",
                         "--no-tests=error"]):
            done = run(*command, cwd=self.work)
            self.assertEqual(done.returncode, 0, done.stdout)
        done = run("sh", "-c", f"cc '{HERE}/user/hooked.c' -o hooked $(pkg-config"
                   " --cflags --libs catenary-hooks) && ./hooked",
                   cwd=self.work)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_control(self):
        deb = next(self.work.glob("*.deb"))
        self.assertRegex(deb.name, rf"^catenary_{re.escape(VERSION)}_\w+\.deb$")
        fields = run("dpkg-deb", "-f", deb).stdout
        depends = re.search(r"(?m)^Depends: (.*)$", fields)[1]
        for package in ("clang-19", "libllvm19", "coinor-libcbc3", "libc6 "):
            self.assertIn(package, depends)
        self.assertRegex(fields, r"(?m)^Section: devel$")
        self.assertRegex(fields, r"(?m)^Maintainer: .+ <.+>$")
        doc = pathlib.Path("/usr/share/doc/catenary")
        self.assertIn("License: Apache-2.0", (doc / "copyright").read_text())
        for name in ("bin/catenary", "libexec/catenary/catenary-bench"):
            program = pathlib.Path("/usr", name).read_bytes()
            # No assertNotIn: it would print the program.
            self.assertEqual(program.count(str(HERE.parents[1]).encode()), 0,
                             f"{name} names the folder it was built in")

    def test_lintian(self):
        if shutil.which("lintian") is None:
            self.skipTest("no lintian")
        done = run("lintian", "--allow-root", next(self.work.glob("*.deb")))
        tags = set(re.findall(r"(?m)^[EW]: catenary: (\S+)", done.stdout))
        self.assertEqual(tags - LINTIAN_MAY_SAY, set(), done.stdout)

    def test_only_this_package_is_new(self):
        now = set(installed().splitlines())
        new = now - set(self.before.splitlines())
        self.assertEqual([n.partition(":")[0] for n in new], ["catenary"])

    def test_z_it_goes_without_a_trace(self):
        code, out = self.session.run(self.scripts[2])
        self.assertEqual(code, 0, out)
        self.assertEqual(len(self.scripts), 3)
        self.assertGreater(len(self.files), 20)
        left = [str(p) for p in self.files
                if p.exists() and "catenary" in str(p)]
        self.assertEqual(left, [])
        self.assertEqual(installed(), self.before)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv[1]).resolve()
    VERSION = sys.argv[2]
    # One at a time, whoever else tests a build of theirs on this machine.
    if os.geteuid() == 0 and os.path.isdir("/var/lib/dpkg"):
        fcntl.flock(os.open("/var/lib/dpkg", os.O_RDONLY), fcntl.LOCK_EX)
    why = reason_to_skip()
    if why:
        print(f"skipped: {why}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
