// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the contents of strings in a TOML text begin, so that errors in a
/// piece of C within a string point into it.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::frontend::c {

/// The text of a file, by lines.
class StringPlaces {
 public:
  /// Copies the text.
  explicit StringPlaces(const std::string& text);

  /// The place behind the opening quotes of the string that starts at `start`;
  /// in the next line where the quotes are three and end their line, since TOML
  /// drops that end. Unchanged where no string starts there.
  [[nodiscard]] base::SourceLocation content(base::SourceLocation start) const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace catenary::frontend::c
