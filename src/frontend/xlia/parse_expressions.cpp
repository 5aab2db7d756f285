// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses expressions by precedence climbing: one function for all levels of
/// binary operators, driven by a table. All are left-associative.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/xlia/outside.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

namespace {

using Word = std::string_view;

/// Binary operators, from the weakest level to the strongest.
constexpr std::array<std::array<Word, 4>, 6> kLevels = {{
    {"||", "", "", ""},
    {"&&", "", "", ""},
    {"==", "!=", "", ""},
    {"<", "<=", ">", ">="},
    {"+", "-", "", ""},
    {"*", "/", "%", ""},
}};

bool is_operator(const Token& token, int level) {
  return token.kind == Token::Kind::sign &&
         std::ranges::find(kLevels[static_cast<std::size_t>(level)],
                           token.text) !=
             kLevels[static_cast<std::size_t>(level)].end();
}

}  // namespace

Expression Parser::expression() {
  Expression e = infix(0);
  // "=" is an error here even where an assignment would be read next: in a
  // guard it is a typical mistake for "==".
  if (peek().is("=")) {
    fail(peek(), "'=' is an assignment: expected '==' for a comparison");
  }
  return e;
}

Expression Parser::infix(int level) {
  // Above the strongest level there are prefix operators.
  if (level == static_cast<int>(kLevels.size())) return prefix();
  Expression first = infix(level + 1);
  // A single operand gets no node of its own.
  if (!is_operator(peek(), level)) return first;
  Expression e;
  e.kind = Expression::Kind::infix;
  e.where = first.where;
  e.operands.push_back(std::move(first));
  // Each operand is of a stronger level, which makes the level flat.
  while (is_operator(peek(), level)) {
    const Token& token = take();
    e.operators.push_back({token.text, token.where});
    e.operands.push_back(infix(level + 1));
  }
  return e;
}

Expression Parser::prefix() {
  const Token token = peek();
  if (!token.is("!") && !token.is("-")) return primary();
  // Prefix operators nest by themselves: "!!!!a".
  const Nested nested(*this);
  take();
  Expression e;
  e.kind = Expression::Kind::prefix;
  e.where = token.where;
  e.text = token.text;
  e.operands.push_back(prefix());
  return e;
}

Expression Parser::primary() {
  const Nested nested(*this);
  const Token token = peek();
  Expression e;
  e.where = token.where;
  e.text = token.text;
  // Parentheses leave no node: the tree has the structure.
  if (accept("(")) {
    e = expression();
    expect(")", "after an expression");
    return e;
  }
  if (accept("true") || accept("false")) {
    e.kind = Expression::Kind::boolean;
    return e;
  }
  if (token.kind == Token::Kind::integer ||
      token.kind == Token::Kind::decimal) {
    take();
    e.kind = token.kind == Token::Kind::integer ? Expression::Kind::integer
                                                : Expression::Kind::decimal;
    return e;
  }
  if (token.kind == Token::Kind::word && !is_reserved(token.text)) {
    e.kind = Expression::Kind::name;
    e.name = qualified_name("a variable");
    // A name with an argument list is an operation of the platform.
    if (peek().is("(")) refuse(token, "a call");
    return e;
  }
  // What is known of the language gets a better message.
  const std::string what = outside(token.text);
  if (!what.empty()) refuse(token, what);
  unexpected("an expression");
}

}  // namespace catenary::frontend::xlia
