# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith (Yang, Chen, Eide, Regehr, "Finding and Understanding
Bugs in C Compilers", PLDI 2011) as step programs.

A step is a call of func_1(). Globals are the state; some are inputs, set before
each step; main() becomes a checksum of the globals, which is an output. Where
locals may have their address taken, global pointers are set back before each
step: csmith knows only of its one call that no pointer is dangling.
"""
import pathlib
import re
import subprocess

from controller_text import Program

HERE = pathlib.Path(__file__).resolve().parent
SCALAR = re.compile(r"^static (?:volatile )?(u?int(?:8|16|32|64)_t)\s+"
                    r"(?:volatile )?(g_\d+) = ", re.M)
POINTER = re.compile(r"^static ([^=;]*\*[^=;]*?)\b(g_\d+)((?:\[\d+\])*) = "
                     r"([^;]*);", re.M)


class NoProgram(Exception):
    """csmith wrote nothing to use."""


def flags(seed):
    lines = [line.split() for line in
             (HERE / "csmith_flags.txt").read_text().splitlines()
             if not line.startswith("#")]
    return lines[seed % len(lines)]


def text_of(seed, folder):
    try:
        done = subprocess.run(["csmith", "--seed", str(seed), *flags(seed)],
                              cwd=folder, capture_output=True, text=True,
                              timeout=30)
    except subprocess.TimeoutExpired:
        raise NoProgram("csmith takes more than 30 s") from None
    if done.returncode != 0 or "int main (void)" not in done.stdout:
        raise NoProgram("csmith writes no program")
    return done.stdout


def checksum(main):
    """The body of main() without what is not about globals."""
    kept = [line for line in main.splitlines()
            if not re.search(r"printf|platform_main|crc32_gentab|func_1|"
                             r"print_hash_value = |return 0", line)]
    return ("static uint64_t step_checksum(void)\n{\n    csmith_sum = 0;\n" +
            "\n".join(kept).replace("{", "", 1).rsplit("}", 1)[0] +
            "    return csmith_sum;\n}\n")


def first_values(text):
    """Statements that set global pointers to what they were at first."""
    copies, resets = [], []
    for kind, name, dims, value in POINTER.findall(text):
        if "const" in kind.rsplit("*", 1)[1]:
            continue
        copies.append(f"static {kind}{name}_first{dims} = {value};")
        resets.append(f"  memcpy((void*)&{name}, (const void*)&{name}_first, "
                      f"sizeof {name});")
    return "\n".join(copies), "\n".join(resets)


class CsmithProgram(Program):
    """A program whose text is not made of parts."""

    def __init__(self, seed, text):
        super().__init__(seed)
        self.text = text

    def body(self):
        return self.text


def generate(seed, folder):
    """The program of a seed; throws NoProgram. Writes csmith.h to `folder`."""
    text, main = text_of(seed, folder).split("int main (void)", 1)
    main = main.split("/***", 1)[0]
    keep = "--no-addr-taken-of-locals" in flags(seed)
    copies, resets = ("", "") if keep else first_values(text)
    step = (f"{copies}\nvoid init(void) {{}}\nvoid step(void)\n{{\n{resets}\n"
            "  func_1();\n}\n")
    program = CsmithProgram(seed, text + checksum(main) + step)
    program.criteria, program.whole = "branch", False
    (folder / "csmith.h").write_text((HERE / "csmith.h").read_text())
    scalars = SCALAR.findall(text)
    chosen = program.r.sample(scalars,
                              min(len(scalars), program.r.randint(2, 8)))
    program.inputs = [(name, t, None) for t, name in chosen]
    others = [s for s in scalars if s not in chosen]
    program.outputs = [("step_checksum()", "uint64_t")]
    program.outputs += [(name, t) for t, name in others[:6]]
    return program
