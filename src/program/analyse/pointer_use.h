// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a function uses a pointer that it is given: reads, writes, indexes. For
/// code that was not optimised yet, where parameters are kept in local
/// variables.
#pragma once

#include "program/syntax/inventory.h"

namespace llvm {
class Argument;
}  // namespace llvm

namespace catenary::program {

/// Follows the pointer through variables that hold nothing else and through
/// calls of functions that are defined. An upper bound of the uses: what is not
/// understood is an `other` use. Cost: linear in the uses, for each level of
/// calls; calls nested more than 8 deep are `other` uses.
[[nodiscard]] PointerUse use_of(llvm::Argument& pointer);

}  // namespace catenary::program
