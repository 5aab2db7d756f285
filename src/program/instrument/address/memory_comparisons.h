// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses that are compared or read as bytes of memory. Internal to
/// program/.
#pragma once

#include "program/analyse/variable_bytes.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// Whether the instruction calls memcmp().
[[nodiscard]] bool is_memcmp(const llvm::Instruction& i);

/// Whether the result of memcmp() depends on the numbers of addresses in the
/// memory. It does not where only equality is asked for and both hold whole
/// addresses, or where one of them is always 0. Requires: is_memcmp(). Cost:
/// some passes over the module.
[[nodiscard]] bool compares_numbers_of_addresses(const llvm::Instruction& call,
                                                 const VariableBytes& bytes);

/// Whether the instruction reads an integer from an address that a constant
/// holds.
[[nodiscard]] bool reads_constant_address(const llvm::Instruction& i);

}  // namespace catenary::program
