// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexer and parser of S-expressions, after SMT-LIB 2.6, section 3.1.
/// Strings are read up to the next quotation mark; escaped quotation marks are
/// not supported.
#include "logic/term/smtlib/sexpr.h"

#include <algorithm>
#include <limits>

#include "base/text/scanner.h"

namespace catenary::logic {

namespace {

using base::is_digit;

/// The characters of simple symbols.
bool is_symbol_character(char c) {
  constexpr std::string_view kSigns = "~!@$%^&*_-+=<>.?/";
  return base::in_word(c) || kSigns.find(c) != std::string_view::npos;
}

/// One token after the other, and where it begins.
class Lexer : base::Scanner {
 public:
  Lexer(std::string_view text, const std::string& file)
      : Scanner(text), file_(file) {}

  struct Token {
    char bracket = 0;  ///< '(' or ')', 0 for an atom
    SExpressions::Kind kind = SExpressions::Kind::symbol;
    std::string_view text;
    base::Place where;
  };

  /// False at the end.
  bool next(Token& token) {
    skip_space();
    token = {};
    token.where = start_ = place();
    if (at_end()) return false;
    const char c = look();
    if (c == '(' || c == ')') {
      token.bracket = c;
      ++at_;
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
      fail("this character is not allowed in SMT-LIB");
    }
    return true;
  }

  /// At the start of the last token.
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(
        {file_, start_.line, start_.column}, message, "smtlib-syntax");
  }

 private:
  /// White space and comments.
  void skip_space() {
    take_while(base::is_blank);
    while (look() == ';') {
      skip_line();
      take_while(base::is_blank);
    }
  }

  /// Text up to the next `bar`, without the bars.
  std::string_view quoted(char bar) {
    const std::size_t start = ++at_;
    if (!skip_past({&bar, 1})) {
      fail(std::string("the closing '") + bar + "' is missing");
    }
    return text_.substr(start, at_ - 1 - start);
  }

  /// #b or #x and digits.
  void number_of_bits(Token& token) {
    ++at_;
    const std::string_view all = take_while(is_symbol_character);
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
    const std::size_t colon = look() == ':' ? 1 : 0;
    if (colon > 0) token.kind = SExpressions::Kind::keyword;
    token.text = take(colon + count(is_symbol_character, colon));
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

  const std::string& file_;
  base::Place start_;
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
    nodes_.push_back({token.kind, token.where, token.text, {}});
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
