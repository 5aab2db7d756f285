// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types in debug information as C text and in parts, for front ends that guess
/// which variables and parameters of a program are its inputs and outputs.
/// Internal to program and its front ends.
#pragma once

#include "program/syntax/inventory.h"

namespace llvm {
class DIType;
}  // namespace llvm

namespace catenary::program {

/// The shape of a type; null is void. Numbers in unions, behind more than 8
/// levels of nesting and in arrays of more than 64 elements are left out, which
/// sets TypeShape::incomplete, as do pointers to anything but structures.
[[nodiscard]] TypeShape shape_of(const llvm::DIType* type);

}  // namespace catenary::program
