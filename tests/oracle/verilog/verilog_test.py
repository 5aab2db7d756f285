#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Verilog designs against the SAT-based search of Yosys.

Yosys elaborates the design for both; from there on nothing is shared: Yosys
unrolls its gates and proves by temporal induction, Catenary compiles the BTOR2
text and searches. For every cover and every assertion
  - what Yosys finds is covered (or violated), after as many steps;
  - what Yosys proves is unreachable (or holds);
  - what Yosys leaves open within STEPS is not reached earlier.
What Catenary leaves undecided, or Yosys for want of time, is not compared.

  verilog_test.py CATENARY FIRST_SEED COUNT
  verilog_test.py CATENARY FILE.v ...
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

STEPS = 14  # that Yosys unrolls
SKIPPED = 77

COVER = """(* techmap_celltype = "$cover" *)
module as_assertion(input A, EN);
  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
"""


class Writer:
    """A random design. Every register has a reset value, an initial value, or
    both, and no value is undefined: Yosys has other opinions of these."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.inputs = {"a": 1, "b": self.r.randint(1, 3)}
        if self.r.random() < 0.4:
            self.inputs["c"] = self.r.randint(2, 6)
        self.registers = {"r%d" % k: self.r.randint(1, 4)
                          for k in range(self.r.randint(1, 3))}
        self.wires = {}

    def atom(self):
        r = self.r
        names = {**self.inputs, **self.registers, **self.wires}
        name = r.choice(sorted(names))
        width = names[name]
        kind = r.random()
        if kind < 0.2:
            w = r.randint(1, 4)
            return "%d'd%d" % (w, r.randrange(1 << w))
        if kind < 0.35 and width > 1:
            low = r.randrange(width)
            return "%s[%d]" % (name, low)
        if kind < 0.42 and width > 2:
            return "%s[%d:1]" % (name, width - 1)
        return name

    def value(self, depth):
        r = self.r
        if depth == 0 or r.random() < 0.25:
            return self.atom()
        a, b = self.value(depth - 1), self.value(depth - 1)
        kind = r.randrange(12)
        if kind < 6:
            return "(%s %s %s)" % (a, r.choice("+-&|^*"), b)
        if kind == 6:
            return "(%s ? %s : %s)" % (self.condition(depth - 1), a, b)
        if kind == 7:
            return "{%s, %s}" % (a, b)
        if kind == 8:
            return "(%s %s %d)" % (a, r.choice(["<<", ">>"]), r.randrange(4))
        if kind == 9:
            return "(%s%s)" % (r.choice(["~", "!", "&", "|", "^"]), a)
        return "(%s %s %s)" % (a, r.choice(["==", "!=", "<", ">=", "&&", "||"]),
                               b)

    def condition(self, depth):
        a, b = self.value(depth), self.value(depth)
        return "(%s %s %s)" % (a, self.r.choice(["==", "!=", "<", ">", "<="]),
                               b)

    def statement(self, name, depth):
        r = self.r
        if depth == 0 or r.random() < 0.3:
            return "%s <= %s;" % (name, self.value(2))
        if r.random() < 0.3:
            on = r.choice(sorted(self.registers))
            rows = " ".join("%d: %s" % (k, self.statement(name, depth - 1))
                            for k in range(1 << min(2, self.registers[on])))
            return "case (%s) %s default: %s endcase" % (
                on, rows, self.statement(name, depth - 1))
        other = " else " + self.statement(name, depth - 1) \
            if r.random() < 0.6 else ""
        return "if (%s) begin %s end%s" % (
            self.condition(1), self.statement(name, depth - 1), other)

    def check(self, number):
        r = self.r
        what = r.choice(["cover", "cover", "assert"])
        label = "g%d: " % number if r.random() < 0.7 else ""
        text = "%s%s (%s);" % (label, what, self.condition(2))
        if r.random() < 0.3:
            text = "%s%s ($past(%s) != %s);" % (label, what, self.value(1),
                                                self.value(1))
        if r.random() < 0.4:
            text = "if (%s) %s" % (self.condition(1), text)
        if r.random() < 0.2:
            return "  always @* %s" % text if "$past" not in text else ""
        return "  always @(posedge clk) %s" % text

    def text(self):
        r = self.r
        reset = r.choice(["none", "sync", "async", "async_low"])
        ports = ["input clk"] + ["input [%d:0] %s" % (w - 1, n)
                                 for n, w in self.inputs.items()]
        if reset != "none":
            ports.append("input rst")
        ports.append("output [3:0] out")
        lines = ["module dut(%s);" % ", ".join(ports)]
        for name, width in self.registers.items():
            initial = " = %d" % r.randrange(1 << width) \
                if reset == "none" or r.random() < 0.8 else ""
            lines.append("  reg [%d:0] %s%s;" % (width - 1, name, initial))
        if r.random() < 0.5:
            wire = self.value(2)
            self.wires["w"] = 3
            lines.append("  wire [2:0] w = %s;" % wire)
        for name, width in self.registers.items():
            edge = {"async": " or posedge rst",
                    "async_low": " or negedge rst"}.get(reset, "")
            body = self.statement(name, 2)
            if reset != "none":
                body = "if (%srst) %s <= %d; else begin %s end" % (
                    "!" if reset == "async_low" else "", name,
                    r.randrange(1 << width), body)
            lines.append("  always @(posedge clk%s) %s" % (edge, body))
        lines.append("  assign out = %s;" % self.value(1))
        if r.random() < 0.4:
            lines.append("  always @(posedge clk) assume (%s);" %
                         self.condition(1))
        for k in range(r.randint(2, 4)):
            lines.append(self.check(k))
        return "\n".join(line for line in lines if line) + "\nendmodule\n"


def yosys(folder, script, *files):
    with open(os.path.join(folder, "script"), "w", encoding="utf-8") as file:
        file.write(script)
    reader = "verilog -formal" + " -sv" * files[0].endswith(".sv")
    done = subprocess.run(["yosys", "-f", reader, "-s", "script", *files],
                          cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def checks_of(folder, design):
    """Cells that check: type by name, and the place that names them."""
    text = yosys(folder, "hierarchy -auto-top -check\nproc\nflatten\n"
                 "setattr -set keep 1 t:$assert t:$assume t:$cover\n"
                 "opt_clean\nchformal -early\nprep\nasync2sync\n"
                 "memory_map\nopt_clean\nwrite_json cells.json\n"
                 "write_ilang design.il\n", design)
    path = os.path.join(folder, "cells.json")
    if not os.path.exists(path):
        raise RuntimeError("yosys: " + text[-300:])
    with open(path, encoding="utf-8") as file:
        modules = json.load(file)["modules"]
    out = {}
    for module in modules.values():
        for name, cell in module["cells"].items():
            if cell["type"] in ("$cover", "$assert"):
                out[name] = (cell["type"][1:],
                             cell["attributes"]["src"].split("|")[-1])
    return out


def goal_name(folder, cell, kind, src):
    """As Catenary names it."""
    if cell.startswith("$"):
        file, place = src.rsplit(":", 1)
        line, column = map(int, place.split("-")[0].split("."))
        # Yosys says where the token before it ends.
        with open(os.path.join(folder, file), encoding="utf-8") as opened:
            lines = opened.read().split("\n")
        before = "\n".join(lines[:line - 1] + [lines[line - 1][:column - 1]])
        rest = "\n".join(lines)[len(before):]
        before += re.match(r"(?:[\s;]|//[^\n]*|/\*.*?\*/)*", rest, re.S).group()
        line, column = before.count("\n") + 1, len(before.split("\n")[-1]) + 1
        instances = re.match(r"\$flatten(.*?)\.\$", cell)
        cell = "%s%s:%s:%s:%s" % (
            instances.group(1).replace("\\", "") + "." if instances else "",
            os.path.basename(file), line, column, kind)
    return cell + (".violated" if kind == "assert" else "")


def truth(folder, cell, others):
    """(depth or None, whether it is proved to be unreachable or None where
    there was no time to tell)"""
    delete = "".join("delete c:%s\n" % ("\\" + c if c[0] != "$" else c)
                     for c in others if c != cell)
    script = ("read_ilang design.il\n" + delete +
              "techmap -map cover.v\nopt_clean\n"
              "sat -tempinduct -prove-asserts -set-assumes -maxsteps %d\n" %
              STEPS)
    with open(os.path.join(folder, "script"), "w", encoding="utf-8") as file:
        file.write(script)
    try:
        done = subprocess.run(["yosys", "-s", "script"], cwd=folder,
                              capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, None
    text = done.stdout + done.stderr
    if "model found for base case: FAIL" in text:
        return int(re.findall(r"induction with length (\d+)", text)[-1]), False
    if "Induction step proven: SUCCESS" in text:
        return None, True
    if "Reached maximum number of time steps" in text:
        return None, False
    if "ERROR" in text and "contradiction" not in text:
        raise RuntimeError("%s: %s" % (cell, text[-400:]))
    return None, False


def compare(catenary, folder, design):
    """(goals, found, proved); AssertionError where the two disagree."""
    with open(os.path.join(folder, "cover.v"), "w", encoding="utf-8") as file:
        file.write(COVER)
    done = subprocess.run([catenary, "generate", design, "--json", "-o",
                           "suite.json", "--force", "--method", "single",
                           "--timeout", "60s"],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode == 2 and ("contradict" in done.stderr or
                                 "nothing to cover" in done.stderr):
        return 0, 0, 0
    assert done.returncode in (0, 1), (done.returncode, done.stderr)
    goals = {g["id"]: g for g in json.loads(done.stdout)["goals"]}
    checks = checks_of(folder, design)
    found = proved = 0
    for cell, (kind, src) in checks.items():
        name = goal_name(folder, cell, kind, src)
        assert name in goals, (name, sorted(goals))
        goal = goals[name]
        depth, never = truth(folder, cell, checks)
        what = (name, goal["status"], goal["depth"], depth, never)
        if depth is not None:
            assert goal["status"] == "undecided" or \
                goal["status"] == "covered" and goal["depth"] == depth, what
            found += goal["status"] == "covered"
        elif never:
            proved += goal["status"] == "unreachable"
            assert goal["status"] in ("unreachable", "undecided"), what
        elif never is False:
            assert goal["status"] != "covered" or goal["depth"] > STEPS, what
    return len(checks), found, proved


def main():
    if shutil.which("yosys") is None:
        print("yosys is not installed")
        return SKIPPED
    catenary = os.path.abspath(sys.argv[1])
    if sys.argv[2].endswith((".v", ".sv")):
        work = [(os.path.abspath(p), None) for p in sys.argv[2:]]
    else:
        first, count = int(sys.argv[2]), int(sys.argv[3])
        work = [(None, seed) for seed in range(first, first + count)]
    sums, wrong = [0, 0, 0], 0
    for path, seed in work:
        with tempfile.TemporaryDirectory() as folder:
            design = path
            if path is None:
                design = "dut.v"
                with open(os.path.join(folder, design), "w",
                          encoding="utf-8") as file:
                    file.write(Writer(seed).text())
            try:
                sums = [x + y for x, y in
                        zip(sums, compare(catenary, folder, design))]
            except (AssertionError, RuntimeError) as error:
                wrong += 1
                print("%s: %s" % (path or "seed %d" % seed, error), flush=True)
    print("%d designs, %d goals, %d reached, %d proved, %d wrong" %
          (len(work), *sums, wrong))
    return int(wrong > 0 or sums[0] == 0)


if __name__ == "__main__":
    sys.exit(main())
