// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shared by all parts of the parser: tokens, names, comments, recovery.
#include <algorithm>
#include <array>

#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

/// Words that begin an item, a requirement or a contract: points of recovery.
constexpr std::array<std::string_view, 17> kStarters = {"interface",
                                                        "const",
                                                        "enum",
                                                        "input",
                                                        "output",
                                                        "hidden",
                                                        "env",
                                                        "def",
                                                        "function",
                                                        "view",
                                                        "req",
                                                        "purpose",
                                                        "cover",
                                                        "init",
                                                        "step",
                                                        "always",
                                                        "frame"};

/// The other keywords; at them recovery does not stop.
constexpr std::array<std::string_view, 15> kOthers = {"when",
                                                      "then",
                                                      "within",
                                                      "for",
                                                      "until",
                                                      "and",
                                                      "or",
                                                      "not",
                                                      "if",
                                                      "else",
                                                      "true",
                                                      "false",
                                                      "bool",
                                                      "int",
                                                      "real"};

/// Whether recovery can stop at the token.
bool begins_something(const Token& token) {
  return token.kind == Token::Kind::word && !token.primed &&
         std::ranges::find(kStarters, token.text) != kStarters.end();
}

/// Each sign is before its prefixes; where a sign of another language begins
/// with one of this language, the longer one fits.
constexpr auto kSigns = std::to_array<base::Sign>({{"<=>"},
                                                   {"<->", "<=>"},
                                                   {"=>"},
                                                   {"<="},
                                                   {">="},
                                                   {"!="},
                                                   {".."},
                                                   {"==", "="},
                                                   {"&&", "and", true},
                                                   {"||", "or", true},
                                                   {"->", "=>"},
                                                   {"<>", "!="},
                                                   {"/=", "!="},
                                                   {"="},
                                                   {"<"},
                                                   {">"},
                                                   {"+"},
                                                   {"-"},
                                                   {"*"},
                                                   {"/"},
                                                   {"^"},
                                                   {"("},
                                                   {")"},
                                                   {":"},
                                                   {","},
                                                   {"."},
                                                   {"!", "not", true},
                                                   {"&", "and", true},
                                                   {"|", "or", true}});

constexpr auto kHints = std::to_array<base::CharacterHint>(
    {{"'", ": expected a prime directly behind a variable"},
     {"\u201C", ": expected '\"' around a text"},
     {"\u201D", ": expected '\"' around a text"},
     {"\u201E", ": expected '\"' around a text"},
     {"%", ": there is no remainder"}});

constexpr base::LexicalGrammar kGrammar = {.comment = "--",
                                           .primes = true,
                                           .mixed = true,
                                           .escapes = true,
                                           .signs = kSigns,
                                           .hints = kHints};

}  // namespace

base::Tokens tokens_of(std::string_view text, Problems& problems) {
  return base::tokens_of(text, kGrammar, problems);
}

bool is_reserved(std::string_view word) {
  return std::ranges::find(kStarters, word) != kStarters.end() ||
         std::ranges::find(kOthers, word) != kOthers.end();
}

/// A 'when' begins a contract only at the begin of a line; elsewhere it follows
/// "init", "step" or "always".
bool Parser::at_contract() const {
  const Token& token = peek();
  return token.is("init") || token.is("step") || token.is("always") ||
         token.is("frame") || token.is("when");
}

// At least a word that begins something stops it; it may be the current one.
void Parser::recover() {
  while (peek().kind != Token::Kind::end) {
    if (begins_something(peek())) return;
    const bool first_of_line =
        at_ == 0 || tokens_[at_ - 1].where.line < peek().where.line;
    if (first_of_line && peek().is("when")) return;
    take();
  }
}

// The parts of a misplaced requirement are its contracts.
void Parser::misplaced(const char* message) {
  problems_.error(peek().where, message, "req-syntax");
  const bool is_contract = at_contract();
  do {
    take();
    while (peek().kind != Token::Kind::end && !begins_something(peek())) take();
  } while (at_contract() || (!is_contract && peek().is("req")));
}

Name Parser::identifier(const char* of_what) {
  const Token& token = peek();
  if (token.kind != Token::Kind::word) {
    unexpected(std::string("the name of ") + of_what);
  }
  if (is_reserved(token.text)) {
    fail(token,
         "'" + std::string(token.text) +
             "' is a word of the language: expected the name of " + of_what,
         "reserved");
  }
  if (token.primed) {
    fail(token,
         "a prime stands in expressions only: expected the name of " +
             std::string(of_what) + " without it",
         "prime");
  }
  take();
  return {std::string(token.text), token.where};
}

/// A word, with all words, numbers, '-' and '.' that follow without a gap:
/// FSM-2a.1.
Name Parser::id(const char* of_what) {
  Name name = identifier(of_what);
  while (true) {
    const Token& token = peek();
    // Keywords are words too: an id may contain them behind "-".
    const bool joins =
        token.kind == Token::Kind::word || token.kind == Token::Kind::integer ||
        token.kind == Token::Kind::decimal ||
        token.kind == Token::Kind::mixed || token.is("-") || token.is(".");
    if (!joins || token.primed || token.begin != tokens_[at_ - 1].end) break;
    name.text += token.text;
    take();
  }
  // "FSM-" would swallow a sign of what follows.
  if (name.text.ends_with('-') || name.text.ends_with('.')) {
    problems_.error(
        name.where,
        "an id ends in a letter or digit; found '" + name.text + "'",
        "req-syntax");
  }
  return name;
}

Doc Parser::doc() {
  if (peek().kind != Token::Kind::text) return {};
  return {base::unquoted(take().text), true};
}

/// Comments up to that one belong above the construct; a gap between them is an
/// empty line.
void Parser::more_above(Trivia& trivia, std::size_t end) {
  for (; comment_ < end; ++comment_) {
    const Comment& c = comments_[comment_];
    if (!trivia.above.empty() && comment_ > 0 &&
        comments_[comment_ - 1].where.line + 1 < c.where.line) {
      trivia.above.emplace_back();
    }
    trivia.above.emplace_back(c.text);
  }
}

// The blank line is before the first comment, if there is one.
Trivia Parser::begin() {
  Trivia trivia;
  const Token& first = peek();
  // The first line of the construct with its comments.
  const std::uint32_t line = comment_ < first.comments
                                 ? comments_[comment_].where.line
                                 : first.where.line;
  trivia.blank = at_ > 0 && tokens_[at_ - 1].where.line + 1 < line;
  more_above(trivia, first.comments);
  // A blank line between the last comment and the construct is kept.
  if (!trivia.above.empty() &&
      comments_[comment_ - 1].where.line + 1 < first.where.line) {
    trivia.above.emplace_back();
  }
  return trivia;
}

// Comments in the middle of a construct move above it; those on its last line
// stay behind it.
void Parser::finish(Trivia& trivia) {
  if (at_ == 0) return;
  const Token& last = tokens_[at_ - 1];
  more_above(trivia, last.comments);
  for (; comment_ < peek().comments &&
         comments_[comment_].where.line == last.where.line;
       ++comment_) {
    trivia.behind.emplace_back(comments_[comment_].text);
  }
}

}  // namespace catenary::frontend::contract
