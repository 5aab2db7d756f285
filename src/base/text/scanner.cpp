// SPDX-License-Identifier: Apache-2.0
/// \file
/// Movement by more than a character, and lazy counting of lines.
#include "base/text/scanner.h"

#include <algorithm>
#include <limits>

namespace catenary::base {

bool Scanner::skip_past(std::string_view sign) {
  const std::size_t found = text_.find(sign, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + sign.size();
  return true;
}

void Scanner::skip_line() {
  at_ = std::min(text_.find('\n', at_), text_.size());
}

void Scanner::skip_mark() {
  if (accept("\xEF\xBB\xBF")) first_ = line_start_ = counted_ = at_;
}

Place Scanner::place(std::size_t offset) const {
  if (offset < line_start_) {
    counted_ = line_start_ = first_;
    line_ = 1;
  }
  // Only what is in front of the offset is searched: a text may be one line.
  while (counted_ < offset) {
    const std::size_t end =
        text_.substr(counted_, offset - counted_).find('\n');
    if (end == std::string_view::npos) {
      counted_ = offset;
    } else {
      ++line_;
      line_start_ = counted_ += end + 1;
    }
  }
  // Lines of more than 4 GiB have no columns at their end.
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  return {line_,
          static_cast<std::uint32_t>(
              std::min(offset - std::min(offset, line_start_) + 1, kMost))};
}

}  // namespace catenary::base
