// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parts that all of the parser shares: tokens, names, error recovery.
#include <array>
#include <utility>

#include "frontend/xlia/outside.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

namespace {

constexpr auto kSigns = std::to_array<base::Sign>(
    {{"-->"}, {"|,|"}, {"|;|"}, {"|/|"}, {"|||"}, {"<=>"}, {":="},
     {"=="},  {"!="},  {"<="},  {">="},  {"&&"},  {"||"},  {"::"},
     {"=>"},  {"+="},  {"-="},  {"*="},  {"{"},   {"}"},   {"("},
     {")"},   {"["},   {"]"},   {"<"},   {">"},   {";"},   {","},
     {"."},   {":"},   {"="},   {"+"},   {"-"},   {"*"},   {"/"},
     {"%"},   {"!"},   {"?"},   {"&"},   {"|"},   {"^"}});

/// No model of the subset has a string; it is a token so that a message can
/// show it.
constexpr base::LexicalGrammar kGrammar = {.comment = "//",
                                           .block_comments = true,
                                           .sections = true,
                                           .quotes = "\"'",
                                           .signs = kSigns};

}  // namespace

base::Tokens tokens_of(std::string_view text, Problems& problems) {
  return base::tokens_of(text, kGrammar, problems);
}

void Parser::explain(const Token& found) {
  if (found.kind == Token::Kind::text)
    refuse(found, shown(found) + ", a text,");
  if (found.is("[")) refuse(found, "'[', an array or index,");
  if (found.is("?")) refuse(found, "'?', a conditional expression,");
  if (found.is("=>")) refuse(found, "'=>', an implication,");
}

void Parser::refuse(const Token& at, std::string what) {
  fail(at,
       std::move(what) + " is outside of the subset of XLIA that is read",
       "outside");
}

/// Panic mode: passes tokens up to the end of a statement or block, which is
/// passed, or to a token that begins a construct of an outer level, which is
/// not. Nested braces are passed as a whole.
void Parser::recover() {
  int open = 0;
  while (peek().kind != Token::Kind::end) {
    const Token& token = peek();
    if (token.is("{")) {
      ++open;
    } else if (token.is("}")) {
      if (open == 0) return;
      if (--open == 0) {
        take();
        accept(";");
        return;
      }
    } else if (open == 0) {
      if (token.is(";")) {
        take();
        return;
      }
      if (token.kind == Token::Kind::section || token.is("state") ||
          token.is("transition")) {
        return;
      }
    }
    take();
  }
}

void Parser::skip_to_end(bool stop_at_sections) {
  int open = 0;
  while (peek().kind != Token::Kind::end) {
    const Token& token = peek();
    // The '}' at depth 0 ends the block around; the caller passes it.
    if (token.is("}") && open-- == 0) return;
    if (token.is("{")) ++open;
    if (open == 0 && stop_at_sections &&
        (token.is("@public") || token.is("@private") || token.is("@property") ||
         token.is("@region") || token.is("@com"))) {
      return;
    }
    take();
  }
}

std::string Parser::identifier(const char* of_what) {
  const Token& token = peek();
  if (token.kind != Token::Kind::word) {
    unexpected(std::string("the name of ") + of_what);
  }
  // A keyword as a name is passed, so that reading goes on behind it.
  if (is_reserved(token.text)) {
    problems_.error(token.where,
                    "'" + std::string(token.text) +
                        "' is a word of the language: expected the name of " +
                        of_what,
                    "xlia-reserved");
    take();
    throw Fault{};
  }
  return std::string(take().text);
}

Name Parser::simple_name(const char* of_what) {
  Name name;
  name.where = name.last = peek().where;
  name.text = identifier(of_what);
  return name;
}

Name Parser::qualified_name(const char* of_what) {
  Name name = simple_name(of_what);
  // Both "." and "::" qualify.
  while (accept(".") || accept("::")) {
    name.scope.push_back(std::move(name.text));
    name.last = peek().where;
    name.text = identifier(of_what);
  }
  return name;
}

}  // namespace catenary::frontend::xlia
