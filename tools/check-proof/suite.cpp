// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/suite.h"

#include <bit>
#include <cmath>
#include <set>
#include <type_traits>
#include <vector>

#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// The text with its numbers as strings: a float must not lose its sign or its
/// digits.
std::string with_strings(std::string_view in) {
  constexpr std::string_view kNumber = "+-.0123456789eE";
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!quoted && (in[i] == '-' || (in[i] >= '0' && in[i] <= '9'))) {
      const std::size_t end =
          std::min(in.find_first_not_of(kNumber, i), in.size());
      out.append("\"").append(in.substr(i, end - i)).append("\"");
      i = end - 1;
      continue;
    }
    out += in[i];
    if (quoted && in[i] == '\\' && i + 1 < in.size()) {
      out += in[++i];
    } else if (in[i] == '"') {
      quoted = !quoted;
    }
  }
  return out;
}

template <class Number>
std::optional<std::uint64_t> integer_bits(const std::string& text) {
  const auto n = parse<Number>(text);
  if (!n) return std::nullopt;
  return static_cast<std::make_unsigned_t<Number>>(*n);
}

}  // namespace

const Json& member(const Json& json, const std::string& name) {
  static const Json kNothing;
  const auto found = json.find(name);
  return found == json.end() ? kNothing : *found;
}

const Json& items(const Json& json) {
  static const Json kNone = Json::array();
  return json.is_array() ? json : kNone;
}

const std::string& text(const Json& json) {
  static const std::string kNone;
  return json.is_string() ? json.get_ref<const std::string&>() : kNone;
}

Json read_json(std::string_view bytes) {
  std::vector<std::set<std::string>> names;
  const auto look = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > 100) throw Unreadable("the suite has more than 100 levels");
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key &&
        !names.back().insert(text(value)).second) {
      throw Unreadable("the suite has two members '" + text(value) + "'");
    }
    return true;
  };
  try {
    return Json::parse(with_strings(bytes), look);
  } catch (const Json::exception& e) {
    throw Unreadable(std::string("the suite: ") + e.what());
  }
}

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
    if (!value.is_boolean()) return std::nullopt;
    return value.get<bool>() ? 1 : 0;
  }
  const std::string& number = text(value);
  // A NaN with its bits: "NaN(0x7fa00001)".
  if (type.starts_with("float") && number.starts_with("NaN(0x")) {
    return parse<std::uint64_t>(
        std::string_view(number).substr(6, number.size() - 7), 16);
  }
  if (type == "float32") {
    const auto f = parse<float>(number);
    if (f) return std::bit_cast<std::uint32_t>(*f);
  } else if (type == "float64") {
    const auto f = parse<double>(number);
    if (f) return std::bit_cast<std::uint64_t>(*f);
  }
  if (type == "int8") return integer_bits<std::int8_t>(number);
  if (type == "uint8") return integer_bits<std::uint8_t>(number);
  if (type == "int16") return integer_bits<std::int16_t>(number);
  if (type == "uint16") return integer_bits<std::uint16_t>(number);
  if (type == "int32") return integer_bits<std::int32_t>(number);
  if (type == "uint32") return integer_bits<std::uint32_t>(number);
  if (type == "int64") return integer_bits<std::int64_t>(number);
  if (type == "uint64") return integer_bits<std::uint64_t>(number);
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

std::optional<std::uint64_t> default_bits(const Json& signal) {
  const std::string& type = text(signal, "type");
  const Json& range = items(member(signal, "range"));
  if (range.size() == 2 && type != "bool") {
    // Numbers of 64 bits have 53 of them here, which is enough to see a sign.
    const auto lo = parse<double>(text(range[0]));
    const auto hi = parse<double>(text(range[1]));
    if (lo && *lo > 0) return machine_bits(type, range[0]);
    if (hi && *hi < 0) return machine_bits(type, range[1]);
  }
  return machine_bits(type, type == "bool" ? Json(false) : Json("0"));
}

}  // namespace check_proof
