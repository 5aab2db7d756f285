// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/suite.h"

#include <bit>
#include <cmath>
#include <type_traits>
#include <vector>

#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

template <class Number>
std::optional<std::uint64_t> integer_bits(const std::string& text) {
  const auto n = parse<Number>(text);
  if (!n) return std::nullopt;
  return static_cast<std::make_unsigned_t<Number>>(*n);
}

}  // namespace

Places places_of(const std::vector<std::string>& names) {
  Places out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t one = names[i].find(' ');
    const std::size_t two = names[i].find(' ', one + 1);
    if (one == std::string::npos || two == std::string::npos) continue;
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
                                          const std::string& value) {
  if (type == "bool") {
    if (value != "true" && value != "false") return std::nullopt;
    return value == "true" ? 1 : 0;
  }
  // A NaN with its bits: "NaN(0x7fa00001)".
  if (type.starts_with("float") && value.starts_with("NaN(0x")) {
    return parse<std::uint64_t>(
        std::string_view(value).substr(6, value.size() - 7), 16);
  }
  if (type == "float32") {
    const auto f = parse<float>(value);
    if (f) return std::bit_cast<std::uint32_t>(*f);
  } else if (type == "float64") {
    const auto f = parse<double>(value);
    if (f) return std::bit_cast<std::uint64_t>(*f);
  }
  if (type == "int8") return integer_bits<std::int8_t>(value);
  if (type == "uint8") return integer_bits<std::uint8_t>(value);
  if (type == "int16") return integer_bits<std::int16_t>(value);
  if (type == "uint16") return integer_bits<std::uint16_t>(value);
  if (type == "int32") return integer_bits<std::int32_t>(value);
  if (type == "uint32") return integer_bits<std::uint32_t>(value);
  if (type == "int64") return integer_bits<std::int64_t>(value);
  if (type == "uint64") return integer_bits<std::uint64_t>(value);
  return std::nullopt;
}

bool same_value(const std::string& type, std::uint64_t a, std::uint64_t b) {
  const auto is_nan = [&](std::uint64_t bits) {
    return type == "float32"
               ? std::isnan(
                     std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
               : type == "float64" && std::isnan(std::bit_cast<double>(bits));
  };
  return a == b || (is_nan(a) && is_nan(b));
}

}  // namespace check_proof
