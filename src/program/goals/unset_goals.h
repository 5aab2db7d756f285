// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals for reads of members that have no value yet: a use of an indeterminate
/// value, which C and C++ leave undefined.
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
/// calls. Does nothing where there are no such calls.
///
/// `hits` is the bitmap of covered goals. `functions` are the reachable ones.
/// Must be called before calls are replaced by those of the environment: a mark
/// is a call of a function that nobody defines. Marks must name a member by
/// constant offsets (checked).
void add_unset_goals(Workspace& w,
                     llvm::GlobalVariable& hits,
                     const std::vector<llvm::Function*>& functions);

}  // namespace catenary::program
