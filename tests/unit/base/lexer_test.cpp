// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tokens of two small languages that use every switch of the table, and the
/// messages about what is no token.
#include "base/text/lexer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>

namespace catenary::base {
namespace {

constexpr auto kCSigns = std::to_array<Sign>({{"-->"}, {"->", "-->"}, {"-"}});
constexpr LexicalGrammar kC = {.comment = "//",
                               .block_comments = true,
                               .sections = true,
                               .quotes = "\"'",
                               .signs = kCSigns};

constexpr auto kReqSigns =
    std::to_array<Sign>({{"!="}, {".."}, {"."}, {"-"}, {"!", "not", true}});
constexpr auto kReqHints = std::to_array<CharacterHint>(
    {{"%", ": there is no division"}, {"ß", ": odd"}});
constexpr LexicalGrammar kReq = {.comment = "--",
                                 .primes = true,
                                 .mixed = true,
                                 .escapes = true,
                                 .signs = kReqSigns,
                                 .hints = kReqHints};

/// "line:column kind text" of each token, then the errors.
std::string read(std::string_view text, const LexicalGrammar& grammar) {
  Problems problems("f", "l");
  std::string out;
  for (const Token& t : tokens_of(text, grammar, problems).all) {
    constexpr std::array kKinds = {
        "word", "section", "integer", "decimal", "mixed", "sign", "text"};
    if (t.kind == Token::Kind::end) continue;
    out += std::to_string(t.where.line) + ":" + std::to_string(t.where.column) +
           " " + kKinds.at(static_cast<std::size_t>(t.kind)) + " " +
           std::string(t.text) + (t.primed ? "'" : "") + "\n";
  }
  try {
    problems.throw_errors();
  } catch (const InputError& e) {
    for (const Diagnostic& d : e.diagnostics()) {
      out += std::to_string(d.where.line) + ":" +
             std::to_string(d.where.column) + " " + d.message + " [" + d.code +
             "]\n";
    }
  }
  return out;
}

TEST(Lexer, ReadsStringsOfSeveralLines) {
  LexicalGrammar grammar = kC;
  grammar.quotes = "\"`";
  grammar.long_quotes = "`";
  EXPECT_EQ(read("`a\nb \\` //` c", grammar),
            "1:1 text `a\nb \\` //`\n2:10 word c\n");
  EXPECT_EQ(read("x `a\n\\`", grammar),
            "1:1 word x\n1:3 text `a\n\\`\n"
            "1:3 this text has no end: expected '`' [l-text]\n");
}

TEST(Lexer, TakesTheLongestToken) {
  EXPECT_EQ(read("a_1 --> -\n@b 1.5 2.", kC),
            "1:1 word a_1\n1:5 sign -->\n1:9 sign -\n"
            "2:1 section @b\n2:4 decimal 1.5\n2:8 integer 2\n"
            "2:9 the character '.' has no meaning here [l-character]\n");
  EXPECT_EQ(read("0..10 FSM-2a x'", kReq),
            "1:1 integer 0\n1:2 sign ..\n1:4 integer 10\n"
            "1:7 word FSM\n1:10 sign -\n1:11 mixed 2a\n1:14 word x'\n");
}

TEST(Lexer, PassesComments) {
  EXPECT_EQ(read("a // b\n/* c\n d */ e", kC), "1:1 word a\n3:7 word e\n");
  EXPECT_EQ(read("a /* b\nc", kC),
            "1:1 word a\n"
            "1:3 this comment has no end: expected '*/' [l-comment]\n");
  EXPECT_EQ(read("a // b\nc /* d", kReq),
            "1:1 word a\n2:1 word c\n"
            "1:3 a comment begins with '--' here [l-comment]\n"
            "2:3 a comment begins with '--' here [l-comment]\n");
}

TEST(Lexer, KeepsCommentsUpToTheEndOfALine) {
  Problems problems("f", "l");
  const Tokens tokens = tokens_of("-- a \r\n b -- c", kReq, problems);
  ASSERT_EQ(tokens.comments.size(), 2U);
  EXPECT_EQ(tokens.comments[0].text, "-- a");
  EXPECT_EQ(tokens.comments[1].where.column, 4U);
  EXPECT_EQ(tokens.all[0].comments, 1U);
  EXPECT_EQ(tokens.all[1].comments, 2U);
}

TEST(Lexer, ReadsNumbers) {
  const std::string faulty =
      "a number is digits, or digits '.' digits; found '";
  EXPECT_EQ(read("0x1F 1.5e3", kC),
            "1:1 integer 0\n1:6 integer 0\n1:1 " + faulty +
                "0x' [l-number]\n1:6 " + faulty + "1.5e' [l-number]\n");
  const std::string longest(kLongestNumber, '9');
  EXPECT_EQ(read(longest, kC), "1:1 integer " + longest + "\n");
  EXPECT_EQ(read(longest + "9 a", kReq),
            "1:1 integer 0\n1:1003 word a\n"
            "1:1 this number is longer than 1000 characters [l-number]\n");
}

TEST(Lexer, ReadsStrings) {
  EXPECT_EQ(read("'a\" \"b\nc", kC), "1:1 text 'a\" \"b\n2:1 word c\n");
  EXPECT_EQ(
      read(R"("a\"b" "\q")", kReq),
      "1:1 text \"a\\\"b\"\n1:8 text \"\\q\"\n"
      "1:9 this is not an escape: expected \\\", \\\\, \\n or \\t [l-text]\n");
  EXPECT_EQ(read("\"a\nb", kReq),
            "1:1 text \"a\n2:1 word b\n1:1 this text has no end: expected '\"' "
            "on the same line [l-text]\n");
}

TEST(Lexer, TellsWhatASignOfAnotherLanguageIsHere) {
  EXPECT_EQ(read("a -> b", kC),
            "1:1 word a\n1:3 sign -->\n1:6 word b\n"
            "1:3 '->' is written '-->' here [l-foreign]\n");
  EXPECT_EQ(read("!= !", kReq),
            "1:1 sign !=\n1:4 word not\n"
            "1:4 '!' is written 'not' here [l-foreign]\n");
}

TEST(Lexer, NamesStrayCharacters) {
  EXPECT_EQ(
      read("% ß ä \x01", kReq),
      "1:1 the character '%' has no meaning here: there is no division "
      "[l-character]\n"
      "1:3 the character 'ß' has no meaning here: odd [l-character]\n"
      "1:6 the character 'ä' has no meaning here [l-character]\n"
      "1:9 the character with code 0x01 has no meaning here [l-character]\n");
  EXPECT_EQ(read("x'' y", kReq),
            "1:1 word x'\n1:5 word y\n1:3 a second prime: expected at most "
            "one, for the value at the current step [l-prime]\n");
}

TEST(Lexer, DoesNotCountAByteOrderMark) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a\nb",
                 kC),
            "1:1 word a\n2:1 word b\n");
}

TEST(Lexer, ShortensLongTokensBetweenCharacters) {
  const auto shown_of = [](const std::string& text) {
    Token t;
    t.kind = Token::Kind::text;
    t.text = text;
    return shown(t);
  };
  EXPECT_EQ(shown_of("a"), "'a'");
  EXPECT_EQ(shown_of(std::string(41, 'a')), "'" + std::string(40, 'a') + "…'");
  EXPECT_EQ(shown_of(std::string(39, 'a') + "ßß"),
            "'" + std::string(39, 'a') + "…'");
  EXPECT_EQ(shown(Token{}), "the end of the file");
}

RC_GTEST_PROP(Lexer, StringsInQuotesAreReadBack, (std::string text)) {
  std::erase(text, '\r');
  RC_ASSERT(unquoted(in_quotes(text)) == text);
}

}  // namespace
}  // namespace catenary::base
