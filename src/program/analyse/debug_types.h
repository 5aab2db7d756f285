// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types of the user's variables, as debug information has them: the layout of
/// the source where the compiler's own types only say how many bits there are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/step/step_system.h"

namespace llvm {
class DIType;
class GlobalVariable;
}  // namespace llvm

namespace catenary::program {

/// The scalar type behind typedefs and qualifiers, that of an enumeration
/// included; nothing for pointers and all others. `is_const` is set where a
/// qualifier says so.
[[nodiscard]] std::optional<model::ScalarType> scalar_of(
    const llvm::DIType* type, bool& is_const);

/// A number in a variable; of an array all its elements.
struct PlacedScalar {
  /// E.g. "s.mode", "table[0..9]".
  std::string name;
  model::ScalarType type = model::ScalarType::int32;
  /// Bytes into the variable.
  std::vector<std::uint64_t> offsets;
  /// Of a bit-field; 0 = none.
  std::uint32_t bits = 0;
  /// Of the byte at the offset.
  std::uint32_t first_bit = 0;
  /// Of an enumeration its values by name, each once; no bit-fields.
  std::vector<std::pair<std::string, std::int64_t>> values;
};

/// The numbers in a variable: nested structures and arrays, but not unions,
/// whose bytes may be any of their members, and not pointers. Empty without
/// debug information. Arrays of more than 4096 elements are left out.
[[nodiscard]] std::vector<PlacedScalar> scalars_of(
    const llvm::GlobalVariable& variable);

}  // namespace catenary::program
