// SPDX-License-Identifier: Apache-2.0
/// \file
/// A position in a text that is read from left to right: the character level of
/// every hand-written reader. Lexers and readers without tokens derive from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/problems.h"
#include "base/text/characters.h"

namespace catenary::base {

/// A text and the position of the next character.
class Scanner {
 public:
  /// The text must outlive the scanner.
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  /// The character at that distance from the position; 0 behind the end.
  [[nodiscard]] char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  /// Whether the text goes on with `sign`.
  [[nodiscard]] bool sees(std::string_view sign) const {
    return text_.substr(at_, sign.size()) == sign;
  }
  /// Passes `sign` if the text goes on with it, and returns whether it does.
  bool accept(std::string_view sign) {
    if (!sees(sign)) return false;
    at_ += sign.size();
    return true;
  }

  /// The number of characters from that distance on that belong to the class.
  template <class Class>
  [[nodiscard]] std::size_t count(Class is_one, std::size_t ahead = 0) const {
    std::size_t n = ahead;
    while (at_ + n < text_.size() && is_one(text_[at_ + n])) ++n;
    return n - ahead;
  }
  /// Passes all characters up to one that does not belong to the class, and
  /// returns them. A view into the text.
  template <class Class>
  std::string_view take_while(Class is_one) {
    return take(count(is_one));
  }
  /// Passes that many characters, and returns them. Requires: there are so
  /// many.
  std::string_view take(std::size_t length) {
    at_ += length;
    return text_.substr(at_ - length, length);
  }

  /// Passes everything up to and including `sign`; false, and nothing is
  /// passed, where it does not occur.
  bool skip_past(std::string_view sign);
  /// Goes to the end of the line, which is not passed, or of the text.
  void skip_line();
  /// Passes a byte order mark; column 1 is behind it. Call it at the beginning.
  void skip_mark();

  /// The place of the next character. Columns count bytes. Amortised cost over
  /// a text: linear.
  [[nodiscard]] Place place() const { return place(at_); }
  /// The place of the character at an offset. Cost: as place() for offsets that
  /// do not decrease; linear for one in an earlier line than the last.
  [[nodiscard]] Place place(std::size_t offset) const;

 protected:
  std::string_view text_;
  /// The offset of the next character.
  std::size_t at_ = 0;

 private:
  /// The offset of column 1 of the first line.
  std::size_t first_ = 0;
  /// Lines are counted lazily: up to `counted_`, which is in line `line_` that
  /// begins at `line_start_`.
  mutable std::size_t counted_ = 0, line_start_ = 0;
  mutable std::uint32_t line_ = 1;
};

}  // namespace catenary::base
