// SPDX-License-Identifier: Apache-2.0
/// \file
/// What single constants and calls mean for the points-to analysis. Internal to
/// points_to.cpp.
#pragma once

#include <string_view>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
}  // namespace llvm

namespace catenary::program {

/// Library functions that copy the memory that the second argument points to.
[[nodiscard]] bool copies_memory(std::string_view name);

/// Functions that only read memory, or not even that, and return no address.
[[nodiscard]] bool only_reads(std::string_view name);

/// Intrinsics that neither move nor return an address.
[[nodiscard]] bool has_no_effect(const llvm::CallBase& c);

/// The result depends on the arguments alone.
[[nodiscard]] bool is_pure(const llvm::CallBase& c);

/// Variables and functions whose addresses a constant is made of.
struct NamedObjects {
  std::vector<const llvm::Constant*> objects;
  bool any = false;  ///< it may be the address of any object
};
[[nodiscard]] NamedObjects objects_named_by(const llvm::Constant& c);

}  // namespace catenary::program
