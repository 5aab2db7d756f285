// SPDX-License-Identifier: Apache-2.0
#include "engine/tidy/simpler_values.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <tuple>

#include "base/check.h"

namespace catenary::engine::tidy {

namespace {

using logic::Value;
using model::ScalarType;
using model::Variable;

/// 0.DIGITS * 10^exponent. The digits begin and end with another digit than 0;
/// of 0 there are none.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

bool is_float(const Variable& v) {
  return v.type == ScalarType::float32 || v.type == ScalarType::float64;
}

/// Without the zeros at both ends.
Decimal normal(Decimal d) {
  const std::size_t first = d.digits.find_first_not_of('0');
  if (first == std::string::npos) return {d.negative, "", 0};
  d.exponent -= static_cast<int>(first);
  d.digits.erase(0, first);
  d.digits.erase(d.digits.find_last_not_of('0') + 1);
  return d;
}

/// Of the text of a number; nothing for infinities and NaNs.
std::optional<Decimal> decimal(const Value& value) {
  std::string text = value.to_string();
  Decimal d;
  if (text[0] == '-') {
    d.negative = true;
    text.erase(0, 1);
  }
  if (text[0] < '0' || text[0] > '9') return std::nullopt;
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    d.exponent = std::atoi(text.c_str() + e + 1);
    text.erase(e);
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  d.exponent += static_cast<int>(point);
  if (point < text.size()) text.erase(point, 1);
  d.digits = std::move(text);
  return normal(std::move(d));
}

/// The number as a value of the variable, where it has that value, exactly for
/// integers, and within its range.
std::optional<Value> value_of(const Variable& v, const Decimal& d) {
  const std::string sign = d.negative ? "-" : "";
  if (!is_float(v)) {
    const int zeros = d.exponent - static_cast<int>(d.digits.size());
    if (d.digits.empty()) return Value::integer(0);
    if (zeros < 0) return std::nullopt;
    return Value::integer(mpz_class(sign + d.digits + std::string(zeros, '0')));
  }
  const std::string text = sign + "0." + (d.digits.empty() ? "0" : d.digits) +
                           "e" + std::to_string(d.exponent);
  if (v.type == ScalarType::float32) {
    const float f = std::strtof(text.c_str(), nullptr);
    return std::isfinite(f) ? std::optional(Value::float32(f)) : std::nullopt;
  }
  const double f = std::strtod(text.c_str(), nullptr);
  return std::isfinite(f) ? std::optional(Value::float64(f)) : std::nullopt;
}

bool in_range(const Variable& v, const Value& value) {
  if (is_float(v)) {
    return v.lo.as_double() <= value.as_double() &&
           value.as_double() <= v.hi.as_double();
  }
  return v.lo.as_integer() <= value.as_integer() &&
         value.as_integer() <= v.hi.as_integer();
}

/// Smaller is simpler.
using Rank = std::tuple<int, std::size_t, int, std::string, bool>;

Rank rank(const Variable& v, const Value& value) {
  for (std::size_t i = 0; i < v.names.size(); ++i) {
    if (v.names[i].value == value) return {0, i, 0, "", false};
  }
  const std::optional<Decimal> d = decimal(value);
  if (!d) return {2, 0, 0, value.to_string(), false};
  const int magnitude = d->digits.empty() ? 0 : std::abs(d->exponent - 1);
  return {1, d->digits.size(), magnitude, d->digits, d->negative};
}

/// Powers of ten, from 1 towards the number.
std::vector<Decimal> ladder(const Decimal& d) {
  constexpr int kExponents[] = {
      2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 20, 25, 31, 39, 60, 100, 200, 308};
  std::vector<Decimal> out;
  for (const int e : kExponents) {
    if (d.exponent > 1 && e <= d.exponent + 1) {
      out.push_back({d.negative, "1", e});
    } else if (d.exponent < 1 && 2 - e >= d.exponent) {
      out.push_back({d.negative, "1", 2 - e});
    }
  }
  return out;
}

/// Single bits, and all bits up to one, below the number.
std::vector<Decimal> bits(const Value& value) {
  std::vector<Decimal> out;
  for (mpz_class bit = 2; bit < value.as_integer(); bit *= 2) {
    out.push_back(*decimal(Value::integer(bit)));
    const mpz_class all = 2 * bit - 1;
    if (all < value.as_integer()) out.push_back(*decimal(Value::integer(all)));
  }
  return out;
}

/// One digit, no more than that of the number.
std::vector<Decimal> smaller_digits(const Decimal& d) {
  std::vector<Decimal> out;
  for (const char digit : {'2', '5'}) {
    out.push_back({d.negative, std::string(1, digit), d.exponent - 1});
  }
  for (char digit = '2'; digit < d.digits[0]; ++digit) {
    out.push_back({d.negative, std::string(1, digit), d.exponent});
  }
  return out;
}

/// Cut to fewer digits, and one more in the last of them.
std::vector<Decimal> fewer_digits(const Decimal& d) {
  constexpr std::size_t kMost = 9;
  std::vector<Decimal> out;
  for (std::size_t n = 1; n < std::min(d.digits.size(), kMost); ++n) {
    Decimal cut = d;
    cut.digits.resize(n);
    Decimal more = cut;
    std::size_t at = n;
    while (at > 0 && more.digits[at - 1] == '9') more.digits[--at] = '0';
    if (at > 0) {
      ++more.digits[at - 1];
    } else {
      more.digits = "1";
      ++more.exponent;
    }
    out.push_back(normal(std::move(cut)));
    out.push_back(normal(std::move(more)));
  }
  return out;
}

/// Every number that may be simpler, not sorted out yet.
std::vector<Decimal> numbers(const std::optional<Decimal>& d) {
  std::vector<Decimal> out = {{}, {false, "1", 1}, {true, "1", 1}};
  const auto add = [&out](const std::vector<Decimal>& more) {
    out.insert(out.end(), more.begin(), more.end());
  };
  constexpr int kLarge = 39;
  if (!d) {
    add(ladder({false, "1", kLarge}));
    add(ladder({true, "1", kLarge}));
  } else if (!d->digits.empty()) {
    add(ladder(*d));
    add(d->digits.size() == 1 ? smaller_digits(*d) : fewer_digits(*d));
  }
  return out;
}

}  // namespace

std::vector<Value> simpler_values(const Variable& v, const Value& value) {
  if (v.type == ScalarType::boolean) {
    std::vector<Value> out;
    if (value.as_bool()) out.push_back(Value::boolean(false));
    return out;
  }
  std::vector<Value> out;
  const Rank own = rank(v, value);
  const auto add = [&](const Value& candidate) {
    if (in_range(v, candidate) && rank(v, candidate) < own &&
        std::ranges::find(out, candidate) == out.end()) {
      out.push_back(candidate);
    }
  };
  constexpr std::size_t kMostNames = 16;
  for (std::size_t i = 0; i < std::min(v.names.size(), kMostNames); ++i) {
    add(v.names[i].value);
  }
  for (const Value& end : {v.lo, v.hi}) {
    // 0 is not in the range then.
    const bool nearest = v.has_range && (!is_float(v) || decimal(end));
    if (nearest && !in_range(v, *value_of(v, {}))) add(end);
  }
  std::vector<Decimal> all = numbers(decimal(value));
  if (!is_float(v)) {
    const std::vector<Decimal> single = bits(value);
    all.insert(all.end(), single.begin(), single.end());
  }
  for (const Decimal& d : all) {
    if (const std::optional<Value> number = value_of(v, d)) add(*number);
  }
  return out;
}

}  // namespace catenary::engine::tidy
