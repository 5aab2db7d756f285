// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conversions through exact rationals.
#include "logic/value/as_sort.h"

#include <gmpxx.h>

#include <cmath>

namespace catenary::logic {

namespace {

/// The formats of C's float and double; others are not converted.
bool is_machine_float(const Sort& sort) {
  return sort == Sort::float32() || sort == Sort::float64();
}

/// The rational that a Boolean, an enumerator or a number stands for; nothing
/// for NaN, infinities and other sorts.
std::optional<mpq_class> number_of(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return mpq_class(value.as_bool() ? 1 : 0);
    case SortKind::enumeration:
      return mpq_class(value.as_enumerator());
    case SortKind::integer:
      return mpq_class(value.as_integer());
    case SortKind::real:
      return value.as_real();
    case SortKind::floating: {
      if (!is_machine_float(value.sort())) return std::nullopt;
      const double number = value.as_double();
      if (!std::isfinite(number)) return std::nullopt;
      return mpq_class(number);
    }
    default:
      return std::nullopt;
  }
}

/// The float that is exactly this number, or nothing.
std::optional<Value> as_float(const mpq_class& number, const Sort& sort) {
  // get_d() truncates; the comparison finds out whether it had to.
  const double wide = number.get_d();
  if (!std::isfinite(wide) || mpq_class(wide) != number) return std::nullopt;
  if (sort == Sort::float64()) return Value::float64(wide);
  const auto narrow = static_cast<float>(wide);
  if (static_cast<double>(narrow) != wide) return std::nullopt;
  return Value::float32(narrow);
}

}  // namespace

std::optional<Value> as_sort(const Value& value, const Sort& sort) {
  if (value.sort() == sort) return value;
  const std::optional<mpq_class> number = number_of(value);
  if (!number) return std::nullopt;
  if (sort.kind() == SortKind::real) return Value::real(*number);
  if (is_machine_float(sort)) return as_float(*number, sort);
  if (number->get_den() != 1) return std::nullopt;
  const mpz_class& whole = number->get_num();
  switch (sort.kind()) {
    case SortKind::boolean:
      if (whole != 0 && whole != 1) return std::nullopt;
      return Value::boolean(whole == 1);
    case SortKind::enumeration:
      if (whole < 0 || whole >= sort.enumerators().values.size()) {
        return std::nullopt;
      }
      return Value::enumerator(sort.enumeration_decl(),
                               static_cast<std::uint32_t>(whole.get_ui()));
    case SortKind::integer:
      return Value::integer(whole);
    default:
      return std::nullopt;
  }
}

}  // namespace catenary::logic
