# SPDX-License-Identifier: Apache-2.0
"""What llvm-cov counts when the tests of a suite run on the real program.

A step program is called by the exported harness. A whole program is compiled
as it is, with functions that give it the values of the tests in the order of
its calls (`convert --to test-comp`), and that end it where there are no more.
Clang derives most counts from those of the code around; where a run is ended
half-way, counts of the functions it was in may be too large. Of these functions
it is compared that what we cover is covered, of all others the opposite as
well.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent
                       / "tests" / "oracle"))
import llvm_cov_test as oracle  # noqa: E402

DRIVER = r"""
#define _GNU_SOURCE
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int __llvm_profile_write_file(void);
static FILE *values;
static void finish(int number) {
  void *frames[64];
  int count = backtrace(frames, 64), i;
  FILE *out = fopen(getenv("WILD_FRAMES"), "a");
  for (i = 0; out && i < count; ++i)
    fprintf(out, "%lx\n", (unsigned long)frames[i]);
  if (out) fclose(out);
  __llvm_profile_write_file();
  _exit(0);
}
__attribute__((constructor)) static void begin(void) {
  values = fopen(getenv("WILD_VALUES"), "r");
  void *frames[1];
  backtrace(frames, 1);
  signal(SIGALRM, finish);
  signal(SIGABRT, finish);
  signal(SIGSEGV, finish);
  signal(SIGFPE, finish);
  alarm(2);
}
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {
  finish(0);
  for (;;) {}
}
typedef union { unsigned long long bits; float f; double d; } value;
static value next(void) {
  char type[16], text[512];
  value v = {0};
  if (!values || fscanf(values, "%15s %511s", type, text) != 2) finish(0);
  if (!strcmp(type, "float32")) v.f = strtof(text, 0);
  else if (!strcmp(type, "float64")) v.d = strtod(text, 0);
  else if (text[0] == '-') v.bits = (unsigned long long)strtoll(text, 0, 10);
  else v.bits = strtoull(text, 0, 10);
  return v;
}
unsigned long long wild_next(void) { return next().bits; }
/* Returns the bits where a caller expects an integer and where it expects a
 * floating-point number: the prototype is not known here. x86-64. */
#define VALUE(name) \
  __asm__(".text\n.globl " #name "\n" #name ":\n .cfi_startproc\n" \
          " sub $8, %rsp\n .cfi_adjust_cfa_offset 8\n call wild_next\n" \
          " add $8, %rsp\n .cfi_adjust_cfa_offset -8\n" \
          " movq %rax, %xmm0\n ret\n .cfi_endproc\n");
