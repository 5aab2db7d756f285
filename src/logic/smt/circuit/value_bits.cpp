// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values as bits; enumerators as binary indices.
#include "logic/smt/circuit/value_bits.h"

#include <bit>

#include "base/check.h"
#include "logic/value/ieee754.h"

namespace catenary::logic::smt {

std::optional<std::size_t> bit_count(const Sort& sort) {
  switch (sort.kind()) {
    case SortKind::boolean:
      return 1;
    case SortKind::bitvec:
      return sort.bits();
    case SortKind::floating:
      return FloatFormat(sort).width();
    case SortKind::enumeration:
      // The largest index is size - 1; one enumerator needs no bit.
      return std::bit_width(sort.enumerators().values.size() - 1);
    default:
      return std::nullopt;
  }
}

std::vector<bool> bits_of_value(const Value& value) {
  const auto count = bit_count(value.sort());
  CATENARY_CHECK(count.has_value(), "a value that is bits");
  mpz_class number;
  switch (value.kind()) {
    case SortKind::boolean:
      number = value.as_bool() ? 1 : 0;
      break;
    case SortKind::enumeration:
      number = value.as_enumerator();
      break;
    default:
      number = value.as_bits();
      break;
  }
  std::vector<bool> bits(*count);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = mpz_tstbit(number.get_mpz_t(), i) != 0;
  }
  return bits;
}

Value value_of_bits(const Sort& sort,
                    const mpz_class& number,
                    std::size_t bits) {
  CATENARY_CHECK(bit_count(sort) == bits, "as many bits as the sort has");
  switch (sort.kind()) {
    case SortKind::boolean:
      return Value::boolean(number != 0);
    case SortKind::bitvec:
      return Value::bitvec(sort.bits(), number);
    case SortKind::floating:
      return Value::floating(sort, number);
    default: {
      // A pattern without an enumerator occurs only for bits that are free.
      const bool known = number < sort.enumerators().values.size();
      return Value::enumerator(
          sort.enumeration_decl(),
          known ? static_cast<std::uint32_t>(number.get_ui()) : 0);
    }
  }
}

}  // namespace catenary::logic::smt
