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

/// The heads of the loops that are cut, in the order of the code; not empty.
/// Every natural loop that reads inputs has one of them on each of its cycles,
/// unless it was unrolled. Unrolls loops that read inputs and have a known
/// number of iterations, at most 64: each iteration has inputs of its own.
/// Throws InputError if no loop can be cut into steps.
[[nodiscard]] std::vector<llvm::BasicBlock*> step_loops(Workspace& w,
                                                        llvm::Function& main);

}  // namespace catenary::program
