# SPDX-License-Identifier: Apache-2.0
"""What is true of a program: it is compiled as it is by a plain compiler, and
truth.c runs it from every state that it can be in."""
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# C as docs/description.md says it is understood; what is undefined traps.
FLAGS = ["-O0", "-w", "-fPIC", "-shared", "-fwrapv", "-fno-strict-aliasing",
         "-ftrivial-auto-var-init=zero", "-ffp-contract=off",
         "-fno-delete-null-pointer-checks",
         "-fsanitize=array-bounds,integer-divide-by-zero,shift-exponent,"
         "float-cast-overflow,null,return,unreachable,builtin",
         "-D__builtin_alloca_uninitialized=__builtin_alloca", "-DTRUTH",
         "-fsanitize-trap=all", "-Wl,-z,norelro,-z,now,-Bsymbolic"]
FLAGS_CPP = ["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
MOST_STATES, MOST_PAIRS = 20000, 2_000_000


class Unusable(Exception):
    """The program is too large to be enumerated."""


class Truth:
    """One case, enumerated in a folder."""

    def __init__(self, case, explorer, folder):
        self.case, self.explorer, self.folder = case, explorer, folder
        for name, text in case.truth_texts().items():
            (folder / name).write_text(text)
        compiler = "clang++-19" if case.cpp else "clang-19"
        sources = ["harness" + case.source[4:]]
        if case.other:
            sources += ["-x", "c", "truth_other.c"]
        done = subprocess.run(
            [compiler, *FLAGS, *(FLAGS_CPP if case.cpp else []), f"-I{HERE}",
             *sources, "-o", "prog.so", "-lm"], cwd=folder, capture_output=True,
            text=True)
        if done.returncode != 0:
            raise RuntimeError("the plain compiler refuses the program:\n" +
                               done.stderr[:2000])
        self.ids, self.chain = case.goal_ids()

    def explore(self):
        try:
            done = subprocess.run(
                [str(self.explorer), "./prog.so", str(MOST_STATES),
                 str(MOST_PAIRS)], cwd=self.folder, capture_output=True,
                text=True, timeout=120)
        except subprocess.TimeoutExpired:
            raise Unusable("hung") from None
        if done.stdout.startswith(("toolarge", "hung")):
            raise Unusable(done.stdout.split()[0])
        if done.returncode != 0:
            raise RuntimeError(f"truth died: {done.returncode} {done.stderr}")
        self.depth, self.optima, self.ranges = {}, {}, [{}, {}]
        names = self.case.outputs + self.case.watched
        for words in map(str.split, done.stdout.splitlines()):
            if words[0] == "states":
                self.states, self.crashes = int(words[1]), int(words[3])
                self.endings, self.edges = int(words[5]), int(words[7])
            elif words[0] == "goal":
                at = int(words[2])
                self.depth[self.ids[int(words[1])]] = None if at < 0 else at
            elif words[0] == "coverable":
                self.coverable = int(words[1])
            elif words[0] == "range":
                self.ranges[int(words[1])][names[int(words[2])]] = \
                    (int(words[3]), int(words[4]))
            elif words[0] == "optimum":
                self.optima[int(words[1])] = int(words[2])
        if self.states == 0 and self.crashes + self.endings == 0:
            raise Unusable("no run")

    def replay(self, rows, initial=0):
        """(outcome, goals, outputs) of the initialisation and of each step."""
        text = [f"{initial} {len(self.case.inputs)}"]
        text += [" ".join(map(str, row)) + " 1" for row in rows]
        done = subprocess.run([str(self.explorer), "./prog.so", "replay"],
                              input="\n".join(text), cwd=self.folder,
                              capture_output=True, text=True, timeout=60)
        out = []
        for line in done.stdout.splitlines():
            left, right = line.split(" :")
            how, *goals = map(int, left.split())
            out.append((how, {self.ids[g] for g in goals},
                        list(map(int, right.split()))))
        return out


def build_explorer(folder):
    binary = folder / "truth"
    subprocess.run(["gcc", "-O2", "-U_FORTIFY_SOURCE", "-rdynamic",
                    str(HERE / "truth.c"), "-o", str(binary), "-ldl"],
                   check=True)
    return binary
