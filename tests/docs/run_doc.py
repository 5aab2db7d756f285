#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what a Markdown page shows and compares the output.

Usage: run_doc.py [--update] CATENARY PAGE

Blocks of a page, in order, in one fresh directory:

  ```console          Lines `$ COMMAND` are run by sh; the lines below must be
                      what the command prints (standard output and errors). A
                      line that ends with a backslash goes on in the next one.
                      A line `...` stands for any lines, `[...]` within a line
                      for any text; the 12 digits of a test's id stand for
                      those of any test, but always of the same one within a
                      page (not behind a `[...]`). A command must succeed, unless the next command is
                      `echo $?`.
  ```LANG file=NAME   Writes the block to that file. Readers of the rendered
                      page do not see that name, so the line above the block
                      has it, as `NAME`.
  ```LANG add=NAME    Appends the block to that file.
  ```sh               For readers: not run, but it must be valid sh, and scripts
                      it names must exist.
  ```LANG for=TEST    Run, or written with a further `file=NAME`, by the test
                      tests/install/TEST_test.py.

`catenary` is the program given; the files of the page's own folder are there
where it is a folder of examples/, as `examples/` is everywhere. `--update`
writes what the commands print into the page, to be reviewed as a diff.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEST_ID = re.compile(r"\b[0-9a-f]{12}\b")
FENCE = re.compile(r"^```(\S*)[ ]*(.*)$")


class Block:
    def __init__(self, language, info, line):
        self.language = language
        self.info = info
        self.line = line
        self.lines = []


def blocks_of(text):
    """The fenced blocks of a page; `line` counts their first line from 0."""
    found = []
    current = None
    for number, line in enumerate(text.splitlines()):
        fence = FENCE.match(line)
        if current is not None and line.strip() == "```":
            found.append(current)
            current = None
        elif current is not None:
            current.lines.append(line)
        elif fence:
            current = Block(fence.group(1), fence.group(2), number + 1)
    if current is not None:
        raise SystemExit(f"a block that begins in line {current.line} "
                         "has no end")
    return found


class Command:
    def __init__(self, text, line):
        self.text = text
        self.line = line
        self.shown = []


def commands_of(block):
    found = []
    goes_on = False
    for number, line in enumerate(block.lines):
        if goes_on:
            found[-1].text += "\n" + line
        elif line.startswith("$ "):
            found.append(Command(line[2:], block.line + number + 1))
        elif found:
            found[-1].shown.append(line)
        else:
            raise SystemExit(f"line {block.line + number + 1}: a console "
                             "block begins with `$ COMMAND`")
        goes_on = line.endswith("\\") and (goes_on or line.startswith("$ "))
    return found


def is_line(shown, printed):
    """Is this the line, `[...]` and ids of tests standing for anything?"""
    pattern = ".*".join(re.escape(TEST_ID.sub("ID", part))
                        for part in shown.split("[...]"))
    return re.fullmatch(pattern, TEST_ID.sub("ID", printed)) is not None


def matched(shown, printed):
    """Pairs of a line that is shown and the line that was printed, or None
    where they differ; `...` stands for any lines and is in no pair."""
    if not shown:
        return None if printed else []
    if shown[0].strip() == "...":
        for n in range(len(printed) + 1):
            rest = matched(shown[1:], printed[n:])
            if rest is not None:
                return rest
        return None
    if not printed or not is_line(shown[0], printed[0]):
        return None
    rest = matched(shown[1:], printed[1:])
    return None if rest is None else [(shown[0], printed[0]), *rest]


