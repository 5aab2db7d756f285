// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads values from the text of Value::to_string(). Each sort has its own
/// syntax; arrays nest.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/check.h"
#include "base/error.h"
#include "base/text/scanner.h"
#include "logic/value/ieee754.h"
#include "logic/value/machine_float.h"
#include "logic/value/value.h"

namespace catenary::logic {

namespace {

/// Bounds the size of the exact rational of a decimal such as 1e999999999.
constexpr long kMaxDecimalExponent = 100'000;

/// Throws the error for text that is not a value.
[[noreturn]] void reject(std::string_view text, const std::string& expected) {
  constexpr std::size_t kShown = 60;
  std::string shown(text.substr(0, kShown));
  if (text.size() > kShown) shown += "...";
  throw base::InputError(base::SourceLocation{},
                         "'" + shown + "' is not " + expected,
                         "value-syntax");
}

using base::is_digit;

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::string_view without_sign(std::string_view text) {
  return text.starts_with('-') ? text.substr(1) : text;
}

bool is_integer(std::string_view text) {
  return all_digits(without_sign(text));
}

/// Digits [. digits] [e [sign] digits], with an optional minus; the exponent
/// is clamped to +-kMaxDecimalExponent. False on anything else.
bool read_decimal(std::string_view text, mpq_class& out) {
  const bool negative = text.starts_with('-');
  std::string_view rest = without_sign(text);
  // The digits without the point; `scale` counts those behind it.
  std::string digits;
  long scale = 0;
  bool point = false;
  std::size_t i = 0;
  for (; i < rest.size() && (is_digit(rest[i]) || (rest[i] == '.' && !point));
       ++i) {
    if (rest[i] == '.') {
      point = true;
    } else {
      digits += rest[i];
      if (point) --scale;
    }
  }
  if (digits.empty() || rest.front() == '.') return false;
  if (i < rest.size()) {
    if (rest[i] != 'e' && rest[i] != 'E') return false;
    std::string_view exponent = rest.substr(i + 1);
    const bool minus = exponent.starts_with('-');
    if (minus || exponent.starts_with('+')) exponent.remove_prefix(1);
    if (!all_digits(exponent)) return false;
    long v = 0;
    for (const char c : exponent) {
      // Clamped while it is read, so that it cannot overflow.
      v = std::min(v * 10 + (c - '0'), kMaxDecimalExponent);
    }
    scale += minus ? -v : v;
  }
  mpz_class power;
  mpz_ui_pow_ui(
      power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(scale)));
  const mpz_class mantissa(digits, 10);
  out = scale >= 0 ? mpq_class(mantissa * power) : mpq_class(mantissa, power);
  out.canonicalize();
  if (negative) out = -out;
  return true;
}

/// A quotient of integers, or a decimal.
Value parse_real(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const std::string_view num = text.substr(0, slash);
    const std::string_view den = text.substr(slash + 1);
    if (is_integer(num) && all_digits(den)) {
      const mpz_class d(std::string(den), 10);
      if (d != 0) {
        return Value::real(mpq_class(mpz_class(std::string(num), 10), d));
      }
    }
  } else if (mpq_class q; read_decimal(text, q)) {
    return Value::real(std::move(q));
  }
  reject(text, "a real number, such as 1/3 or 0.5");
}

/// "NaN(0x…)" with all bits of a NaN; nothing where it is another text.
std::optional<Value> parse_nan(const Sort& sort, std::string_view text) {
  constexpr std::string_view kBegin = "NaN(0x";
  if (!text.starts_with(kBegin) || !text.ends_with(')')) return std::nullopt;
  const std::string digits(
      text.substr(kBegin.size(), text.size() - kBegin.size() - 1));
  const FloatFormat format(sort);
  if (digits.empty() || digits.size() > (format.width() + 3) / 4 ||
      digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    return std::nullopt;
  }
  const mpz_class bits(digits, 16);
  if (mpz_sizeinbase(bits.get_mpz_t(), 2) > format.width() ||
      !format.is_nan(bits)) {
    return std::nullopt;
  }
  return machine_float(sort, bits);
}

