// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a recursive-descent parser that does not depend on the language:
/// looking at tokens, expecting them, reporting what was found instead, and a
/// bound on the depth of nesting, which bounds the recursion.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/lexer.h"

namespace catenary::base {

/// Parsers of a language derive from it. The codes of errors begin with the
/// language of the problems.
class TokenParser {
 public:
  /// The greatest depth of nested constructs.
  static constexpr int kDeepest = 200;

  TokenParser(const TokenParser&) = delete;
  TokenParser& operator=(const TokenParser&) = delete;

 protected:
  /// Thrown where a construct cannot be read further, after its error was
  /// reported. Caught where a list of constructs is read.
  struct Fault {};
  /// Counts one level of nesting while it lives.
  class Nested;

  /// The tokens, the text that they view, and the problems must outlive the
  /// parser. Requires: the last token is Kind::end.
  TokenParser(const std::vector<Token>& tokens, Problems& problems)
      : tokens_(tokens), problems_(problems) {}
  virtual ~TokenParser() = default;

  /// The token `ahead` tokens after the next one, which is not passed. Past the
  /// end there is the end token.
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  /// The next token, which is passed; the end token is not passed.
  const Token& take();
  /// Passes the next token if it is that word or sign.
  bool accept(std::string_view what);
  /// The same; otherwise unexpected(). `after` continues the message.
  void expect(std::string_view what, const char* after);

  /// Reports an error at the token and throws Fault. `code` is without the
  /// language, e.g. "depth".
  [[noreturn]] void fail(const Token& at,
                         std::string message,
                         const char* code = "syntax");
  /// Calls explain(), reports "expected …, found …" at the next token and
  /// throws Fault. `hint` is the end of the message.
  [[noreturn]] void unexpected(const std::string& expected,
                               const std::string& hint = "");
  /// Where a language knows more about a token that is unexpected, it reports
  /// that and throws Fault.
  virtual void explain(const Token& /*found*/) {}

  /// Not empty: the last one is the end token.
  const std::vector<Token>& tokens_;
  Problems& problems_;
  /// The index of the next token.
  std::size_t at_ = 0;

 private:
  /// The present depth of nesting.
  int depth_ = 0;
};

/// Throws Fault, after a report, where nesting gets deeper than kDeepest.
class TokenParser::Nested {
 public:
  explicit Nested(TokenParser& parser);
  ~Nested() { --parser_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  TokenParser& parser_;
};

}  // namespace catenary::base
