// SPDX-License-Identifier: Apache-2.0
#include "base/text/source_map.h"

#include <algorithm>
#include <charconv>

#include "base/check.h"

namespace catenary::base {

void SourceMap::begin(std::uint32_t line, const SourceLocation& where) {
  CATENARY_CHECK(stretches_.empty() || stretches_.back().line <= line,
                 "a text is mapped from its beginning to its end");
  // An empty stretch is of no use.
  if (!stretches_.empty() && stretches_.back().line == line) {
    stretches_.pop_back();
  }
  stretches_.push_back({line, where});
}

void SourceMap::move_down(std::uint32_t lines) {
  for (Stretch& s : stretches_) s.line += lines;
}

SourceLocation SourceMap::find(const SourceLocation& generated) const {
  if (!home_.known()) return generated;
  if (generated.file.starts_with('<')) return home_;
  if (file_.empty() || generated.file != file_) return generated;
  // The last stretch that does not begin behind the line.
  const auto next =
      std::ranges::upper_bound(stretches_, generated.line, {}, &Stretch::line);
  if (next == stretches_.begin()) return home_;
  const Stretch& s = *std::prev(next);
  if (!s.where.known()) return home_;
  return {
      s.where.file, s.where.line + (generated.line - s.line), generated.column};
}

void SourceMap::find_in(std::string& message) const {
  if (file_.empty()) return;
  const auto number = [&message](std::size_t& at) {
    std::uint32_t out = 0;
    const auto end = std::from_chars(
        message.data() + at, message.data() + message.size(), out);
    at = static_cast<std::size_t>(end.ptr - message.data());
    return out;
  };
  std::size_t at = 0;
  while ((at = message.find(file_ + ":", at)) != std::string::npos) {
    SourceLocation place{file_, 0, 0};
    std::size_t end = at + file_.size() + 1;
    place.line = number(end);
    if (place.line == 0) {
      at = end;
      continue;
    }
    if (end + 1 < message.size() && message[end] == ':' &&
        message[end + 1] >= '0' && message[end + 1] <= '9') {
      place.column = number(++end);
    }
    const std::string found = find(place).to_string();
    message.replace(at, end - at, found);
    at += found.size();
  }
}

void SourceMap::find_all(Diagnostic& diagnostic) const {
  diagnostic.where = find(diagnostic.where);
  find_in(diagnostic.message);
  for (Diagnostic& note : diagnostic.notes) find_all(note);
}

}  // namespace catenary::base
