// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers for names that occur often.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "suite/json.h"

namespace catenary::report {

/// Numbers names by first appearance.
class Numbering {
 public:
  /// The number of a name, a new one if it has none.
  std::int64_t number(const std::string& name) {
    const auto [at, is_new] =
        number_.try_emplace(name, static_cast<std::int64_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }
  /// The numbers of several names.
  suite::Json numbers(const std::vector<std::string>& names) {
    suite::Json out = suite::Json::array();
    for (const std::string& name : names) {
      out.push(suite::Json::number(number(name)));
    }
    return out;
  }
  /// All names by number.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string, std::int64_t> number_;
  std::vector<std::string> names_;
};

}  // namespace catenary::report
