// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of finite sorts without arrays as bits, lowest first. A Boolean has
/// one bit, a float its IEEE representation, an enumerator its index in as many
/// bits as the largest index needs (none if there is one enumerator).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "logic/value/value.h"

namespace catenary::logic::smt {

/// The number of bits of a sort; nothing for Int, Real and arrays.
[[nodiscard]] std::optional<std::size_t> bit_count(const Sort& sort);

/// The bits of a value. Requires: bit_count() of its sort is something
/// (checked).
[[nodiscard]] std::vector<bool> bits_of_value(const Value& value);

/// The value of a sort from its bits, read as the binary number `number`.
/// Requires: `bits` is the number of bits of the sort (checked). A number that
/// no enumerator has gives the first enumerator.
[[nodiscard]] Value value_of_bits(const Sort& sort,
                                  const mpz_class& number,
                                  std::size_t bits);

}  // namespace catenary::logic::smt