#define IGNORED(name) void name(void) {}
#define ENDING(name) void name(void) { finish(0); }
#define ASSUME(name) void name(int holds) { if (!holds) finish(0); }
"""
# Some tests show crashes; what was counted until then is not lost.
CRASHES = r"""
#include <signal.h>
#include <unistd.h>
int __llvm_profile_write_file(void) __attribute__((weak));
static void finish(int number) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
  _exit(99);
}
__attribute__((constructor)) static void begin(void) {
  signal(SIGSEGV, finish);
  signal(SIGFPE, finish);
  signal(SIGILL, finish);
  signal(SIGABRT, finish);
}
"""
CRASHED = 99
TRAPS = "bounds,integer-divide-by-zero,shift,null,float-cast-overflow,builtin"
ENDING = {"__VERIFIER_error", "reach_error"}
ASSUME = {"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume"}


class NotCompared(Exception):
    """Why there is no native run."""


def call(command, folder, accepted=(0,), **more):
    done = subprocess.run([str(word) for word in command], cwd=folder,
                          text=True, capture_output=True, timeout=300,
                          stdin=subprocess.DEVNULL, check=False, **more)
    if done.returncode not in accepted:
        text = (done.stderr or done.stdout).strip()
        error = re.search(r"error: (.*)", text)
        raise NotCompared(error.group(1) if error else text[-200:])
    return done.stdout


def missing_symbols(folder, objects):
    """Functions that the objects need, and neither they nor libc have."""
    needed, defined = set(), set()
    for line in call(["nm", *objects], folder).splitlines():
        kind, name = line.split()[-2:]
        (needed if kind == "U" else defined).add(name)
    libraries = ["-lm", "-lc"]
    out = set()
    for name in sorted(needed - defined):
        probe = subprocess.run(
            ["clang-19", "-x", "c", "-", "-o", "/dev/null", "-fno-builtin",
             *libraries, "-w"], input=f"char {name}(void);int main(void)"
            f"{{return {name}();}}", text=True, capture_output=True,
            cwd=folder, check=False)
        if probe.returncode != 0 and not name.startswith("__llvm"):
            out.add(name)
    return out


def driver_for(missing, outputs):
    """Functions without a result are outputs of the suite."""
    text = DRIVER
    for name in sorted(missing):
        if name in ENDING:
            macro = "ENDING"
        elif name in ASSUME:
            macro = "ASSUME"
        elif name + ".calls" in outputs:
            macro = "IGNORED"
        else:
            macro = "VALUE"
        text += f"{macro}({name})\n"
    return text


def functions_at(folder, binary, addresses):
    """The names of the functions with these addresses."""
    table = []
    for line in call(["nm", "-n", binary], folder).splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tT":
            table.append((int(words[0], 16), words[2]))
    out = set()
    for address in addresses:
        below = [name for at, name in table if at <= address]
        if below:
            out.add(below[-1])
    return out


def run_whole(catenary, suite, sources, flags, folder):
    """llvm-cov's functions, and those in which runs were ended."""
    call([catenary, "convert", suite, "--to", "test-comp", "-o",
          folder / "tests"], folder)
    values = []
    for path in sorted((folder / "tests").glob("testcase-*.xml")):
        root = xml.etree.ElementTree.parse(path).getroot()
        values.append([(i.get("type"), i.text) for i in root.iter("input")])
    common = ["clang-19", "-w", "-g", "-O0", "-fno-pie", "-std=gnu89",
              "-fprofile-instr-generate", "-fcoverage-mapping", *flags]
    objects = []
    for number, source in enumerate(sources):
        objects.append(folder / f"{number}.o")
        call([*common, "-c", source, "-o", objects[-1]], folder)
    document = json.loads(pathlib.Path(suite).read_text(encoding="utf-8"))
    outputs = {s["name"] for s in document["signature"]["outputs"]}
    (folder / "driver.c").write_text(
        driver_for(missing_symbols(folder, objects), outputs),
        encoding="utf-8")
    call(["clang-19", "-w", "-O1", "-c", "driver.c", "-o", "driver.o"], folder)
    call([*common[:-len(flags) or None], "-no-pie", *objects, "driver.o",
          "-lm", "-o", "program"], folder)
    return run_tests(values, folder)


def run_tests(values, folder):
    frames = folder / "frames"
    frames.touch()
    profiles = []
    for number, test in enumerate(values):
        (folder / "values").write_text(
            "".join(f"{kind} {text}\n" for kind, text in test),
            encoding="utf-8")
        profiles.append(folder / f"{number}.profraw")
        subprocess.run([folder / "program"], cwd=folder, timeout=60,
                       capture_output=True, stdin=subprocess.DEVNULL,
                       check=False,
                       env={**os.environ, "WILD_VALUES": "values",
                            "WILD_FRAMES": "frames",
                            "LLVM_PROFILE_FILE": str(profiles[-1])})
    profiles = [p for p in profiles if p.is_file()]
    if not profiles:
        raise NotCompared("the program left no profile")
    call(["llvm-profdata-19", "merge", *profiles, "-o", "run.profdata"],
         folder)
    export = json.loads(call(["llvm-cov-19", "export", "program",
                              "-instr-profile=run.profdata"], folder))
    ended = functions_at(folder, "program", [
        int(line, 16) for line in frames.read_text().split()])
    return export["data"][0]["functions"], ended


def functions_of_step(catenary, model, extra):
    """The functions that have goals; others, called by the initialisation
    alone, may use the same macros."""
    with tempfile.TemporaryDirectory(prefix="catenary-wild-") as folder:
        suite = pathlib.Path(folder) / "functions.json"
        call([catenary, "generate", model, *extra, "--cover", "function",
              "-o", suite, "--quiet", "--work", "500", "-j", "1"], folder,
             (0, 1, 4))
        goals = json.loads(suite.read_text(encoding="utf-8"))["goals"]
    return {g["text"].split("(")[0] for g in goals if g["kind"] == "function"}


