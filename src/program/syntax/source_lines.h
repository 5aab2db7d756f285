// SPDX-License-Identifier: Apache-2.0
/// \file
/// Looks into the sources for what the coverage mapping does not tell: it has
/// cases of a switch as conditions, and constants without their values.
/// Internal to program/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::program {

/// Lines of source files, each file read once. For a place that does not exist,
/// is_case() returns false and literal() nothing.
class SourceLines {
 public:
  /// Whether the code at a place is a `case` or `default`, or the controlling
  /// expression of a `switch`, which stands for a default that is not written.
  [[nodiscard]] bool is_case(const base::SourceLocation& where);
  /// The truth value of a literal: `0`, `(1u)`, `!0x2`; nothing where the code
  /// from `where` to the column `end` is anything else.
  [[nodiscard]] std::optional<bool> literal(const base::SourceLocation& where,
                                            std::uint32_t end);

  /// The line of a place; empty where there is none.
  [[nodiscard]] std::string line(const base::SourceLocation& where);

 private:
  /// Lines of a file; none where it cannot be read.
  const std::vector<std::string>& of(const std::string& file);

  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace catenary::program
