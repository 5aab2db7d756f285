// SPDX-License-Identifier: Apache-2.0
/// \file
/// The common part of parsers, by a language of numbers and lists in
/// parentheses.
#include "base/text/token_parser.h"

#include <gtest/gtest.h>

#include <array>

namespace catenary::base {
namespace {

constexpr auto kSigns = std::to_array<Sign>({{"("}, {")"}, {"?"}});
constexpr LexicalGrammar kGrammar = {.comment = "#", .signs = kSigns};

class ListParser : TokenParser {
 public:
  ListParser(const Tokens& tokens, Problems& problems)
      : TokenParser(tokens.all, problems) {}

  /// The number of lists; -1 after an error.
  int parse() {
    try {
      const int lists = list();
      if (peek().kind != Token::Kind::end) unexpected("the end", ", no more");
      EXPECT_EQ(take().kind, Token::Kind::end);
      EXPECT_EQ(peek(7).kind, Token::Kind::end);
      return lists;
    } catch (const Fault&) {
      return -1;
    }
  }

 private:
  int list() {
    const Nested nested(*this);
    expect("(", "to begin a list");
    int lists = 1;
    while (!accept(")")) {
      if (peek().kind == Token::Kind::integer) {
        take();
      } else {
        lists += list();
      }
    }
    return lists;
  }

  void explain(const Token& found) override {
    if (found.is("?")) fail(found, "no questions", "question");
  }
};

std::string read(const std::string& text) {
  Problems problems("f", "l");
  const Tokens tokens = tokens_of(text, kGrammar, problems);
  const int lists = ListParser(tokens, problems).parse();
  try {
    problems.throw_errors();
  } catch (const InputError& e) {
    return e.what() + (" [" + e.diagnostics()[0].code + "]");
  }
  return std::to_string(lists);
}

TEST(TokenParser, ReportsWhatIsFoundInsteadOfWhatIsExpected) {
  EXPECT_EQ(read("(1 (2) ())"), "3");
  EXPECT_EQ(read("(1"),
            "f:1:3: expected '(' to begin a list, found the end of the file "
            "[l-syntax]");
  EXPECT_EQ(read("() a"),
            "f:1:4: expected the end, found 'a', no more [l-syntax]");
  EXPECT_EQ(read("(\"(\""),
            "f:1:2: expected '(' to begin a list, found '\"(\"' [l-syntax]");
}

TEST(TokenParser, LetsALanguageExplainATokenFirst) {
  EXPECT_EQ(read("(1 ?"), "f:1:4: no questions [l-question]");
}

TEST(TokenParser, RefusesDeepNesting) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + std::string(depth, ')');
  };
  EXPECT_EQ(read(nested(TokenParser::kDeepest)), "200");
  EXPECT_EQ(read(nested(TokenParser::kDeepest + 1)),
            "f:1:201: this is nested more than 200 deep [l-depth]");
  EXPECT_EQ(read("(" + nested(199) + nested(199) + ")"), "399");
}

}  // namespace
}  // namespace catenary::base