def branches(functions, ended, offset, source, goals):
    """Goals that only we cover, that only llvm-cov does, and how many it does."""
    every = {oracle.short(f["name"]) for f in functions}
    exact = [f for f in functions if oracle.short(f["name"]) not in ended]
    loose = [f for f in functions if oracle.short(f["name"]) in ended]
    theirs = oracle.counted_by_llvm(exact, every, source, offset)
    doubtful = oracle.counted_by_llvm(loose, every, source, offset)
    ours = oracle.counted_by_catenary(goals)
    places = {key[:4] for key in ours}
    covered = collections.Counter()
    for counter in (theirs, doubtful):
        for key, count in counter.items():
            if key[:4] in places and key[4]:
                covered[key[:4]] += count
    mine = collections.Counter()
    for key, count in ours.items():
        if key[4]:
            mine[key[:4]] += count
    weak = {key[:4] for key in doubtful}
    missing = mine - covered
    extra = covered - mine
    for key in weak & set(extra):
        del extra[key]
    named = [":".join(map(str, k)) for k in sorted(extra)]
    return ([":".join(map(str, k)) for k in sorted(missing)], named,
            sum(mine.values()) - sum(missing.values()) + sum(extra.values()))


def trapping_tests(harness, crashes, folder):
    """The tests that come to undefined behaviour, by Clang's sanitizer."""
    build = folder / "trapping"
    call(["cmake", "-S", harness, "-B", build, "-DCMAKE_C_COMPILER=clang-19",
          "-DCMAKE_C_FLAGS=-w -fsanitize=" + TRAPS + " -fsanitize-trap=all",
          f"-DCMAKE_EXE_LINKER_FLAGS={crashes}"], folder)
    call(["cmake", "--build", build], folder)
    tests = call([build / "harness", "--list"], folder).split()
    return {test for test in tests if subprocess.run(
        [build / "harness", test], cwd=folder, capture_output=True,
        timeout=60, check=False).returncode == CRASHED}


def without_crashes(suite, trapping, folder):
    """The suite without the tests that end in a crash, or nothing if that
    is no other one; and how many these are. Undefined behaviour ends such a
    test for us; the compiled program goes on, and may come to more."""
    document = json.loads(pathlib.Path(suite).read_text(encoding="utf-8"))
    shown = {f.get("witness") for f in document["findings"]} | trapping
    kept = [t for t in document["tests"] if t["id"] not in shown]
    crashing = len(document["tests"]) - len(kept)
    if not crashing or not kept:
        return None, crashing
    for test in kept:
        del test["id"]  # numbers may be written in another way here
    document["tests"], document["findings"] = kept, []
    path = folder / "without.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path, crashing


def compare(once, suite, folder, wanted, trapping=lambda: set()):
    """`once` runs a suite in a folder; `wanted` gives functions_of_step();
    `trapping` gives tests that come to undefined behaviour."""
    goals = json.loads(pathlib.Path(suite).read_text(encoding="utf-8"))["goals"]
    (folder / "first").mkdir()
    counted = once(suite, folder / "first")
    missing, extra, count = branches(*counted, goals)
    if not extra:
        return missing, extra, count
    names = wanted()

    def of_step(found):
        return [f for f in found if oracle.short(f["name"]) in names]
    missing, extra, count = branches(
        of_step(counted[0]), *counted[1:], goals)
    if not extra:
        return missing, extra, count
    other, crashing = without_crashes(suite, trapping(), folder)
    if other is None:
        # Where every test crashes, what else is counted says nothing.
        return missing, [] if crashing else extra, (
            count - len(extra) if crashing else count)
    (folder / "second").mkdir()
    counted = once(other, folder / "second")
    _, fewer, _ = branches(of_step(counted[0]), *counted[1:], goals)
    return missing, fewer, count - len(extra) + len(fewer)


def compare_harness(catenary, suite, source, wanted, folder):
    (folder / "harness").mkdir()
    crashes = folder / "crashes.o"
    crashes.with_suffix(".c").write_text(CRASHES, encoding="utf-8")
    call(["clang-19", "-w", "-c", "crashes.c", "-o", crashes], folder)

    def once(made, place):
        harness = place / "harness"
        call([catenary, "convert", made, "--to", "harness", "-o", harness],
             folder)
        try:
            functions, _, _ = oracle.build_and_run(
                harness, str(crashes), (0, 77, CRASHED))
        except oracle.Failure as failure:
            raise NotCompared(str(failure)[-300:]) from None
        offset = oracle.copied_at(harness / "adapter.c", source)
        return functions, (), offset, source
    place = folder / "harness"
    return compare(once, suite, place, wanted, lambda: trapping_tests(
        place / "first" / "harness", crashes, place))


def compare_whole(catenary, suite, sources, flags, wanted, folder):
    (folder / "whole").mkdir()

    def once(made, place):
        functions, ended = run_whole(catenary, made, sources, flags, place)
        return functions, ended, None, sources[0]
    return compare(once, suite, folder / "whole", wanted)


def tools_missing():
    return [tool for tool in (*oracle.TOOLS, "nm") if not shutil.which(tool)]
