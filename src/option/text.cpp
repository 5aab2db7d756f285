// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading and printing of option values. All readers consume the whole text.
#include "option/text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace catenary::option {
namespace {

[[noreturn]] void fail_expected(std::string_view expected,
                                std::string_view found) {
  throw base::InputError(
      {},
      fmt::format("expected {}, found '{}'", expected, found),
      "option-value");
}

/// A decimal number without sign.
template <typename Number>
void parse_whole(std::string_view text, Number& out) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc::result_out_of_range) {
    fail_expected(fmt::format("an integer of at most {}",
                              std::numeric_limits<Number>::max()),
                  text);
  }
  if (error != std::errc{} || end != text.data() + text.size()) {
    fail_expected("a non-negative integer", text);
  }
}

/// Removes a decimal number without sign or exponent from the front of `text`.
bool take_decimal(std::string_view& text, double& out) {
  if (text.empty() || text[0] < '0' || text[0] > '9') return false;
  const auto [end, error] = std::from_chars(
      text.data(), text.data() + text.size(), out, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(out)) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// A unit of time, in milliseconds.
struct TimeUnit {
  std::string_view name;
  std::int64_t ms;
};
// "ms" comes before "m", since the first matching name is used.
constexpr std::array<TimeUnit, 4> kTimeUnits{
    {{"ms", 1}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}}};
/// 100 years: keeps sums of durations far from overflow.
constexpr double kLongestMs = 3.2e12;

// From the largest to the smallest: print_text() takes the first that divides.
constexpr std::array<std::pair<char, int>, 4> kSizeUnits{
    {{'T', 40}, {'G', 30}, {'M', 20}, {'K', 10}}};

}  // namespace

void parse_text(std::string_view text, bool& out) {
  if (text != "true" && text != "false") fail_expected("true or false", text);
  out = text == "true";
}

void parse_text(std::string_view text, std::uint32_t& out) {
  parse_whole(text, out);
}

void parse_text(std::string_view text, std::uint64_t& out) {
  parse_whole(text, out);
}

void parse_text(std::string_view text, double& out) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() ||
      !std::isfinite(out)) {
    fail_expected("a number", text);
  }
}

void parse_text(std::string_view text, Bytes& out) {
  constexpr std::string_view kExpected = "a size such as 512M or 4G";
  std::string_view rest = text;
  double number = 0;
  if (!take_decimal(rest, number)) fail_expected(kExpected, text);
  int shift = 0;
  for (const auto& [letter, bits] : kSizeUnits) {
    // One letter only; what follows it is checked below.
    if (!rest.empty() && rest[0] == letter) shift = bits;
  }
  if (shift > 0) {
    rest.remove_prefix(1);
    // "512MiB" and "512MB" mean the same as "512M".
    if (rest == "iB" || rest == "B") rest = {};
  }
  if (!rest.empty()) fail_expected(kExpected, text);
  const double bytes = std::ldexp(number, shift);
  // Larger numbers would not fit std::int64_t elsewhere.
  if (bytes >= 0x1p63) fail_expected("a size below 8388608T", text);
  out.count = static_cast<std::uint64_t>(bytes);
}

void parse_text(std::string_view text, std::string& out) {
  out = text;
}

void parse_text(std::string_view text, std::chrono::milliseconds& out) {
  constexpr std::string_view kExpected = "a duration such as 250ms, 30s or 5m";
  if (text == "0") {
    out = std::chrono::milliseconds(0);
    return;
  }
  if (text.empty()) fail_expected(kExpected, text);
  double total = 0;
  // Several parts may follow each other: "1m30s".
  for (std::string_view rest = text; !rest.empty();) {
    double number = 0;
    if (!take_decimal(rest, number)) fail_expected(kExpected, text);
    const TimeUnit* unit = nullptr;
    for (const TimeUnit& u : kTimeUnits) {
      // The first that fits.
      if (unit == nullptr && rest.starts_with(u.name)) unit = &u;
    }
    if (unit == nullptr) fail_expected(kExpected, text);
    rest.remove_prefix(unit->name.size());
    total += number * static_cast<double>(unit->ms);
  }
  if (total > kLongestMs) {
    fail_expected("a duration of at most 100 years", text);
  }
  out = std::chrono::milliseconds(std::llround(total));
}

void parse_text(std::string_view text, TimeOrOff& out) {
  if (text == "off") {
    out.time = std::chrono::milliseconds(0);
    return;
  }
  parse_text(text, out.time);
}

std::string print_text(bool value) {
  return value ? "true" : "false";
}
std::string print_text(std::uint32_t value) {
  return std::to_string(value);
}
std::string print_text(std::uint64_t value) {
  return std::to_string(value);
}
std::string print_text(double value) {
  return fmt::format("{}", value);
}
std::string print_text(const std::string& value) {
  return value;
}

std::string print_text(Bytes value) {
  // 0 is divisible by all units.
  if (value.count == 0) return "0";
  for (const auto& [letter, bits] : kSizeUnits) {
    if (value.count % (std::uint64_t{1} << bits) == 0) {
      return fmt::format("{}{}", value.count >> bits, letter);
    }
  }
  return std::to_string(value.count);
}

std::string print_text(std::chrono::milliseconds value) {
  std::int64_t left = value.count();
  if (left == 0) return "0";
  std::string out;
  for (const TimeUnit& unit :
       // From the largest unit to the smallest.
       {kTimeUnits[1], kTimeUnits[2], kTimeUnits[3], kTimeUnits[0]}) {
    if (left / unit.ms > 0) {
      out += std::to_string(left / unit.ms);
      out += unit.name;
    }
    left %= unit.ms;
  }
  return out;
}

std::string print_text(TimeOrOff value) {
  return value.time.count() == 0 ? "off" : print_text(value.time);
}

}  // namespace catenary::option
