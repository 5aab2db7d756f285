// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types of the user's variables as debug information (DWARF metadata) has
/// them: names, signedness and members of the source, where the compiler's own
/// types only have a number of bits.
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

/// The scalar type behind typedefs and qualifiers; of an enumeration its
/// underlying type. Nothing for pointers, aggregates and numbers of other
/// widths, such as long double. Sets `is_const` where a qualifier says so, and
/// never resets it. Null is void.
[[nodiscard]] std::optional<model::ScalarType> scalar_of(
    const llvm::DIType* type, bool& is_const);

/// A number in a variable, or one member of all elements of an array.
struct PlacedScalar {
  /// C text of the number, "s.mode", or of a range: "table[0..9]".
  std::string name;
  model::ScalarType type = model::ScalarType::int32;
  /// Bytes into the variable, one for each element, rising if arrays are not
  /// nested.
  std::vector<std::uint64_t> offsets;
  /// Width of a bit-field; 0 = not a bit-field.
  std::uint32_t bits = 0;
  /// First bit of a bit-field in the byte at the offset, 0 to 7, from the least
  /// significant bit.
  std::uint32_t first_bit = 0;
  /// Values of an enumeration by name, in the order of the source; of several
  /// names for one value the first. Empty for other types and bit-fields.
  std::vector<std::pair<std::string, std::int64_t>> values;
};

/// The numbers in a variable: nested structures and arrays, but not unions,
/// whose bytes may be those of any member, and not pointers. In the order of
/// the members. Empty without debug information, or where optimisation split
/// the variable. Arrays of more than 4096 elements are left out.
[[nodiscard]] std::vector<PlacedScalar> scalars_of(
    const llvm::GlobalVariable& variable);

}  // namespace catenary::program
