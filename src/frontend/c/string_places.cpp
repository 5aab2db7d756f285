// SPDX-License-Identifier: Apache-2.0
/// \file
/// TOML's parser has places of values only, with their quotes. The raw text
/// shows which quotes a string has, and so where its content begins.
#include "frontend/c/string_places.h"

#include <cstddef>
#include <utility>

namespace catenary::frontend::c {

StringPlaces::StringPlaces(const std::string& text) {
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = text.find('\n', start);
    lines_.push_back(
        text.substr(start, end == std::string::npos ? end : end - start));
    if (end == std::string::npos) break;
    start = end + 1;
  }
}

base::SourceLocation StringPlaces::content(base::SourceLocation start) const {
  base::SourceLocation at = std::move(start);
  // A place that is not in this text stays as it is.
  if (at.line == 0 || at.line > lines_.size()) return at;
  const std::string& line = lines_[at.line - 1];
  const std::size_t from = at.column - 1;
  if (line.compare(from, 3, "\"\"\"") == 0 ||
      line.compare(from, 3, "'''") == 0) {
    at.column += 3;
    if (from + 3 >= line.size()) {  // a newline behind the quotes is dropped
      ++at.line;
      at.column = 1;
    }
  } else if (from < line.size() && (line[from] == '"' || line[from] == '\'')) {
    at.column += 1;
  }
  return at;
}

}  // namespace catenary::frontend::c
