#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the limits that keep the source tree habitable.

Every rule has a limit and a number of breaches that are still allowed. That
number may only fall: where fewer breaches are found, the check fails and asks
for the lower number. Shares of comments may only rise.

  check-house.py [--list RULE]   check all rules, or list the breaches of one
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The first commit whose subject must follow CONTRIBUTING.md.
FIRST_COMMIT = "dcf1382"
FILE_LINES, FUNCTION_LINES, FOLDER_UNITS, SUBJECT = 400, 60, 15, 72
COMMENTS = {"header-comments": (".h", 40), "source-comments": (".cpp", 8)}

# Shares of comments that the tree has, in percent; they may only rise until
# they are what they should be.
REACHED = {"header-comments": 40, "source-comments": 8}
# Breaches that the tree still has; see the docstring.
ALLOWED = {
    "file-length": 5,
    "function-length": 0,
    "flat-folder": 0,
    "folder-not-shown": 0,
    "split-comment": 0,
    "generated-file": 0,
    "commit-subject": 0,
}


def tracked(*patterns):
    done = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    return [ROOT / name for name in done.stdout.split("\0") if name]


def sources(suffix):
    return [path for path in tracked("src", "include", "tools")
            if path.suffix == suffix and path.exists()]


def name(path):
    return str(path.relative_to(ROOT))


def is_comment(line):
    return line.startswith(("//", "/*", "*"))


def comment_share(paths):
    """Lines of comments among all that are not empty, in percent."""
    lines = [line.strip() for path in paths
             for line in path.read_text().splitlines()]
    lines = [line for line in lines if line]
    return 100 * sum(map(is_comment, lines)) / max(1, len(lines))


def length(lines):
    """Lines of code: a limit must be no reason to leave out a comment."""
    return sum(not is_comment(line.strip()) for line in lines)


def file_length():
    for path in sources(".cpp") + sources(".h"):
        lines = length(path.read_text().splitlines())
        if lines > FILE_LINES:
            yield f"{name(path)}: {lines} lines, at most {FILE_LINES}"


# In the layout of .clang-format a definition outside of a class begins and
# ends in the first column.
BEGIN = re.compile(r"[A-Za-z_~]")
NO_FUNCTION = re.compile(r"(namespace|class|struct|enum|using|typedef|template|"
                         r"extern|static_assert|constexpr|const \w+ k)\b")


# A long text in a raw string, such as a program that is written, is no code of
# the function around it.
RAW_STRING = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)


def functions(path):
    """(line, lines, text of the first line) of each function definition."""
    start, first = None, ""
    text = RAW_STRING.sub(lambda raw: re.sub(r".+", " // text", raw.group()),
                          path.read_text()).splitlines()
    for number, line in enumerate(text, 1):
        if start is None and BEGIN.match(line) and not NO_FUNCTION.match(line):
            start, first = number, line
        elif start is not None and line == "}":
            yield start, length(text[start - 1:number]), first
            start = None
        if line.endswith(";") and not line.startswith(" "):
            start = None


def function_length():
    for path in sources(".cpp"):
        for line, lines, text in functions(path):
            if lines > FUNCTION_LINES:
                yield (f"{name(path)}:{line}: {lines} lines, at most "
                       f"{FUNCTION_LINES}: {text}")


def folders():
    """Folders of src/ with the units in them: a .cpp, a .h or both."""
    found = {}
    for path in sources(".cpp") + sources(".h"):
        found.setdefault(path.parent, set()).add(path.stem)
    return found


def flat_folder():
    for folder, units in folders().items():
        if len(units) > FOLDER_UNITS:
            yield f"{name(folder)}: {len(units)} units, at most {FOLDER_UNITS}"


def folder_not_shown():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for folder in sorted(folders()):
        shown = name(folder).removeprefix("src/")
        if not re.search(r"(^|[^\w/])" + re.escape(shown) + r"/?(?![\w/])", text):
            yield f"{name(folder)}: not in ARCHITECTURE.md"


# A formatter that joins lines of a comment leaves its marks inside.
SPLIT = re.compile(r"^\s*(//.*\S\s+///?\s|\*.*\s\*\s\w.*\s\*\s\w)")


def split_comment():
    for path in sources(".cpp") + sources(".h"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if SPLIT.match(line) and "http" not in line:
                yield f"{name(path)}:{number}: {line.strip()}"


def generated_file():
    for path in tracked():
        if re.search(r"\.(pyc|o|a|so|gch|pch|log)$|(^|/)(platform\.info|build)$"
                     r"|__pycache__", name(path)):
            yield f"{name(path)}: is generated, but tracked"


def commit_subject():
    done = subprocess.run(["git", "log", "--no-merges", "--format=%h %s",
                           f"{FIRST_COMMIT}..HEAD"], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    # A copy without this history has nothing to check.
    for line in done.stdout.splitlines():
        commit, subject = line.split(" ", 1)
        if len(subject) > SUBJECT:
            yield f"{commit}: {len(subject)} characters: {subject}"
        elif not re.match(r"[\w/,. +-]+: [A-Z]", subject):
            yield f"{commit}: expected 'area: Imperative': {subject}"


RULES = {
    "file-length": file_length,
    "function-length": function_length,
    "flat-folder": flat_folder,
    "folder-not-shown": folder_not_shown,
    "split-comment": split_comment,
    "generated-file": generated_file,
    "commit-subject": commit_subject,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", choices=RULES, metavar="RULE")
    options = parser.parse_args()
    if not (ROOT / ".git").exists():
        print("skipped: not a checkout")
        return 77
    if options.list:
        print("\n".join(RULES[options.list]()))
        return 0
    wrong = 0
    for rule, breaches in RULES.items():
        found, allowed = list(breaches()), ALLOWED[rule]
        print(f"{rule}: {len(found)} breaches, {allowed} allowed")
        if len(found) > allowed:
            wrong += 1
            print("\n".join(f"  {breach}" for breach in found[:20]))
        elif len(found) < allowed:
            wrong += 1
            print(f"  fewer than allowed: write {len(found)} into {__file__}")
    for rule, (suffix, wanted) in COMMENTS.items():
        share, reached = comment_share(sources(suffix)), REACHED[rule]
        print(f"{rule}: {share:.1f} %, {reached} % reached, {wanted} % wanted")
        if share < reached:
            wrong += 1
        elif int(share) > reached and reached < wanted:
            wrong += 1
            print(f"  more than reached: write {int(share)} into {__file__}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
