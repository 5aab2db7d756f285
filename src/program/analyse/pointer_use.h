// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a function does through a pointer that it is given, in code that was
/// not optimised yet.
#pragma once

#include "program/syntax/inventory.h"

namespace llvm {
class Argument;
}  // namespace llvm

namespace catenary::program {

/// Follows the pointer through variables that hold nothing else and through
/// calls of functions that are defined. Cost: linear in the uses, for each
/// level of calls; calls nested more than 8 deep are `other` uses.
[[nodiscard]] PointerUse use_of(llvm::Argument& pointer);

}  // namespace catenary::program
