#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The extension for Visual Studio Code, editors/vscode: its types, its grammars
by the library that VS Code reads them with, and the package that npm makes.

  run_editor.py FOLDER   works on a copy in FOLDER

Exits with 77 where Node or the packages of its package.json are missing.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCE = ROOT / "editors/vscode"
SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def install(folder):
    """A copy of the extension with the packages that it names."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            skip(f"no {program}")
    manifest = folder / "package.json"
    known = manifest.exists() and (folder / "node_modules/@vscode/vsce").is_dir() and \
        manifest.read_text() == (SOURCE / "package.json").read_text()
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    shutil.copy(ROOT / "LICENSE", folder)
    if known:
        return
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock",
                           "--ignore-scripts"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        manifest.unlink()
        skip("npm install failed:\n" + done.stderr)


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")


def check_package(path):
    """Everything that the manifest names is in it, and what runs needs."""
    with zipfile.ZipFile(path) as package:
        names = set(package.namelist())
        manifest = json.loads(package.read("extension/package.json"))
    wanted = [manifest["main"]]
    wanted += [g["path"] for g in manifest["contributes"]["grammars"]]
    wanted += [language["configuration"] for language in manifest["contributes"]["languages"]]
    wanted += [f"node_modules/{name}/package.json" for name in manifest["dependencies"]]
    missing = [w for w in wanted if "extension/" + w.removeprefix("./") not in names]
    if missing:
        sys.exit(f"the package lacks {missing}")
    if not any(name.lower().startswith("extension/license") for name in names):
        sys.exit("the package has no licence")
    for name in names:
        if "/test/" in name and "node_modules" not in name or "typescript" in name:
            sys.exit(f"the package has {name}, which is for tests")


def check_settings():
    """The settings that the code reads are those of the manifest."""
    manifest = json.loads((SOURCE / "package.json").read_text())
    code = (SOURCE / "extension.js").read_text()
    for name in manifest["contributes"]["configuration"]["properties"]:
        if f'get("{name.removeprefix("catenary.")}")' not in code:
            sys.exit(f"nobody reads the setting {name}")
    for command in manifest["contributes"]["commands"]:
        if f'registerCommand("{command["command"]}"' not in code:
            sys.exit(f"nobody registers the command {command['command']}")


def main():
    folder = pathlib.Path(sys.argv[1]) / "vscode"
    folder.mkdir(parents=True, exist_ok=True)
    check_settings()
    install(folder)
    bin_folder = folder / "node_modules/.bin"
    run(folder, bin_folder / "tsc", "-p", ".")
    run(folder, "node", "test/grammars.cjs", ROOT / "examples")
    package = folder / "catenary.vsix"
    run(folder, bin_folder / "vsce", "package", "--allow-missing-repository",
        "--out", package)
    check_package(package)
    print("ok")


if __name__ == "__main__":
    main()
