// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/signals.h"

#include <bit>
#include <cmath>
#include <limits>

#include "tools/check-proof/failure.h"
#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// Bits of an integer type, negative for a signed one; 0 for other types.
int width_of(const std::string& type) {
  for (const int bits : {8, 16, 32, 64}) {
    if (type == "int" + std::to_string(bits)) return -bits;
    if (type == "uint" + std::to_string(bits)) return bits;
  }
  return 0;
}

template <class Float>
std::optional<Float> parse_float(const std::string& text) {
  using Limits = std::numeric_limits<Float>;
  if (text == "NaN") return Limits::quiet_NaN();
  if (text == "Infinity") return Limits::infinity();
  if (text == "-Infinity") return -Limits::infinity();
  return parse<Float>(text);
}

std::optional<std::uint64_t> integer_bits(int width, const std::string& text) {
  if (width > 0) {
    const auto n = parse<std::uint64_t>(text);
    if (!n || (width < 64 && *n >> static_cast<unsigned>(width) != 0)) {
      return std::nullopt;
    }
    return n;
  }
  const auto n = parse<std::int64_t>(text);
  if (!n) return std::nullopt;
  const auto bits = static_cast<unsigned>(-width);
  const std::int64_t top = *n >> (bits - 1);
  if (top != 0 && top != -1) return std::nullopt;
  const auto raw = static_cast<std::uint64_t>(*n);
  return bits == 64 ? raw : raw & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace

Places places_of(const std::vector<std::string>& names) {
  Places out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t one = names[i].find(' ');
    if (one == std::string::npos) continue;
    const std::size_t two = names[i].find(' ', one + 1);
    if (two == std::string::npos) continue;
    const auto bit =
        parse<std::uint32_t>(names[i].substr(one + 1, two - one - 1));
    std::vector<std::size_t>& bits =
        out[{names[i].substr(0, one), names[i].substr(two + 1)}];
    if (!bit || *bit != bits.size() || *bit >= 64) {
      throw Unreadable("the bits of '" + names[i].substr(two + 1) +
                       "' are not in order");
    }
    bits.push_back(i);
  }
  return out;
}

std::optional<std::uint64_t> machine_bits(const std::string& type,
                                          const Json& value) {
  if (type == "bool") {
    if (value.kind != Json::Kind::boolean) return std::nullopt;
    return value.truth ? 1 : 0;
  }
  if (value.kind != Json::Kind::number && value.kind != Json::Kind::string) {
    return std::nullopt;
  }
  // A NaN with its bits: "NaN(0x7fa00001)".
  if (type.starts_with("float") && value.text.starts_with("NaN(0x")) {
    return parse<std::uint64_t>(
        std::string_view(value.text).substr(6, value.text.size() - 7), 16);
  }
  if (type == "float32") {
    const auto f = parse_float<float>(value.text);
    if (!f) return std::nullopt;
    return std::bit_cast<std::uint32_t>(*f);
  }
  if (type == "float64") {
    const auto f = parse_float<double>(value.text);
    if (!f) return std::nullopt;
    return std::bit_cast<std::uint64_t>(*f);
  }
  const int width = width_of(type);
  return width == 0 ? std::nullopt : integer_bits(width, value.text);
}

bool same_value(const std::string& type, std::uint64_t a, std::uint64_t b) {
  if (type == "float32") {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(a));
    const auto y = std::bit_cast<float>(static_cast<std::uint32_t>(b));
    if (std::isnan(x) && std::isnan(y)) return true;
  }
  if (type == "float64" && std::isnan(std::bit_cast<double>(a)) &&
      std::isnan(std::bit_cast<double>(b))) {
    return true;
  }
  return a == b;
}

std::optional<std::uint64_t> default_bits(const Json& signal) {
  const std::string& type = signal.at("type").text;
  Json zero;
  zero.kind = Json::Kind::number;
  zero.text = "0";
  if (type == "bool") zero.kind = Json::Kind::boolean;
  const std::vector<Json>& range = signal.at("range").items;
  if (range.size() == 2 && type != "bool") {
    // Numbers of 64 bits have 53 of them here, which is enough to see a sign.
    const auto lo = parse<double>(range[0].text);
    const auto hi = parse<double>(range[1].text);
    if (lo && *lo > 0) return machine_bits(type, range[0]);
    if (hi && *hi < 0) return machine_bits(type, range[1]);
  }
  return machine_bits(type, zero);
}

}  // namespace check_proof
