// SPDX-License-Identifier: Apache-2.0
/// \file
/// A line of a BTOR2 file as words with places. Only for this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace catenary::frontend::btor2 {

/// One line without its comment. Words are read from the left.
class Line {
 public:
  /// `number` counts from 1; text and path must outlive the line.
  Line(std::string_view text, const std::string& path, std::uint32_t number);

  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// Whether all words were read.
  [[nodiscard]] bool at_end() const { return next_ == words_.size(); }
  /// The next word; `expected` says what it should be, where there is none.
  std::string_view word(const char* expected);
  /// The next word as a number that is not negative.
  std::uint64_t number(const char* expected);
  /// The next word as the id of a line, negated or not, never 0.
  std::int64_t id(const char* expected);
  /// Throws base::InputError at the word that was read last.
  [[noreturn]] void fail(const std::string& message,
                         const char* code = "btor2-syntax") const;
  /// The place of the word that was read last, or of the line.
  [[nodiscard]] base::SourceLocation where() const;

 private:
  const std::string& path_;
  std::uint32_t number_;
  std::string_view text_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
};

}  // namespace catenary::frontend::btor2