Value parse_float(const Sort& sort, std::string_view text) {
  if (text == "NaN") return float_nan(sort);
  if (auto nan = parse_nan(sort, text)) return *std::move(nan);
  if (text == "Infinity") return float_infinity(sort, false);
  if (text == "-Infinity") return float_infinity(sort, true);
  mpq_class q;
  // The sign of the text counts: "-0" is the negative zero.
  if (!read_decimal(text, q)) {
    reject(text,
           "a floating-point number, such as 0.5, 1e-3, NaN or -Infinity");
  }
  Value v =
      float_round(sort, RoundingMode::nearest_even, q, text.starts_with('-'));
  // Rounding to infinity means that the number is out of range; infinities have
  // names.
  if (is_infinite(v)) {
    reject(text, "a number in the range of " + sort.to_string());
  }
  return v;
}

/// Leading zeros are required, so that the text tells the width.
Value parse_bits(std::uint32_t width, std::string_view text) {
  const std::string expected = "a bit-vector of " + std::to_string(width) +
                               " bits, such as " +
                               Value::bitvec(width, 1).to_string();
  const bool hex = text.starts_with("#x");
  if (!hex && !text.starts_with("#b")) reject(text, expected);
  const std::string digits(text.substr(2));
  const bool legal = std::all_of(digits.begin(), digits.end(), [hex](char c) {
    return hex ? is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')
               : c == '0' || c == '1';
  });
  if (!legal || digits.size() * (hex ? 4 : 1) != width) reject(text, expected);
  return Value::bitvec(width, mpz_class(digits, hex ? 16 : 2));
}

Value parse_enumerator(const Sort& sort, std::string_view text) {
  const auto& names = sort.enumerators().values;
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) {
    std::string expected = "a value of " + sort.enumerators().name + " (";
    for (std::size_t i = 0; i < names.size(); ++i) {
      expected += (i > 0 ? ", " : "") + names[i];
    }
    reject(text, expected + ")");
  }
  return Value::enumerator(sort.enumeration_decl(),
                           static_cast<std::uint32_t>(found - names.begin()));
}

/// Reads the text of arrays from left to right.
class ArrayReader : base::Scanner {
 public:
  using Scanner::Scanner;

  Value read(const Sort& sort) {
    if (sort.kind() != SortKind::array) return read_plain(sort);
    expect("{");
    std::map<std::string, std::pair<Value, Value>> entries;
    while (!accept("else: ")) {
      // Indices come before "else: ", which ends the list.
      const Value index = read(sort.index());
      expect(": ");
      const Value element = read(sort.element());
      expect(", ");
      // Each index at most once.
      if (!entries.try_emplace(index.to_string(), index, element).second) {
        fail();
      }
    }
    const Value otherwise = read(sort.element());
    expect("}");
    return Value::array(sort, std::move(entries), otherwise);
  }

  void expect_end() {
    if (!at_end()) fail();
  }

 private:
  /// A value up to the next delimiter, or an enumerator between bars.
  Value read_plain(const Sort& sort) {
    std::string token;
    if (accept("|")) {
      while (!accept("|")) {
        accept("\\");
        if (at_end()) fail();
        token += take(1);
      }
      if (sort.kind() != SortKind::enumeration) fail();
    } else {
      token =
          take_while([](char c) { return c != ':' && c != ',' && c != '}'; });
    }
    return parse_value(sort, token);
  }

  void expect(std::string_view token) {
    if (!accept(token)) fail();
  }

  [[noreturn]] void fail() const {
    reject(text_, "an array, such as {1: 5, else: 0}");
  }
};

}  // namespace

Value parse_value(const Sort& sort, std::string_view text) {
  switch (sort.kind()) {
    case SortKind::boolean:
      if (text == "true") return Value::boolean(true);
      if (text == "false") return Value::boolean(false);
      reject(text, "a Boolean (true or false)");
    case SortKind::integer:
      if (!is_integer(text)) reject(text, "an integer");
      return Value::integer(mpz_class(std::string(text), 10));
    case SortKind::real:
      return parse_real(text);
    case SortKind::bitvec:
      return parse_bits(sort.bits(), text);
    case SortKind::floating:
      return parse_float(sort, text);
    case SortKind::enumeration:
      return parse_enumerator(sort, text);
    case SortKind::array: {
      ArrayReader reader(text);
      Value v = reader.read(sort);
      reader.expect_end();
      return v;
    }
  }
  reject(text, "a value");
}

}  // namespace catenary::logic
