#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the HTML page that `catenary report --html` writes, and of drawings.

  run_web.py types CATENARY FOLDER   checks the types of the page's modules
  run_web.py pages CATENARY FOLDER   writes pages of all kinds of models to
                                     FOLDER, and tests them in Chromium
  run_web.py mermaid CATENARY FOLDER writes drawings for Mermaid, and lets it
                                     draw them in Chromium
  run_web.py sarif CATENARY FOLDER   checks SARIF against the types of its schema
  run_web.py sarif_tool CATENARY FOLDER  lets Microsoft's validator read it; its
                                     package has 100 MB
  run_web.py live CATENARY FOLDER    tests the live page in Chromium; with
                                     PICTURE=FILE it takes a picture of it
  run_web.py large CATENARY FOLDER   measures a page of 10,000 tests
  run_web.py pictures CATENARY FOLDER  takes the pictures of docs/pictures

Exits with 77 where Chromium, Node or the packages of package.json are missing.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
from random import Random

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SKIPPED = 77
HOSTILE = "</script><script>window.attacked=1;alert(1)</script><img src=x onerror=alert(2)>"

SORTER = """\
interface sorter "Parcels go where there is room"
enum Lane = LEFT, RIGHT
input  parcel : bool
input  lane : Lane
output free : Lane
output sorted : int 0..2

view belt "one parcel a step"
  req B-1 "At first nothing is sorted."
    init b1: sorted' = 0
  req B-2 "A parcel that is put where there is room is sorted."
    step b2: when parcel' and lane' = free and sorted < 2 then sorted' = sorted + 1
    step b3: when not parcel' or lane' != free then sorted' = sorted

purpose all "two parcels are sorted": sorted' = 2
"""

# Four states; nobody gets beyond the third level.
LEVELS = """\
int button; int level;
void step(void) {
  if (button == 1 && level < 3) level = level + 1;
  if (level > 5) level = 0;
}
"""
# More states than are drawn.
LONG = """\
int button; int level;
void step(void) {
  if (button == 1 && level < 600) level = level + 1;
}
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


VALIDATOR = "@microsoft/sarif-multitool-linux"
VALIDATOR_PACKAGE = json.dumps({"private": True, "dependencies": {VALIDATOR: "5.7.0"}})


def install(folder, wanted=None, probe="mermaid"):
    """The packages of package.json; their versions are fixed there."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            skip(f"no {program}")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = wanted or (HERE / "package.json").read_text()
    copy = folder / "package.json"
    if (folder / "node_modules" / probe).is_dir() and copy.exists() and copy.read_text() == wanted:
        return
    copy.write_text(wanted)
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock",
                           "--ignore-scripts"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        copy.unlink()
        skip("npm install failed:\n" + done.stderr)


