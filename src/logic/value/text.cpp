// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values as text: for people and suites, and in SMT-LIB 2.6. Texts are
/// injective for each sort, since suites compare them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>

#include "base/check.h"
#include "base/text/characters.h"
#include "logic/value/ieee754.h"
#include "logic/value/value.h"

namespace catenary::logic {

namespace {

/// With leading zeros.
std::string padded(const mpz_class& v, int base, std::size_t digits) {
  std::string text = v.get_str(base);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

/// Hexadecimal if the width is a multiple of four, as SMT-LIB requires.
std::string bits_to_string(const mpz_class& bits, std::uint32_t width) {
  if (width % 4 == 0) return "#x" + padded(bits, 16, width / 4);
  return "#b" + padded(bits, 2, width);
}

mpq_class power_of_ten(long exponent) {
  mpz_class power;
  mpz_ui_pow_ui(
      power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  return exponent >= 0 ? mpq_class(power) : mpq_class(1, power);
}

/// The decimal text of fewest digits that reads back as `x`, which is finite
/// and not 0. Steele and White, "How to print floating-point numbers
/// accurately", PLDI 1990, in its plain form: try 1, 2, … digits.
std::string shortest_decimal(const Value& x) {
  const mpq_class exact = abs(float_to_rational(x));
  const std::string sign = sign_of(x) ? "-" : "";
  const auto bits = [](const mpz_class& v) {
    return static_cast<double>(mpz_sizeinbase(v.get_mpz_t(), 2));
  };
  // An estimate of log10, corrected by the loops below: 10^exponent <= exact <
  // 10^(exponent + 1).
  auto exponent = static_cast<long>(
      (bits(exact.get_num()) - bits(exact.get_den())) * 0.30103);
  while (power_of_ten(exponent) > exact) --exponent;
  while (power_of_ten(exponent + 1) <= exact) ++exponent;
  // Ends: enough digits always identify a float.
  for (long digits = 1;; ++digits) {
    const long unit = exponent - digits + 1;
    const mpq_class scaled = exact * power_of_ten(-unit);
    const mpz_class rounded =
        round_to_integer(RoundingMode::nearest_even, scaled);
    mpq_class candidate = rounded * power_of_ten(unit);
    if (sign_of(x)) candidate = -candidate;
    if (!(float_round(x.sort(), RoundingMode::nearest_even, candidate) == x)) {
      continue;
    }
    std::string text = rounded.get_str();
    // Rounding up may add a digit: 9.96 becomes 10.0.
    const long shown = exponent + static_cast<long>(text.size()) - digits;
    if (text.size() > 1) text.insert(1, ".");
    while (text.size() > 1 && (text.back() == '0' || text.back() == '.')) {
      const bool done = text.back() == '.';
      text.pop_back();
      if (done) break;
    }
    if (shown != 0) text += "e" + std::to_string(shown);
    return sign + text;
  }
}

/// std::to_chars() gives the shortest text for machine floats.
template <typename T>
std::string shortest(T v) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), v);
  return {buffer.data(), end.ptr};
}

std::string float_to_string(const Value& x) {
  const FloatFormat format(x.sort());
  // A NaN with bits of its own, see machine_float.h.
  if (is_nan(x) && x.as_bits() != format.nan_bits()) {
    return "NaN(0x" + padded(x.as_bits(), 16, (format.width() + 3) / 4) + ")";
  }
  if (is_nan(x)) return "NaN";
  if (is_infinite(x)) return sign_of(x) ? "-Infinity" : "Infinity";
  if (is_zero(x)) return sign_of(x) ? "-0" : "0";
  if (x.sort() == Sort::float32()) return shortest(x.as_float());
  if (x.sort() == Sort::float64()) return shortest(x.as_double());
  return shortest_decimal(x);
}

/// Text inside an array: an enumerator that could be taken for the syntax
/// around it is quoted.
std::string nested_to_string(const Value& v) {
  std::string text = v.to_string();
  if (v.kind() != SortKind::enumeration) return text;
  const bool plain = !text.empty() && text != "else" &&
                     std::all_of(text.begin(), text.end(), [](char c) {
                       return base::in_word(c) || c == '-' || c == '.';
                     });
  if (plain) return text;
  std::string quoted = "|";
  for (const char c : text) {
    if (c == '|' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "|";
}

/// Reals need a decimal point, and a minus is an operator.
std::string smtlib_real(const mpq_class& q) {
  const mpz_class num = abs(q.get_num());
  std::string text = num.get_str() + ".0";
  if (q.get_den() != 1) {
    text = "(/ " + text + " " + q.get_den().get_str() + ".0)";
  }
  return q < 0 ? "(- " + text + ")" : text;
}

/// The three fields, which give each float exactly.
std::string smtlib_float(const Value& x) {
  const std::string format = std::to_string(x.sort().exponent_bits()) + " " +
                             std::to_string(x.sort().significand_bits());
  if (is_nan(x)) return "(_ NaN " + format + ")";
  if (is_infinite(x)) {
    return std::string(sign_of(x) ? "(_ -oo " : "(_ +oo ") + format + ")";
  }
  const std::string bits =
      padded(x.as_bits(), 2, FloatFormat(x.sort()).width());
  const std::uint32_t e = x.sort().exponent_bits();
  return "(fp #b" + bits.substr(0, 1) + " #b" + bits.substr(1, e) + " #b" +
         bits.substr(1 + e) + ")";
}

}  // namespace

std::string Value::to_string() const {
  switch (kind()) {
    case SortKind::boolean:
      return as_bool() ? "true" : "false";
    case SortKind::integer:
      return as_integer().get_str();
    case SortKind::real:
      return as_real().get_str();
    case SortKind::bitvec:
      return bits_to_string(as_bits(), sort_.bits());
    case SortKind::floating:
      return float_to_string(*this);
    case SortKind::enumeration:
      return sort_.enumerators().values[as_enumerator()];
    case SortKind::array: {
      std::string text = "{";
      for (const auto& [key, entry] : entries()) {
        text += nested_to_string(entry.first) + ": " +
                nested_to_string(entry.second) + ", ";
      }
      return text + "else: " + nested_to_string(otherwise()) + "}";
    }
  }
  return "";
}

std::string Value::to_smtlib() const {
  switch (kind()) {
    case SortKind::boolean:
      return as_bool() ? "true" : "false";
    case SortKind::integer: {
      const mpz_class& v = as_integer();
      return v < 0 ? "(- " + mpz_class(-v).get_str() + ")" : v.get_str();
    }
    case SortKind::real:
      return smtlib_real(as_real());
    case SortKind::bitvec:
      return "(_ bv" + as_bits().get_str() + " " +
             std::to_string(sort_.bits()) + ")";
    case SortKind::floating:
      return smtlib_float(*this);
    case SortKind::enumeration:
      return smtlib_enumerator(sort_.enumerators(), as_enumerator());
    case SortKind::array: {
      std::string text = "((as const " + sort_.to_string() + ") " +
                         otherwise().to_smtlib() + ")";
      // Stores are nested: their heads come first.
      std::string stores;
      for (const auto& [key, entry] : entries()) {
        stores += "(store ";
        text += " " + entry.first.to_smtlib() + " " + entry.second.to_smtlib() +
                ")";
      }
      return stores + text;
    }
  }
  return "";
}

}  // namespace catenary::logic
