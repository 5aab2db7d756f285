#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/ci.md: each file is extracted and checked by a linter of
its format, and each `catenary` command in it has options that exist.

Usage: ci_test.py CATENARY
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run_doc  # noqa: E402

CATENARY = ""
PAGE = run_doc.ROOT / "docs" / "ci.md"


def recipes():
    """The files of the page, by name."""
    found = {}
    for block in run_doc.blocks_of(PAGE.read_text(encoding="utf-8")):
        kind, _, name = block.info.partition("=")
        if kind == "file":
            found[name] = "\n".join(block.lines) + "\n"
    return found


def yaml_files():
    return {n: t for n, t in recipes().items() if n.endswith(".yml")}


class Recipes(unittest.TestCase):
    def test_there_is_one_for_each_server(self):
        self.assertEqual(set(recipes()), {
            ".github/workflows/catenary.yml", ".gitlab-ci.yml", "Jenkinsfile",
            "ci/Dockerfile"})

    def test_yaml_is_clean(self):
        linter = shutil.which("yamllint")
        if linter is None:
            self.skipTest("no yamllint")
        for name, text in yaml_files().items():
            with self.subTest(name):
                done = subprocess.run([linter, "--strict", "-"], input=text,
                                      capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.stdout + done.stderr, "")
                self.assertEqual(done.returncode, 0)

    def test_yaml_has_what_the_servers_ask_for(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no yaml module")
        documents = {n: yaml.safe_load(t) for n, t in yaml_files().items()}
        job = documents[".github/workflows/catenary.yml"]["jobs"]["test"]
        self.assertIn("runs-on", job)
        for step in job["steps"]:
            self.assertEqual(len({"uses", "run"} & set(step)), 1, step)
        job = documents[".gitlab-ci.yml"]["catenary"]
        for part in ("before_script", "script", "after_script"):
            self.assertTrue(all(isinstance(c, str) for c in job[part]))
        self.assertEqual(job["artifacts"]["reports"]["junit"], "results.xml")

    def test_the_docker_file_is_clean(self):
        text = recipes()["ci/Dockerfile"]
        logical = re.sub(r"\\\n", " ", text)
        for line in logical.splitlines():
            self.assertRegex(line, r"^(#|$|(FROM|RUN|COPY|WORKDIR|ENTRYPOINT|CMD)"
                                   r" )")
        self.assertTrue(logical.startswith("FROM "))
        linter = shutil.which("hadolint")
        if linter is None:
            self.skipTest("no hadolint")
        done = subprocess.run([linter, "-"], input=text, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.stdout + done.stderr, "")

    def test_the_pipeline_has_its_structure(self):
        text = recipes()["Jenkinsfile"]
        # Strings may hold braces.
        bare = re.sub(r"'''.*?'''|'[^'\n]*'|\"[^\"\n]*\"", "''", text,
                      flags=re.S)
        open_blocks = []
        paths = []
        for token in re.finditer(r"(\w+)(?:\([^()]*\))?\s*\{|\{|\}", bare):
            if token.group() == "}":
                self.assertTrue(open_blocks, "a brace too many")
                open_blocks.pop()
            else:
                open_blocks.append(token.group(1))
                paths.append("/".join(map(str, open_blocks)))
        self.assertEqual(open_blocks, [], "a brace is open")
        for path in ("pipeline/agent", "pipeline/stages/stage/steps",
                     "pipeline/post/always"):
            self.assertIn(path, paths)
        # What declarative pipelines allow at the top.
        top = {p.split("/")[1] for p in paths if p.count("/") == 1}
        self.assertLessEqual(top, {"agent", "options", "stages", "post"})

    def test_commands_are_right(self):
        """Each is run with a suite that is not there: the options were read."""
        commands = 0
        for name, text in recipes().items():
            if name == "ci/Dockerfile":
                continue
            # Folded scalars and continued lines are one line each.
            text = re.sub(r"\\\n", " ", text)
            for match in re.finditer(
                    r"catenary (?:run|report) suite\.json [^'\n]*(?:\n +[^\n]*--[^\n]*)*",
                    text):
                line = re.sub(r"\s+", " ", match.group())
                line = re.sub(r"\$\{\{.*?\}\}/2", "1/2", line)
                line = line.replace("$CI_NODE_INDEX/$CI_NODE_TOTAL", "1/2")
                with self.subTest(name, line=line), \
                        tempfile.TemporaryDirectory() as folder:
                    (pathlib.Path(folder) / "libsut.so").touch()
                    done = subprocess.run(
                        [CATENARY, *shlex.split(line)[1:]], cwd=folder,
                        capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn("suite.json", done.stderr)
                    self.assertNotIn("option", done.stderr)
                commands += 1
        self.assertEqual(commands, 6)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
