// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes undefined behaviour defined before any pass sees a module, so that the
/// same C has the same meaning in native runs, in replays and as a formula.
/// Internal to program/.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace catenary::program {

struct Workspace;

/// Throws InputError where the module of a unit is for another machine:
/// programs are run in this process.
void reject_other_machines(const llvm::Module& m, const std::string& unit);

/// Removes the promises of the source that a pass could exploit (attributes,
/// fast arithmetic, `__builtin_assume`), and gives every byte that can be read
/// a value: 0. Must be called first, before any optimisation. One pass over the
/// module.
void define_undefined(Workspace& w);

}  // namespace catenary::program
