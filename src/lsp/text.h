// SPDX-License-Identifier: Apache-2.0
/// \file
/// A text that is edited: positions as LSP counts them, and as our readers do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::lsp {

/// What the columns of positions count; the client chooses.
enum class Encoding : std::uint8_t { utf8, utf16 };

/// A position, from 0. A column beyond the end of its line means the end.
struct Position {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  bool operator==(const Position&) const = default;
};
/// From `begin` to before `end`.
struct Range {
  Position begin, end;
  bool operator==(const Range&) const = default;
};

/// A text with its lines. Lines end with "\n", "\r\n" or "\r" for LSP, and with
/// "\n" for our readers.
class Text {
 public:
  Text(std::string text, Encoding encoding);

  [[nodiscard]] const std::string& all() const { return text_; }
  [[nodiscard]] Encoding encoding() const { return encoding_; }
  /// Replaces a range. Positions outside of the text are moved into it; a range
  /// with its ends exchanged is the same range. Cost: linear in the text.
  void replace(const Range& range, std::string_view by);

  /// The offset of a position, at the begin of a character.
  [[nodiscard]] std::size_t offset_of(Position position) const;
  /// The position of an offset, at most the length of the text.
  [[nodiscard]] Position position_of(std::size_t offset) const;
  /// The offset of a place of our readers, moved into the text.
  [[nodiscard]] std::size_t offset_of(base::Place place) const;
  /// The place of an offset.
  [[nodiscard]] base::Place place_of(std::size_t offset) const;
  /// From the place on, so many bytes.
  [[nodiscard]] Range range_of(base::Place place, std::size_t length) const;
  /// The line of the reader, from 1, without its end; empty outside.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  /// The number of the reader's lines.
  [[nodiscard]] std::uint32_t lines() const {
    return static_cast<std::uint32_t>(starts_.size());
  }
  /// The word (letters, digits, "_") that covers the offset or ends there.
  [[nodiscard]] std::string_view word_at(std::size_t offset) const;

 private:
  void index();

  std::string text_;
  Encoding encoding_;
  /// Offsets at which lines begin: of LSP, and of our readers.
  std::vector<std::size_t> lsp_starts_, starts_;
};

}  // namespace catenary::lsp
