// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions, by precedence climbing; operators of one level form one node.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

using Word = std::string_view;

/// Levels of precedence, from the weakest to the strongest; 'not' is between
/// `and` and the comparisons.
constexpr std::array<std::array<Word, 6>, 8> kLevels = {{
    {"<=>", "", "", "", "", ""},
    {"=>", "", "", "", "", ""},
    {"or", "", "", "", "", ""},
    {"and", "", "", "", "", ""},
    {"=", "!=", "<", "<=", ">", ">="},
    {"+", "-", "", "", "", ""},
    {"*", "/", "", "", "", ""},
    {"^", "", "", "", "", ""},
}};
constexpr int kComparison = 4;
constexpr int kSum = 5;
constexpr int kPower = 7;

bool is_operator(const Token& token, int level) {
  if (token.kind == Token::Kind::end || token.kind == Token::Kind::text ||
      token.primed) {
    return false;
  }
  // Unused places are empty, and no token other than the end is.
  const auto& words = kLevels[static_cast<std::size_t>(level)];
  return std::ranges::find(words, token.text) != words.end();
}

}  // namespace

Expression Parser::expression() {
  const Nested nested(*this);
  return infix(0);
}

Expression Parser::sum() {
  const Nested nested(*this);
  return infix(kSum);
}

Expression Parser::infix(int level) {
  // Beyond the last level: an operand.
  if (level == static_cast<int>(kLevels.size())) return primary();
  // A "not" at this level has a comparison as its operand.
  if (level == kComparison && peek().is("not")) return negation();
  Expression first = infix(level + 1);
  if (!is_operator(peek(), level)) return first;
  Expression e;
  e.kind = Expression::Kind::infix;
  e.where = first.where;
  e.operands.push_back(std::move(first));
  // The whole chain, iteratively.
  while (is_operator(peek(), level)) {
    const Token& token = take();
    e.operators.push_back({std::string(token.text), token.where});
    e.operands.push_back(infix(level + 1));
  }
  return e;
}

/// A 'not' before a comparison negates all of it: not x' = 1.
Expression Parser::negation() {
  const Nested nested(*this);
  Expression e;
  e.kind = Expression::Kind::prefix;
  e.where = peek().where;
  e.text = take().text;
  e.operands.push_back(infix(kComparison));
  return e;
}

Expression Parser::primary() {
  const Token token = peek();
  Expression e;
  e.where = token.where;
  e.text = token.text;
  if (token.is("(")) {
    take();
    e = expression();
    expect(")", "after an expression");
    e.grouped = true;
    return e;
  }
  // 'not' may follow an operator of a stronger level, too.
  if (token.is("-") || token.is("not")) {
    const Nested nested(*this);
    take();
    e.kind = Expression::Kind::prefix;
    // -x ^ 2 is -(x ^ 2), as mathematicians read it.
    e.operands.push_back(token.is("-") ? infix(kPower) : primary());
    return e;
  }
  // A Boolean is the default kind of an expression.
  if (accept("true") || accept("false")) return e;
  if (token.is("if")) return conditional();
  if (token.kind == Token::Kind::integer) {
    e.kind = Expression::Kind::integer;
    take();
    return e;
  }
  if (token.kind == Token::Kind::decimal) {
    e.kind = Expression::Kind::decimal;
    take();
    return e;
  }
  if (token.kind == Token::Kind::mixed) {
    fail(token,
         "a number is digits, or digits '.' digits; found '" +
             std::string(token.text) + "'",
         "number");
  }
  if (token.kind == Token::Kind::word && !is_reserved(token.text)) {
    // A name directly before '(' is a function.
    if (!token.primed && peek(1).is("(")) return call();
    e.kind = Expression::Kind::name;
    e.primed = token.primed;
    take();
    return e;
  }
  if (token.kind == Token::Kind::word && token.primed) {
    fail(token,
         "'" + std::string(token.text) +
             "' is a word of the language: expected the name of a variable",
         "reserved");
  }
  unexpected("an expression");
}

Expression Parser::conditional() {
  const Nested nested(*this);
  Expression e;
  e.kind = Expression::Kind::conditional;
  e.where = peek().where;
  // 'else if' continues the chain: one node for all cases.
  while (accept("if")) {
    e.operands.push_back(expression());
    expect("then", "after the condition of an 'if'");
    e.operands.push_back(expression());
    expect("else", "after the first value of an 'if'");
  }
  e.operands.push_back(expression());
  return e;
}

Expression Parser::call() {
  Expression e;
  e.kind = Expression::Kind::call;
  e.where = peek().where;
  e.text = take().text;
  take();
  do {
    e.operands.push_back(expression());
  } while (accept(","));
  expect(")", "after the arguments of a function");
  return e;
}

}  // namespace catenary::frontend::contract
