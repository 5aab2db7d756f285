#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fuzzing of all readers (readers.h), and the replay of what it has found.

  run_fuzz.py replay PROGRAM           gives tests/fuzz/found and the seeds to their
                                       readers, with the program fuzz_replay
  run_fuzz.py fuzz PROGRAM [READER...] fuzzes with the program catenary-fuzz
      --seconds N     for each reader; default 60
      --seeds FOLDER  more files to begin with, by their suffixes
      --corpus FOLDER keeps what was learnt; the next run begins with it
      --jobs N        readers at a time

A file that a reader fails on is left in FOLDER/READER-crashes (or a temporary
folder), its path is printed, and the exit code is 1. Made smaller with
"catenary-fuzz READER -minimize_crash=1 FILE", it belongs into tests/fuzz/found.
"""
import argparse
import collections
import concurrent.futures
import io
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOUND = HERE / "found"

#: The suffixes of files that a reader begins with.
SUFFIXES = {
    "art": [".art"], "btor2": [".btor2"], "csv": [".csv"], "csv-rows": [".csv"],
    "description": [".toml"], "fmu-description": ["modelDescription.xml"],
    "fret": [".fret.json"], "json": [".json"], "req": [".req"], "reqif": [".reqif"],
    "requirement-table": [".csv"], "results": ["results.json"], "sm": [".sm"],
    "suite": ["suite.json"], "test-comp": ["testcase-1.xml", "metadata.xml"],
    "verilog-comments": [".btor2"], "xlia": [".xlia"], "xmi": [".uml"],
    "xml": [".xml", ".uml"],
}
LARGEST_SEED = 40_000


def small_zip():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", "<a/>" * 40)
        archive.writestr("resources/a.txt", "")
    return out.getvalue()


def lsp_session():
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///a.req", "languageId": "req", "version": 1,
        "text": "interface a\ninput x : int 0..3\noutput y : bool\nview v\n"
                "  req R1 \"text\"\n    always c: x' > 1 => y'\n"}}}
    at = {"textDocument": {"uri": "file:///a.req"}, "position": {"line": 5, "character": 17}}
    messages = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "capabilities": {"general": {"positionEncodings": ["utf-8"]}}}}, opened]
    for number, method in enumerate(("definition", "hover", "references", "documentSymbol",
                                     "completion", "formatting", "codeLens", "rename")):
        messages.append({"jsonrpc": "2.0", "id": number + 2, "method": f"textDocument/{method}",
                         "params": {**at, "newName": "z", "options": {"tabSize": 2}}})
    change = {"textDocument": {"uri": "file:///a.req", "version": 2}, "contentChanges": [
        {"range": {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 7}},
         "text": "zz"}]}
    messages.insert(4, {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})
    return "\n".join(json.dumps(m) for m in messages).encode()


FRET = [{
    "reqid": "R1", "parent_reqid": "", "project": "p", "rationale": "",
    "fulltext": "the c shall always satisfy x > 1 => y",
    "semantics": {
        "component_name": "c", "CoCoSpecCode": "H(((x > 1) => y))", "ftInfAUExpanded": "",
        "ptExpanded": "(H ((x > 1) -> y))",
        "variables": ["x", "y"], "scope": {"type": "null"}, "timing": "always"}}]
FRET_VARIABLES = [
    {"project": "p", "component_name": "c", "variable_name": "x", "idType": "Input",
     "dataType": "integer"},
    {"project": "p", "component_name": "c", "variable_name": "y", "idType": "Output",
     "dataType": "boolean"}]
REQIF = """<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"><CORE-CONTENT><REQ-IF-CONTENT>
<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="d" MAX-LENGTH="9"/></DATATYPES>
<SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="t"><SPEC-ATTRIBUTES><ATTRIBUTE-DEFINITION-STRING
 IDENTIFIER="a" LONG-NAME="ReqIF.Text"><TYPE><DATATYPE-DEFINITION-STRING-REF>d</DATATYPE-DEFINITION-STRING-REF>
