// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexer and parser of S-expressions, after SMT-LIB 2.6, section 3.1.
/// Strings are read up to the next quotation mark; escaped quotation marks are
/// not supported.
#include "logic/term/smtlib/sexpr.h"

#include <algorithm>
#include <limits>

namespace catenary::logic {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The characters of simple symbols.
bool is_symbol_character(char c) {
  constexpr std::string_view kSigns = "~!@$%^&*_-+=<>.?/";
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         kSigns.find(c) != std::string_view::npos;
}

/// One token after the other, and where it begins.
class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file)
      : text_(text), file_(file) {}

  struct Token {
    char bracket = 0;  ///< '(' or ')', 0 for an atom
    SExpressions::Kind kind = SExpressions::Kind::symbol;
    std::string_view text;
    std::uint32_t line = 1, column = 1;
  };

  /// False at the end.
  bool next(Token& token) {
    skip_space();
    token = {};
    token.line = start_line_ = line_;
    token.column = start_column_ = column_;
    if (at_ >= text_.size()) return false;
    const char c = text_[at_];
    if (c == '(' || c == ')') {
      token.bracket = c;
      advance();
    } else if (c == '|') {
      token.text = quoted('|');
    } else if (c == '"') {
      token.kind = SExpressions::Kind::string;
      token.text = quoted('"');
    } else if (c == '#') {
      number_of_bits(token);
    } else if (c == ':' || is_symbol_character(c)) {
      word(token);
    } else {
      fail("no character of SMT-LIB");
    }
    return true;
  }

  /// At the start of the last token.
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(
        {file_, start_line_, start_column_}, message, "smtlib-syntax");
  }

 private:
  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }

  /// White space and comments.
  void skip_space() {
    while (at_ < text_.size()) {
      if (text_[at_] == ';') {
        while (at_ < text_.size() && text_[at_] != '\n') advance();
      } else if (is_space(text_[at_])) {
        advance();
      } else {
        return;
      }
    }
  }

  /// Text up to the next `bar`, without the bars.
  std::string_view quoted(char bar) {
    const std::size_t start = at_ + 1;
    advance();
    while (at_ < text_.size() && text_[at_] != bar) advance();
    if (at_ >= text_.size()) {
      fail(std::string("'") + bar + "' has no other one");
    }
    const std::string_view result = text_.substr(start, at_ - start);
    advance();
    return result;
  }

  /// The longest run of symbol characters.
  std::string_view run() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_symbol_character(text_[at_])) advance();
    return text_.substr(start, at_ - start);
  }

  /// #b or #x and digits.
  void number_of_bits(Token& token) {
    advance();
    const std::string_view all = run();
    const bool binary = all.starts_with('b');
    const std::string_view digits = binary ? "01" : "0123456789abcdefABCDEF";
    token.text = all.substr(std::min<std::size_t>(1, all.size()));
    token.kind =
        binary ? SExpressions::Kind::binary : SExpressions::Kind::hexadecimal;
    const bool good =
        (binary || all.starts_with('x')) && !token.text.empty() &&
        token.text.find_first_not_of(digits) == std::string_view::npos;
    if (!good) fail("expected #b and binary or #x and hexadecimal digits");
  }

  /// A keyword, a symbol or a number: a word that begins with a digit must be a
  /// number as a whole.
  void word(Token& token) {
    const std::size_t start = at_;
    if (text_[at_] == ':') {
      token.kind = SExpressions::Kind::keyword;
      advance();
    }
    (void)run();
    token.text = text_.substr(start, at_ - start);
    if (!is_digit(token.text[0])) return;
    const std::size_t dot = token.text.find('.');
    const std::string_view digits = "0123456789";
    const std::string_view whole = token.text.substr(0, dot);
    bool good = whole.find_first_not_of(digits) == std::string_view::npos;
    token.kind = SExpressions::Kind::numeral;
    if (dot != std::string_view::npos) {
      const std::string_view fraction = token.text.substr(dot + 1);
      token.kind = SExpressions::Kind::decimal;
      good = good && !fraction.empty() &&
             fraction.find_first_not_of(digits) == std::string_view::npos;
    }
    if (!good) fail("expected a number, such as 12 or 1.5");
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
  std::uint32_t start_line_ = 1, start_column_ = 1;
};

}  // namespace

SExpressions::SExpressions(std::string_view text, std::string file)
    : file_(std::move(file)), nodes_(1) {
  Lexer lexer(text, file_);
  // The lists that are open, the innermost last. Node 0 is the outermost.
  std::vector<Id> open{0};
  Lexer::Token token;
  while (lexer.next(token)) {
    if (token.bracket == ')') {
      if (open.size() == 1) lexer.fail("')' without '('");
      open.pop_back();
      continue;
    }
    const auto id = static_cast<Id>(nodes_.size());
    if (nodes_.size() == std::numeric_limits<Id>::max()) {
      lexer.fail("too many expressions");
    }
    nodes_.push_back({token.kind, token.line, token.column, token.text, {}});
    nodes_[open.back()].items.push_back(id);
    if (token.bracket == '(') {
      nodes_[id].kind = Kind::list;
      open.push_back(id);
    }
  }
  if (open.size() > 1) fail(open.back(), "'(' without ')'");
}

void SExpressions::fail(Id id, const std::string& message) const {
  throw base::InputError(where(id), message, "smtlib");
}

}  // namespace catenary::logic