class Pages:
    """Suites, results and pages in a folder."""

    def __init__(self, catenary, folder, home=ROOT):
        self.catenary = catenary
        self.folder = folder
        self.home = home

    def run(self, *arguments, allowed=(0,)):
        done = subprocess.run([self.catenary, *map(str, arguments)], cwd=self.home,
                              capture_output=True, text=True)
        if done.returncode not in allowed:
            sys.exit(f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stderr}")

    def page(self, name, model, *options, sut=None):
        suite = self.folder / f"{name}.json"
        self.run("generate", model, "-o", suite, "--force", "--quiet", *options, allowed=(0, 1))
        results = []
        if sut:
            results = [self.folder / f"{name}_results.json"]
            self.run("run", suite, *sut, "-o", results[0], "--force", allowed=(0, 1, 3, 5))
        self.report(name, suite, *results)

    def report(self, name, *files):
        self.run("report", *files, "--html", self.folder / f"{name}.html", "--force")

    def hostile_suite(self):
        """The suite of a program in which names are markup."""
        text = (self.folder / "c.json").read_text()
        names = ["in.driver", "w.motor", "driver_first", "WL-1", "neutral", "window_lifter"]
        for name in names:
            text = text.replace(json.dumps(name)[:-1], json.dumps(HOSTILE + name)[:-1])
        suite = json.loads(text)
        for test in suite["tests"]:
            del test["id"], test["name"]
            test["note"] = HOSTILE
        suite["model"]["path"] = HOSTILE
        suite["findings"] = [{"code": HOSTILE, "severity": "error", "message": HOSTILE,
                              "requirements": [HOSTILE]}]
        path = self.folder / "hostile.json"
        path.write_text(json.dumps(suite))
        self.report("hostile", path)

    def hostile_machine(self):
        text = (ROOT / "examples/collision_avoidance/controller.sm").read_text()
        for name in ("idle", "warned"):
            quoted = '"' + (HOSTILE + name).replace('"', '\\"') + '"'
            text = text.replace(f"state {name}", f"state {quoted}")
            for before in ("-> ", ": ", "::"):
                text = text.replace(before + name, before + quoted)
        path = self.folder / "hostile.sm"
        path.write_text(text)
        self.page("hostile_machine", path)

    def many(self):
        """As many tests as no browser shows at once."""
        suite = json.loads((self.folder / "c.json").read_text())
        test = suite["tests"][0]
        del test["id"]
        suite["certificates"] = []
        suite["tests"] = []
        for i in range(3000):
            steps = test["steps"][i % 7:] + test["steps"][:i % 11]
            clean = [{k: v for k, v in s.items() if k != "goals"} for s in steps]
            clean[0]["inputs"] = {**clean[0]["inputs"], "in.driver": i % 3}
            clean = clean + clean[:i % 13] + [clean[i // 150]]
            suite["tests"].append({"name": f"test_{i}", "kind": "linear", "goals": [], "steps": clean,
                                   "note": f"number {i}"})
        path = self.folder / "many.json"
        path.write_text(json.dumps(suite))
        self.report("many", path)

    def large(self):
        """10,000 different tests of 100 steps."""
        self.page("c", ROOT / "examples/window_lifter/window_lifter.toml", "--cover", "branch,mcdc")
        suite = json.loads((self.folder / "c.json").read_text())
        clean = [{k: v for k, v in s.items() if k != "goals"} for s in suite["tests"][0]["steps"]]
        goals = [goal["id"] for goal in suite["goals"] if goal["status"] == "covered"]
        random = Random(1)
        suite["certificates"] = []
        suite["tests"] = []
        for i in range(10_000):
            steps = [dict(random.choice(clean)) for _ in range(100)]
            for step in steps:
                step["inputs"] = {**step["inputs"], "in.driver": random.randrange(3),
                                  "in.passenger": random.randrange(3)}
            steps[i % 100]["goals"] = [goals[i % len(goals)]]
            suite["tests"].append({"name": f"test_{i}", "kind": "linear",
                                   "goals": [goals[i % len(goals)]], "steps": steps})
        path = self.folder / "large.json"
        path.write_text(json.dumps(suite))
        self.report("large", path)

    def make(self):
        (self.folder / "sorter.req").write_text(SORTER)
        for name, text in (("levels", LEVELS), ("long", LONG)):
            (self.folder / f"{name}.c").write_text(text)
            self.page(name, self.folder / f"{name}.c", "--cover", "branch,statement")
        example = ROOT / "examples"
        self.page("c", example / "window_lifter/window_lifter.toml", "--cover", "branch,mcdc")
        adapter, library = self.folder / "adapter.c", self.folder / "bad.so"
        self.run("convert", example / "cruise/cruise.toml", "--to", "adapter", "-o", adapter, "--force")
        subprocess.run(["cc", "-shared", "-fPIC", "-fvisibility=hidden", "-DSEEDED_BUG", "-o",
                        str(library), str(adapter)], check=True)
        self.page("failed", example / "cruise/cruise.toml",
                  sut=("--sut", f"native:{library}", "--keep-going"))
        buffer = self.folder / "buffer.req"
        shutil.copy(example / "buffer/buffer.req", buffer)
        self.page("contract", buffer, sut=("--sut", f"model:{buffer}", "--policy", "random"))
        self.page("adaptive", self.folder / "sorter.req",
                  sut=("--sut", f"model:{self.folder}/sorter.req", "--policy", "random"))
        self.page("machine", example / "collision_avoidance/controller.sm")
        timed = example / "coffee_machine/coffee_machine.xlia"
        self.page("timed", timed, sut=("--sut", f"model:{timed}"))
        self.hostile_suite()
        self.hostile_machine()
        self.many()


    def make_pictured(self):
        """Pages whose files have names as users see them."""
        for name in ("cruise", "window_lifter", "collision_avoidance", "coffee_machine", "buffer"):
            shutil.copytree(ROOT / "examples" / name, self.folder, dirs_exist_ok=True)
        self.folder = pathlib.Path()
        self.run("convert", "cruise.toml", "--to", "adapter", "-o", "adapter.c", "--force")
        subprocess.run(["cc", "-shared", "-fPIC", "-fvisibility=hidden", "-DSEEDED_BUG", "-o",
                        "libcruise.so", "adapter.c"], cwd=self.home, check=True)
        self.page("cruise", "cruise.toml",
                  sut=("--sut", "native:./libcruise.so", "--keep-going"))
        self.page("lifter", "window_lifter.toml", "--cover", "branch,mcdc")
        self.page("controller", "controller.sm")
        self.page("coffee", "coffee_machine.xlia", sut=("--sut", "model:coffee_machine.xlia"))
        self.page("buffer", "buffer.req",
                  sut=("--sut", "model:buffer.req", "--policy", "random"))

    def make_sarif(self):
        """Findings of a check and of suites, failed tests; the files."""
        example = ROOT / "examples"
        model = example / "collision_avoidance/controller.sm"
        out = [self.folder / f"{name}.sarif" for name in ("check", "suite", "failed")]
        self.run("check", model, "--sarif", out[0], "--force", allowed=(0, 1))
        self.page("machine", model)
        self.run("convert", self.folder / "machine.json", "--to", "sarif", "-o", out[1], "--force")
        adapter, library = self.folder / "sarif.c", self.folder / "sarif.so"
        self.run("convert", example / "cruise/cruise.toml", "--to", "adapter", "-o", adapter,
                 "--force")
        subprocess.run(["cc", "-shared", "-fPIC", "-fvisibility=hidden", "-DSEEDED_BUG", "-o",
                        str(library), str(adapter)], check=True)
        self.page("failed", example / "cruise/cruise.toml",
                  sut=("--sut", f"native:{library}", "--keep-going"))
        self.run("convert", self.folder / "failed.json", "--results",
                 self.folder / "failed_results.json", "--to", "sarif", "-o", out[2], "--force")
        return out

    def drawing(self, name, path):
        self.run("convert", path, "--to", "mermaid", "-o",
                 self.folder / f"{name}.mmd", "--force")

    def make_drawings(self):
        """Suites of signals, messages, trees and systems; models of all kinds."""
        example = ROOT / "examples"
        models = {"c": example / "cruise/cruise.toml",
                  "machine": example / "collision_avoidance/controller.sm",
                  "timed": example / "coffee_machine/coffee_machine.xlia",
                  "adaptive": self.folder / "sorter.req"}
        models["adaptive"].write_text(SORTER)
        for name, model in models.items():
            suite = self.folder / f"{name}.json"
            self.run("generate", model, "-o", suite, "--force", "--quiet", allowed=(0, 1))
            self.drawing(f"{name}_suite", suite)
            if name in ("machine", "timed"):
                self.drawing(f"{name}_model", model)
        self.run("generate", example / "window_lifter/window_lifter.toml", "-o",
                 self.folder / "c.json", "--force", "--quiet")
        self.hostile_suite()
        self.drawing("hostile_steps", self.folder / "hostile.json")
        self.hostile_machine()
        self.drawing("hostile_model", self.folder / "hostile.sm")
        (self.folder / "hostile_name.json").write_text(json.dumps(HOSTILE))


def fits_types(log, folder):
    """Whether TypeScript takes a log as one of SARIF 2.1.0: it refuses members
    that are missing, unknown or of another type."""
    (folder / "log.ts").write_text('import type { Log } from "sarif";\n'
                                   f"export const log: Log = {json.dumps(log)};\n")
    tsc = folder / "node_modules/typescript/bin/tsc"
    done = subprocess.run(["node", str(tsc), "--noEmit", "--strict",
                           "--types", "sarif", "log.ts"], cwd=folder,
                          capture_output=True, text=True)
    return done.returncode == 0, done.stdout


def check_sarif(catenary, folder):
    """Every log fits, and a log with a fault does not."""
    for path in Pages(catenary, folder).make_sarif():
        log = json.loads(path.read_text())
        assert log["runs"][0]["results"], f"{path.name}: nothing to check"
        fits, why = fits_types(log, folder)
        assert fits, f"{path.name}: {why}"
    log["runs"][0]["results"][0]["levels"] = log["runs"][0]["results"][0].pop("level")
    assert not fits_types(log, folder)[0], "a log with a wrong member was taken"
    return 0


def check_sarif_tool(catenary, folder):
    """Microsoft's validator, which knows the schema and rules beyond it, finds no error."""
    home = folder / "validator"
    install(home, VALIDATOR_PACKAGE, VALIDATOR)
    validator = home / "node_modules" / VALIDATOR / "Sarif.Multitool"
    validator.chmod(0o755)
    faulty = folder / "faulty.sarif"
    for path in [*Pages(catenary, folder).make_sarif(), faulty]:
        done = subprocess.run([str(validator), "validate", str(path), "--output",
                               str(folder / "verdict.sarif"), "--log", "ForceOverwrite"],
                              capture_output=True, text=True,
                              env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"})
        print(done.stdout)
        assert "1 files scanned" in done.stdout, done.stdout + done.stderr
        assert (": error " in done.stdout) == (path == faulty), path.name
        faulty.write_text(path.read_text().replace('"level"', '"levels"'))
    return 0


def main():
    part, catenary, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    install(folder)
    if part == "sarif":
        return check_sarif(catenary, folder)
    if part == "sarif_tool":
        return check_sarif_tool(catenary, folder)
    if part == "types":
        tsc = folder / "node_modules/typescript/bin/tsc"
        return subprocess.run(["node", str(tsc), "-p", str(HERE)], check=False).returncode
    if shutil.which("chromium") is None:
        skip("no chromium")
    if part == "mermaid":
        Pages(catenary, folder).make_drawings()
    elif part == "pages":
        Pages(catenary, folder).make()
    if part == "large":
        Pages(catenary, folder).large()
    if part == "pictures":
        pictured = folder / "pictured"
        pictured.mkdir(exist_ok=True)
        Pages(str(pathlib.Path(catenary).resolve()), pictured, home=pictured).make_pictured()
        shutil.copy(HERE / "pictures.cjs", folder)
        return subprocess.run(["node", "pictures.cjs", str(ROOT / "docs/pictures")], cwd=folder,
                              check=False).returncode
    script = f"{part}.test.cjs"
    shutil.copy(HERE / script, folder)
    return subprocess.run(["node", "--test", script], cwd=folder, check=False,
                          env={**os.environ, "CATENARY": str(pathlib.Path(catenary).resolve())}
                          ).returncode


if __name__ == "__main__":
    sys.exit(main())
