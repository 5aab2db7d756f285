// SPDX-License-Identifier: Apache-2.0
/// \file
/// Local variables that a function may read before it has set them. C gives
/// them no value (C11, 6.2.4, 6.7.9); here they begin as 0, so proofs rest on
/// that. Internal to program/.
#pragma once

#include <vector>

#include "base/error.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace catenary::program {

struct Workspace;

/// A note (kUnsetRead) for each local variable of the functions with a path
/// from its declaration to a read without a write in between; at the read.
/// Paths that no run takes count as well. Of arrays and structures, a write of
/// a part counts as one of the whole, and so does a call that is given the
/// address. Requires the code as Clang writes it, where the first value of a
/// variable is marked. Cost: linear in the size of the functions for each
/// variable.
[[nodiscard]] std::vector<base::Diagnostic> find_unset_locals(
    const Workspace& w, const std::vector<llvm::Function*>& functions);

}  // namespace catenary::program
