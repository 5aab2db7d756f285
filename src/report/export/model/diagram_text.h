// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strings of Graphviz DOT and PlantUML.
#pragma once

#include <string>
#include <string_view>

namespace catenary::report {

/// A text in quotes. A line break is written "\n", the escape that both
/// languages show as a new line.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace catenary::report
