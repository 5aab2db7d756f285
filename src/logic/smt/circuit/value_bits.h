// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of finite sorts without arrays as bits, lowest first: a Boolean has
/// one, a float its IEEE representation, an enumerator its index in as many
/// bits as the largest index needs (none where there is one enumerator).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "logic/value/value.h"

namespace catenary::logic::smt {

/// How many bits a sort has; nothing where its values are not bits.
[[nodiscard]] std::optional<std::size_t> bit_count(const Sort& sort);

/// Requires: bit_count() of its sort is something.
[[nodiscard]] std::vector<bool> bits_of_value(const Value& value);

/// Requires: as many bits as the sort has. A number that no enumerator has is
/// the first one's.
[[nodiscard]] Value value_of_bits(const Sort& sort,
                                  const mpz_class& number,
                                  std::size_t bits);

}  // namespace catenary::logic::smt
