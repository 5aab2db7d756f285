// SPDX-License-Identifier: Apache-2.0
#include "frontend/btor2/line.h"

#include <charconv>
#include <limits>

#include "base/text/characters.h"

namespace catenary::frontend::btor2 {

Line::Line(std::string_view text, const std::string& path, std::uint32_t number)
    : path_(path), number_(number), text_(text) {
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && base::is_blank(text[at])) ++at;
    // A comment begins a word; symbols may have the character inside.
    if (at == text.size() || text[at] == ';') return;
    const std::size_t begin = at;
    while (at < text.size() && !base::is_blank(text[at])) ++at;
    words_.push_back(text.substr(begin, at - begin));
  }
}

base::SourceLocation Line::where() const {
  const std::size_t column =
      next_ == 0
          ? 0
          : static_cast<std::size_t>(words_[next_ - 1].data() - text_.data());
  return {path_, number_, static_cast<std::uint32_t>(column + 1)};
}

void Line::fail(const std::string& message, const char* code) const {
  throw base::InputError(where(), message, code);
}

std::string_view Line::word(const char* expected) {
  if (at_end()) fail(std::string("the line ends; expected ") + expected);
  return words_[next_++];
}

std::uint64_t Line::number(const char* expected) {
  const std::string_view text = word(expected);
  std::uint64_t out = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) {
    fail("'" + std::string(text) + "'; expected " + expected);
  }
  return out;
}

std::int64_t Line::id(const char* expected) {
  const std::string_view text = word(expected);
  std::int64_t out = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out == 0 ||
      out == std::numeric_limits<std::int64_t>::min()) {
    fail("'" + std::string(text) + "'; expected " + expected);
  }
  return out;
}

}  // namespace catenary::frontend::btor2