class Page:
    def __init__(self, catenary, path, directory):
        self.path = path
        self.directory = directory
        self.text = path.read_text(encoding="utf-8")
        self.faults = 0
        self.commands = 0
        self.updates = []  # (first line, lines replaced, new lines)
        self.ids = {}  # of tests: as shown -> as printed
        tools = directory / ".bin"
        tools.mkdir()
        (tools / "catenary").symlink_to(catenary)
        checker = catenary.with_name("catenary-check-proof")
        (tools / checker.name).symlink_to(checker)
        self.environment = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
                            "PATH": f"{tools}:{os.environ['PATH']}",
                            "CATENARY": str(catenary)}
        self.work = directory / "work"
        if path.parent.parent == ROOT / "examples":
            shutil.copytree(path.parent, self.work)
        else:
            self.work.mkdir()
        for shared in ("examples", "include", "scripts"):
            if not (self.work / shared).exists():
                (self.work / shared).symlink_to(ROOT / shared)

    def fault(self, line, text):
        print(f"{os.path.relpath(self.path, ROOT)}:{line}: {text}")
        self.faults += 1

    def write(self, block):
        kind, _, name = block.info.partition("=")
        if kind not in ("file", "add") or not name:
            raise SystemExit(f"line {block.line}: cannot read '{block.info}'")
        self.check_caption(block)
        (self.work / name).parent.mkdir(parents=True, exist_ok=True)
        with open(self.work / name, "w" if kind == "file" else "a",
                  encoding="utf-8") as file:
            file.write("\n".join(block.lines) + "\n")

    def check_caption(self, block):
        """A page shows the name of a file above it, as a reader sees it."""
        name = block.info.partition("=")[2]
        above = [line for line in self.text.splitlines()[:block.line - 1]
                 if line.strip()]
        if not above or f"`{name}`" not in above[-1]:
            self.fault(block.line, f"the line above the block does not name "
                                   f"the file; expected `{name}`:")

    def check_sh(self, block):
        text = "\n".join(block.lines)
        done = subprocess.run(["sh", "-n"], input=text, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            self.fault(block.line, done.stderr)
        for script in re.findall(r"(?:scripts|\.ci|build)/[\w./-]+", text):
            known = script.startswith("build/") or (ROOT / script).exists()
            if not known:
                self.fault(block.line, f"there is no {script}")

    def check_owner(self, block):
        name = block.info.split()[0].partition("=")[2]
        if not (ROOT / "tests" / "install" / f"{name}_test.py").exists():
            self.fault(block.line, f"there is no test '{name}'")
        if block.language == "sh":
            self.check_sh(block)

    def check_ids(self, command, first, shown, pairs):
        """An id that is shown is that of one test, on the whole page."""
        left = iter(pairs)
        actual = []
        for line in shown:
            if line.strip() == "...":
                actual.append(line)
                continue
            printed = next(left)[1]
            # All ids are equally long, so the texts before a `[...]` are, too.
            size = len(line.partition("[...]")[0])
            for s, p in zip(TEST_ID.findall(line[:size]),
                            TEST_ID.findall(printed[:size])):
                known = self.ids.setdefault(s, p)
                if known != p or list(self.ids.values()).count(p) > 1:
                    self.fault(command.line, f"$ {command.text}\nthe id {s} "
                               "stands for two tests, or two ids for one")
            actual.append(printed[:size] + line[size:])
        if actual != shown:
            self.updates.append((first, len(shown), actual))

    def run(self, command, status):
        done = subprocess.run(
            ["sh", "-c", f"(exit {status})\n{command.text}"], cwd=self.work,
            env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", timeout=120, check=False)
        # On a slow machine long commands say how far they are.
        return done.returncode, [
            line for line in done.stdout.rstrip("\n").splitlines()
            if not re.match(r" {0,3}\d+s \w", line)]

    def console(self, block):
        commands = commands_of(block)
        status = 0
        for at, command in enumerate(commands):
            follower = commands[at + 1].text if at + 1 < len(commands) else ""
            status, printed = self.run(command, status)
            self.commands += 1
            shown = list(command.shown)
            while shown and not shown[-1].strip():
                shown.pop()
            first = command.line + command.text.count("\n")
            pairs = matched(shown, printed)
            if pairs is not None:
                self.check_ids(command, first, shown, pairs)
            else:
                self.updates.append((first, len(shown), printed))
                self.fault(command.line, f"$ {command.text}\n-- shown\n"
                           + "\n".join(shown) + "\n-- printed\n"
                           + "\n".join(printed))
            if status != 0 and follower != "echo $?":
                self.fault(command.line,
                           f"$ {command.text}\nended with {status}: "
                           + "\n".join(printed[-5:]))

    def check(self):
        for block in blocks_of(self.text):
            if block.info.startswith("for="):
                self.check_owner(block)
            elif block.info:
                self.write(block)
            elif block.language == "console":
                self.console(block)
            elif block.language == "sh":
                self.check_sh(block)

    def update(self):
        lines = self.text.splitlines()
        for first, count, new in reversed(self.updates):
            lines[first:first + count] = new
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    catenary, page = (a for a in arguments if a != "--update")
    path = pathlib.Path(page).resolve()
    with tempfile.TemporaryDirectory(prefix="catenary-docs-") as directory:
        document = Page(pathlib.Path(catenary).resolve(), path,
                        pathlib.Path(directory).resolve())
        document.check()
    if update:
        document.update()
    print(f"{os.path.relpath(path, ROOT)}: {document.commands} commands, "
          f"{document.faults} faults")
    return 1 if document.faults else 0


if __name__ == "__main__":
    sys.exit(main())
