// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parts that all of the parser shares: tokens, names, error recovery.
#include <algorithm>
#include <utility>

#include "frontend/xlia/outside.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

namespace {

/// The token for a message, shortened where it is long.
std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the file";
  constexpr std::size_t kLongest = 40;
  std::string text(token.text.substr(0, kLongest));
  if (token.text.size() > kLongest) {
    while (!text.empty() &&
           (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
      text.pop_back();
    }
    text += "…";
  }
  return "'" + text + "'";
}

}  // namespace

/// The end token is last, so that the index is bounded by it.
const Token& Parser::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Token& Parser::take() {
  const Token& token = peek();
  if (token.kind != Token::Kind::end) ++at_;
  return token;
}

bool Parser::accept(std::string_view what) {
  if (!peek().is(what)) return false;
  ++at_;
  return true;
}

void Parser::expect(std::string_view what, const char* after) {
  if (!accept(what)) unexpected("'" + std::string(what) + "' " + after);
}

void Parser::fail(const Token& at, std::string message) {
  problems_.error(at.where, std::move(message), "xlia-syntax");
  throw Fault{};
}

// Tokens that begin a known construct outside of the subset get a message about
// that construct.
void Parser::unexpected(const std::string& expected) {
  const Token& token = peek();
  if (token.kind == Token::Kind::text) {
    refuse(token, shown(token) + ", a text,");
  }
  if (token.is("[")) refuse(token, "'[', an array or index,");
  if (token.is("?")) refuse(token, "'?', a conditional expression,");
  if (token.is("=>")) refuse(token, "'=>', an implication,");
  fail(token, "expected " + expected + ", found " + shown(token));
}

void Parser::refuse(const Token& at, std::string what) {
  problems_.error(
      at.where,
      std::move(what) + " is outside of the subset of XLIA that is read",
      "xlia-outside");
  throw Fault{};
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
  name.where = peek().where;
  name.text = identifier(of_what);
  return name;
}

Name Parser::qualified_name(const char* of_what) {
  Name name = simple_name(of_what);
  // Both "." and "::" qualify.
  while (accept(".") || accept("::")) {
    name.scope.push_back(std::move(name.text));
    name.text = identifier(of_what);
  }
  return name;
}

}  // namespace catenary::frontend::xlia
