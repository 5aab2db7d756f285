// SPDX-License-Identifier: Apache-2.0
/// \file
/// A TOML text as a plain tree, for readers that must not include the TOML
/// library: keys in the order of the file, everything with its position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace catenary::option {

/// A value with its position.
struct TomlNode {
  /// The kinds of values. Dates and times are refused.
  enum class Kind : std::uint8_t { table, array, text, integer, real, flag };
  struct Member;

  Kind kind = Kind::table;
  /// The position of the value.
  base::SourceLocation where;
  /// The position of its key; unknown for elements of arrays.
  base::SourceLocation key_where;
  /// For scalars: "true" or "false" for flags, decimal numbers.
  std::string text;
  /// The elements of an array.
  std::vector<TomlNode> items;
  /// The members of a table, in the order of the file.
  std::vector<Member> members;

  /// The member of a table by name, or nullptr. Cost: linear.
  [[nodiscard]] const TomlNode* find(std::string_view key) const;
};

/// A key and its value; the names are those of std::pair.
struct TomlNode::Member {
  /// The key.
  std::string first;
  /// Its value.
  TomlNode second;
};

/// Reads a text and returns the root table. Throws base::InputError with line
/// and column for anything that is not TOML, and for dates and times, which our
/// files do not have.
[[nodiscard]] TomlNode parse_toml(const std::string& text,
                                  const std::string& path);

}  // namespace catenary::option
