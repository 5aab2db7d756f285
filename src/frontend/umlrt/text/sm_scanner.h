// SPDX-License-Identifier: Apache-2.0
/// \file
/// The scanner of .sm files: words, names, signs and blocks of C++, with their
/// places. It has no token list: what a character means depends on the parser,
/// since C++ stands among the words. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "base/text/scanner.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The offset of the "}" that ends the block of C++ which begins at `begin`,
/// behind its "{". Braces in literals and comments of C++ do not count. Nothing
/// where the block has no end. Cost: linear in the length of the block.
[[nodiscard]] std::optional<std::size_t> end_of_code(std::string_view text,
                                                     std::size_t begin);

/// Whether SmScanner::until(ends) reads exactly `text` where one of `ends`
/// follows: it is one line, its brackets are closed, and it has no comment.
/// Requires: `ends` is not empty.
[[nodiscard]] bool is_piece(std::string_view text, std::string_view ends);

/// An identifier in C++.
struct CodeWord {
  std::string_view text;
  /// The offset of its first byte.
  std::size_t begin = 0;
  /// The name in front of ".", "->" or "::" if it is a member of that; empty
  /// for a name by itself or one of "this". "?" if that is no plain name.
  std::string_view owner;
};
/// The identifiers in C++, without those in literals and comments; keywords are
/// among them. Views into the text. Cost: linear.
[[nodiscard]] std::vector<CodeWord> words_of_code(std::string_view text);

/// A position in the text that only moves forward, and what follows it.
class SmScanner : base::Scanner {
 public:
  /// Both must outlive the scanner.
  SmScanner(std::string_view text, base::Problems& problems)
      : Scanner(text), problems_(problems) {}

  /// Passes blanks and comments, and returns whether the text ends there. A
  /// comment without an end is an error.
  [[nodiscard]] bool at_end();
  /// The place of what follows, behind blanks and comments. Amortised cost over
  /// a file: linear.
  [[nodiscard]] base::Place place();
  /// The offset of the next character, which may be a blank.
  [[nodiscard]] std::size_t offset() const { return at_; }

  /// The identifier that follows, which is not passed; empty where none
  /// follows. A view into the text.
  [[nodiscard]] std::string_view peek_word();
  /// Whether the characters of `sign` follow.
  [[nodiscard]] bool sees(std::string_view sign);
  /// Passes `sign` if it follows, and returns whether it does.
  bool accept(std::string_view sign);
  /// The same for a whole identifier: "in" does not match "inout".
  bool accept_word(std::string_view word);
  /// The same as accept(); where the sign does not follow, reports that it is
  /// expected after `after`.
  bool expect(std::string_view sign, const char* after);

  /// Reads an identifier or a name in double quotes, in which a backslash
  /// escapes the next character. Nothing, and an error, where neither follows;
  /// `what` says in the message what has the name.
  [[nodiscard]] std::optional<std::string> name(const char* what);
  /// The text up to one of the characters `ends` outside brackets and literals,
  /// or to a comment or the end of the line, without blanks around it. The
  /// character itself is not passed.
  [[nodiscard]] std::string until(std::string_view ends);
  /// Reads a block of C++: "{ … }", or text between two equal runs of three or
  /// more backquotes, which may have unbalanced braces. Nothing, and an error,
  /// where neither follows.
  [[nodiscard]] std::optional<model::ActionCode> code(const char* what);

  /// Reports an error at the place of what follows.
  void error(std::string message, const char* code) {
    problems_.error(place(), std::move(message), code);
  }
  /// For recovery after an error.
  using Scanner::skip_line;
  /// What follows, for messages: "'word'", "'}'", "the end of the file".
  [[nodiscard]] std::string next();

 private:
  /// The C++ in [begin, end), with the location of each of its lines.
  [[nodiscard]] model::ActionCode piece(std::size_t begin, std::size_t end);
  /// Reads a block between backquotes; nothing where it has no end.
  [[nodiscard]] std::optional<model::ActionCode> fenced();

  base::Problems& problems_;
};

}  // namespace catenary::frontend::umlrt
