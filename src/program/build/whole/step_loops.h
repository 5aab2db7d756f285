// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which loops of main() are cut into steps. An input has one value in a step,
/// so a loop that reads inputs is cut as well where its number of iterations is
/// not known: a step is then one iteration of whichever of these loops runs.
/// Internal to program/build.
#pragma once

#include <vector>

#include "program/build/workspace.h"

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace catenary::program {

/// Inlines calls in main() of functions that contain a loop which reads inputs,
/// so that it becomes a loop of main(). Recursive functions stay. Cost: linear
/// in the size of what is inlined.
void inline_reading_loops(Workspace& w, llvm::Function& main);

/// Where steps begin in main().
struct StepBegins {
  /// The heads of the loops that are cut, in the order of the code; not empty.
  std::vector<llvm::BasicBlock*> heads;
  /// No loop is cut: the only head is the begin of main(), which runs to its
  /// end in one step.
  bool is_one_step = false;
};

/// Every natural loop that reads inputs has a head on each of its cycles,
/// unless it was unrolled. Unrolls loops that read inputs and have a known
/// number of iterations, at most 64: each iteration has inputs of its own.
/// Where main() has no loop without end, those loops are cut instead.
/// Throws InputError if there is no loop to cut and main() reads no input.
[[nodiscard]] StepBegins step_loops(Workspace& w, llvm::Function& main);

}  // namespace catenary::program
