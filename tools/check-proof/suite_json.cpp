// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/suite_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
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
  static const std::string kNone, kTrue = "true", kFalse = "false";
  if (json.is_boolean()) return json.get<bool>() ? kTrue : kFalse;
  return json.is_string() ? json.get_ref<const std::string&>() : kNone;
}

const std::string& text(const Json& json, const std::string& name) {
  return text(member(json, name));
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

}  // namespace check_proof
