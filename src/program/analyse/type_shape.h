// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types in debug information as C text and in parts.
#pragma once

#include "program/syntax/inventory.h"

namespace llvm {
class DIType;
}  // namespace llvm

namespace catenary::program {

/// `type` is null for void. Numbers in unions and in arrays of more than 64
/// elements are left out, which makes it incomplete, as are bit-fields without
/// a name.
[[nodiscard]] TypeShape shape_of(const llvm::DIType* type);

}  // namespace catenary::program
