// SPDX-License-Identifier: Apache-2.0
/// \file
/// The characters of a .sm file as words, names, signs and blocks of C++, with
/// their places. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/problems.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Where the C++ that begins at `begin`, behind a "{", ends: the place of its
/// "}". Strings, characters and comments of C++ may hold braces. Nothing where
/// there is no such place. Cost: linear in what is passed.
[[nodiscard]] std::optional<std::size_t> end_of_code(std::string_view text,
                                                     std::size_t begin);

/// Whether SmScanner::until(ends) passes exactly `text`, where one of `ends`
/// follows: it is one line, closes its brackets and has no comment.
[[nodiscard]] bool is_piece(std::string_view text, std::string_view ends);

class SmScanner {
 public:
  /// Both must outlive the scanner.
  SmScanner(std::string_view text, base::Problems& problems)
      : text_(text), problems_(problems) {}

  /// Passes blanks and comments; then whether the text ends here.
  [[nodiscard]] bool at_end();
  [[nodiscard]] base::Place place();

  /// The identifier that follows, without passing it; "" where there is none.
  [[nodiscard]] std::string_view peek_word();
  [[nodiscard]] bool sees(std::string_view sign);
  /// Passes `sign` where it follows.
  bool accept(std::string_view sign);
  bool accept_word(std::string_view word);
  /// The same; else an error.
  bool expect(std::string_view sign, const char* after);

  /// An identifier, or a text in quotes. Nothing, and an error, where neither
  /// follows; `what` says what it names.
  [[nodiscard]] std::optional<std::string> name(const char* what);
  /// What follows up to one of `ends` outside brackets, or the end of the line,
  /// without blanks around it.
  [[nodiscard]] std::string until(std::string_view ends);
  /// "{ C++ }", or C++ between lines of three or more backquotes.
  [[nodiscard]] std::optional<model::ActionCode> code(const char* what);

  void error(std::string message, const char* code) {
    problems_.error(place(), std::move(message), code);
  }
  /// After a fault: to the next line.
  void skip_line();
  /// What follows, for messages: "'word'", "the end of the file".
  [[nodiscard]] std::string next();

 private:
  [[nodiscard]] model::ActionCode piece(std::size_t begin, std::size_t end);
  [[nodiscard]] std::optional<model::ActionCode> fenced();

  std::string_view text_;
  base::Problems& problems_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0, line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace catenary::frontend::umlrt
