// SPDX-License-Identifier: Apache-2.0
#include "lsp/text.h"

#include <algorithm>
#include <utility>

#include "base/text/characters.h"
#include "base/text/utf8.h"

namespace catenary::lsp {

namespace {

/// The length in bytes of the character at the begin of `rest`, at least 1.
std::size_t character(std::string_view rest) {
  return std::max<std::size_t>(base::utf8_length(rest), 1);
}

/// What a character of so many bytes counts.
std::size_t units(std::size_t bytes, Encoding encoding) {
  if (encoding == Encoding::utf8) return bytes;
  return bytes == 4 ? 2 : 1;  // beyond U+FFFF: a surrogate pair
}

/// The index of the line that has the offset.
std::size_t line_with(const std::vector<std::size_t>& starts,
                      std::size_t offset) {
  return static_cast<std::size_t>(std::ranges::upper_bound(starts, offset) -
                                  starts.begin()) -
         1;
}

constexpr std::string_view kMark = "\xEF\xBB\xBF";

}  // namespace

Text::Text(std::string text, Encoding encoding)
    : text_(std::move(text)), encoding_(encoding) {
  index();
}

void Text::index() {
  lsp_starts_ = {0};
  starts_ = {0};
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      lsp_starts_.push_back(i + 1);
      starts_.push_back(i + 1);
    } else if (text_[i] == '\r' &&
               (i + 1 == text_.size() || text_[i + 1] != '\n')) {
      lsp_starts_.push_back(i + 1);
    }
  }
}

void Text::replace(const Range& range, std::string_view by) {
  std::size_t begin = offset_of(range.begin), end = offset_of(range.end);
  if (end < begin) std::swap(begin, end);
  text_.replace(begin, end - begin, by);
  index();
}

std::size_t Text::offset_of(Position position) const {
  if (position.line >= lsp_starts_.size()) return text_.size();
  const auto line = static_cast<std::size_t>(position.line);
  std::size_t at = lsp_starts_[line];
  std::size_t end =
      line + 1 < lsp_starts_.size() ? lsp_starts_[line + 1] : text_.size();
  // The end of the line is not part of it.
  while (end > at && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  std::uint64_t column = 0;
  while (at < end) {
    const std::size_t bytes =
        character(std::string_view(text_).substr(at, end - at));
    column += units(bytes, encoding_);
    if (column > position.column) break;
    at += bytes;
  }
  return at;
}

Position Text::position_of(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t line = line_with(lsp_starts_, offset);
  Position out{line, 0};
  for (std::size_t at = lsp_starts_[line]; at < offset;) {
    const std::size_t bytes = character(std::string_view(text_).substr(at));
    if (at + bytes > offset) break;
    out.column += units(bytes, encoding_);
    at += bytes;
  }
  return out;
}

std::size_t Text::offset_of(base::Place place) const {
  if (place.line == 0) return 0;
  if (place.line > starts_.size()) return text_.size();
  const std::size_t begin = starts_[place.line - 1];
  const std::size_t end = begin + line(place.line).size();
  std::size_t at = begin + (place.column == 0 ? 0 : place.column - 1);
  // Readers pass a byte order mark.
  if (place.line == 1 && text_.starts_with(kMark)) at += kMark.size();
  return std::min(at, end);
}

base::Place Text::place_of(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t line = line_with(starts_, offset);
  std::size_t column = offset - starts_[line] + 1;
  if (line == 0 && text_.starts_with(kMark)) {
    column -= std::min(column - 1, kMark.size());
  }
  return {static_cast<std::uint32_t>(line + 1),
          static_cast<std::uint32_t>(column)};
}

Range Text::range_of(base::Place place, std::size_t length) const {
  const std::size_t begin = offset_of(place);
  return {position_of(begin), position_of(begin + length)};
}

std::string_view Text::line(std::uint32_t number) const {
  if (number == 0 || number > starts_.size()) return {};
  const std::size_t begin = starts_[number - 1];
  std::size_t end = number < starts_.size() ? starts_[number] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) {
    --end;
  }
  return std::string_view(text_).substr(begin, end - begin);
}

std::string_view Text::word_at(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  std::size_t begin = offset, end = offset;
  while (begin > 0 && base::in_word(text_[begin - 1])) --begin;
  while (end < text_.size() && base::in_word(text_[end])) ++end;
  return std::string_view(text_).substr(begin, end - begin);
}

}  // namespace catenary::lsp