</TYPE></ATTRIBUTE-DEFINITION-STRING></SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES>
<SPEC-OBJECTS><SPEC-OBJECT IDENTIFIER="R1"><VALUES><ATTRIBUTE-VALUE-STRING THE-VALUE="It works."><DEFINITION>
<ATTRIBUTE-DEFINITION-STRING-REF>a</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING></VALUES>
<TYPE><SPEC-OBJECT-TYPE-REF>t</SPEC-OBJECT-TYPE-REF></TYPE></SPEC-OBJECT></SPEC-OBJECTS>
</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>
"""
FMU = """<?xml version="1.0"?>
<fmiModelDescription fmiVersion="{version}" modelName="m" {token}="g">
<CoSimulation modelIdentifier="m" canHandleVariableCommunicationStepSize="true"/>
<UnitDefinitions><Unit name="V"/></UnitDefinitions>
<DefaultExperiment stepSize="0.1"/><ModelVariables>{variables}</ModelVariables>
<ModelStructure>{structure}</ModelStructure></fmiModelDescription>
"""
FMU_2 = ('<ScalarVariable name="x" valueReference="0" causality="input"><Real start="1" unit="V"/>'
         '</ScalarVariable><ScalarVariable name="y" valueReference="1" causality="output">'
         '<Integer/></ScalarVariable>')
FMU_3 = ('<Float64 name="x" valueReference="0" causality="input" start="1"/>'
         '<Int32 name="y" valueReference="1" causality="output"/><Enumeration name="e" '
         'valueReference="2" declaredType="t"/>')

#: Seeds that are in no file of the project.
INLINE = {
    "compile-commands": [json.dumps([{"directory": "/a", "file": "b.c", "arguments": [
        "cc", "-Iinc", "-DX=1", "-std=c99", "-c", "b.c", "-o", "b.o"]},
        {"directory": "/a", "file": "c.c", "command": "cc -O2 -D 'Y=\"z\"' -c c.c"}]).encode()],
    # A task, and a result, without files.
    "fleet-messages": [
        struct.pack("<IQcQQcIQQQQqQQQ", 0x43540001, 1, b"j", 1, 1, b"x", 0, 0, 0, 0, 0, 0, 0, 0,
                    0),
        struct.pack("<IQcQ64sQBi?QQdQQQ", 0x43520001, 1, b"j", 64, b"a" * 64, 0, 0, 0, False, 0,
                    0, 0.0, 0, 0, 0)],
    "fmu-description": [
        FMU.format(version="2.0", token="guid", variables=FMU_2,
                   structure='<Outputs><Unknown index="2"/></Outputs>').encode(),
        FMU.format(version="3.0", token="instantiationToken", variables=FMU_3,
                   structure='<Output valueReference="1"/>').encode()],
    "fret": [json.dumps(FRET).encode(),
             json.dumps({"requirements": FRET, "variables": FRET_VARIABLES}).encode()],
    # Nothing known; a goal of two covered by a run of a step.
    "journal": [bytes(145), struct.pack("<QQBBQcqBBQqdQ", 2, 0, 0, 0, 1, b"x", 1, 1, 1, 1, 7,
                                        0.0, 2) + bytes(129)],
    "line": [b'{"channel": "c", "values": [7, "1/3"]}', b'{"values":[-1,0.25],"channel":"c"}'],
    "lsp-framing": [b"Content-Length: 2\r\n\r\n{}Content-Type: x\r\nContent-Length: 4\r\n\r\nnull"],
    "lsp-messages": [lsp_session()],
    "reqif": [REQIF.encode()],
    "requirement-table": [b'id;text\nR1;"It; works"\nR2;x\n'],
    "verilog-comments": [b"1 sort bitvec 1\n2 input 1 a ; top.v:3.4-3.9\n; begin $cover$top.v:2$4\n"],
    "zip": [small_zip()],
}


def seeds_of(reader, more):
    """The contents of files for a reader, small ones first."""
    paths = []
    for folder in (ROOT / "examples", ROOT / "tests", ROOT / "bench", ROOT / "docs", *more):
        for suffix in SUFFIXES.get(reader, []):
            paths += [p for p in folder.rglob("*" + suffix) if p.is_file()]
    seeds = [p.read_bytes() for p in sorted(set(paths))]
    seeds = [s for s in seeds if len(s) <= LARGEST_SEED]
    return sorted({*seeds, *INLINE.get(reader, [])}, key=lambda s: (len(s), s))


def dictionary(seeds):
    """The words of the seeds, the frequent ones, in the format of libFuzzer."""
    words = collections.Counter()
    for seed in seeds:
        words.update(set(re.findall(rb"[A-Za-z_:][\w:.-]{1,30}|[^\w\s]{2,3}", seed)))
    return "".join('"%s"\n' % "".join(
        chr(c) if c < 128 and chr(c).isalnum() else f"\\x{c:02X}" for c in word)
        for word, _ in words.most_common(400))


def replay(program):
    """Every found file and seed, all of a reader in one process."""
    readers = subprocess.run([program, "--list"], capture_output=True, text=True,
                             check=True).stdout.split()
    unknown = {p.name for p in FOUND.iterdir()} - set(readers) if FOUND.exists() else set()
    assert not unknown, f"no readers for {sorted(unknown)}"
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for reader in readers:
            files = sorted((FOUND / reader).glob("*")) if (FOUND / reader).exists() else []
            seeds = seeds_of(reader, [])
            assert seeds, f"{reader}: nothing to read"
            for i, seed in enumerate(seeds):
                path = pathlib.Path(name) / f"{reader}-{i}"
                path.write_bytes(seed)
                files.append(path)
            done = subprocess.run([program, reader, *map(str, files)], capture_output=True,
                                  text=True, errors="replace")
            if done.returncode == 0:
                print(f"{reader}: {len(files)} files")
                continue
            failed += 1
            last = done.stdout.splitlines()[-1:]
            print(f"{reader}: fails on {last}\n{done.stderr[-3000:]}")
    return 1 if failed else 0


def fuzz_one(program, reader, options, home):
    """Fuzzes a reader; figures, and the files on which it failed."""
    corpus, crashes = home / reader, home / f"{reader}-crashes"
    for folder in (corpus, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = seeds_of(reader, options.seeds)
    for i, seed in enumerate(seeds):
        (corpus / f"seed-{i}").write_bytes(seed)
    words = home / f"{reader}.dict"
    words.write_text(dictionary(seeds))
    done = subprocess.run(
        [program, reader, str(corpus), f"-max_total_time={options.seconds}",
         f"-artifact_prefix={crashes}/", f"-dict={words}", "-timeout=20", "-rss_limit_mb=3000",
         f"-max_len={LARGEST_SEED}", "-print_final_stats=1", "-ignore_ooms=0"],
        capture_output=True, text=True, errors="replace")
    (home / f"{reader}.log").write_text(done.stderr)
    coverage = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", done.stderr)
    runs = re.search(r"stat::number_of_executed_units: +(\d+)", done.stderr)
    edges = re.search(r"Loaded 1 modules? +\((\d+) inline", done.stderr)
    files = sorted(crashes.glob("*"))
    return {"reader": reader, "runs": int(runs[1]) if runs else 0,
            "edges": int(coverage[-1][0]) if coverage else 0,
            "all_edges": int(edges[1]) if edges else 0,
            "corpus": int(coverage[-1][2]) if coverage else 0,
            "ok": done.returncode == 0 and not files, "files": [str(f) for f in files],
            "last": "" if done.returncode == 0 else done.stderr[-1500:]}


def fuzz(program, options):
    wanted = options.readers
    if not wanted:
        usage = subprocess.run([program], capture_output=True, text=True).stderr
        wanted = usage.split("readers:")[1].split()
    home = options.corpus or pathlib.Path(tempfile.mkdtemp(prefix="catenary-fuzz-"))
    failed = False
    print(f"{'READER':20}{'RUNS':>12}{'EDGES':>8}{'CORPUS':>8}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for one in pool.map(lambda r: fuzz_one(program, r, options, home), wanted):
            print(f"{one['reader']:20}{one['runs']:>12,}{one['edges']:>8,}{one['corpus']:>8,}"
                  f"{'' if one['ok'] else '  FAILED'}", flush=True)
            if not one["ok"]:
                failed = True
                print("\n".join(one["files"]) + "\n" + one["last"], flush=True)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["replay", "fuzz"])
    parser.add_argument("program")
    parser.add_argument("readers", nargs="*")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seeds", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.part == "replay":
        return replay(options.program)
    return fuzz(options.program, options)


if __name__ == "__main__":
    sys.exit(main())
