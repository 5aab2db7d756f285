// SPDX-License-Identifier: Apache-2.0
/// \file
/// A TOML text as a plain tree, for readers that may not see the TOML library:
/// keys in the order of the file, everything with its position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace catenary::option {

struct TomlNode {
  enum class Kind : std::uint8_t { table, array, text, integer, real, flag };
  struct Member;

  Kind kind = Kind::table;
  base::SourceLocation where;  ///< of the value
  base::SourceLocation key_where;
  std::string text;  ///< scalars; "true" or "false" for flags, decimal numbers
  std::vector<TomlNode> items;  ///< of an array
  std::vector<Member> members;  ///< of a table, in the order of the file

  /// Member of a table by name, or nullptr. Cost: linear.
  [[nodiscard]] const TomlNode* find(std::string_view key) const;
};

struct TomlNode::Member {
  std::string first;  ///< the key
  TomlNode second;
};

/// The root table. Throws base::InputError with line and column for anything
/// that is not TOML, and for dates and times, which no file of ours has.
[[nodiscard]] TomlNode parse_toml(const std::string& text,
                                  const std::string& path);

}  // namespace catenary::option
