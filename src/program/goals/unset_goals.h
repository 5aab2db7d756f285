// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
}  // namespace llvm

namespace catenary::program {

struct Workspace;

/// Adds goals of kind `undefined` for reads of members without a value, where
/// calls of __catenary_unset(name, place, size) mark some, and removes these
/// calls. `functions`: the reachable ones. Called before calls are replaced.
void add_unset_goals(Workspace& w,
                     llvm::GlobalVariable& hits,
                     const std::vector<llvm::Function*>& functions);

}  // namespace catenary::program
