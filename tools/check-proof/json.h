// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON as RFC 8259 has it, for suites, by the library of Niels Lohmann.
/// Numbers are texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace check_proof {

/// A value. Members of another kind are empty.
struct Json {
  enum class Kind : std::uint8_t {
    null,
    boolean,
    number,
    string,
    array,
    object
  };
  Kind kind = Kind::null;
  bool truth = false;
  /// Of a number or string.
  std::string text;
  std::vector<Json> items;
  struct Member;
  std::vector<Member> members;

  /// The member of that name; null where there is none.
  [[nodiscard]] const Json& at(std::string_view name) const;
};

struct Json::Member {
  std::string first;
  Json second;
};

/// Reads a text of one value. Throws Unreadable for anything else, also for a
/// member that is there twice, and for more than 100 levels.
[[nodiscard]] Json read_json(std::string_view text);

}  // namespace check_proof
