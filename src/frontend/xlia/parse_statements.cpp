// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses blocks and statements.
#include <utility>

#include "frontend/xlia/outside.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

Block Parser::block() {
  const Nested nested(*this);
  Block block;
  block.where = peek().where;
  expect("{", "at the beginning of a block");
  if (accept("|,|")) {
    block.simultaneous = true;
  } else if (!accept("|;|") && (peek().is("|/|") || peek().is("|||"))) {
    // "|;|" is sequence, the default; other operators are reported, and the
    // block is read as a sequence to find more errors.
    problems_.error(peek().where,
                    "a block with the operator '" + std::string(peek().text) +
                        "' is outside of the subset of XLIA that is read",
                    "xlia-outside");
    take();
  }
  while (!peek().is("}") && peek().kind != Token::Kind::end &&
         !problems_.full()) {
    // `before` guards against a statement that fails without passing a token.
    const std::size_t before = at_;
    try {
      block.statements.push_back(statement());
    } catch (const Fault&) {
      // A state or transition begins here: the '}' of this block is missing,
      // and the block around must go on.
      if (peek().is("state") || peek().is("transition")) throw;
      recover();
      if (peek().is("state") || peek().is("transition")) throw;
      if (at_ == before) take();
    }
  }
  expect("}", "at the end of a block");
  return block;
}

Statement Parser::statement() {
  const Token token = peek();
  Statement s;
  s.where = token.where;
  if (token.is("{")) {
    s.kind = Statement::Kind::block;
    s.then = block();
    return s;
  }
  if (token.is("if")) return conditional();
  if (token.is("input")) return communication(Statement::Kind::input);
  if (token.is("output")) return communication(Statement::Kind::output);
  if (accept("guard") || accept("tguard")) {
    s.kind = Statement::Kind::guard;
    // The text of the condition is kept for reports.
    const std::size_t first = at_;
    s.arguments.push_back(expression());
    s.arguments.back().source = source(first, at_);
    expect(";", "after a guard");
    return s;
  }
  if (accept("newfresh")) {
    s.kind = Statement::Kind::fresh;
    expect("(", "after 'newfresh'");
    s.name = qualified_name("a variable");
    expect(")", "after the variable of 'newfresh'");
    expect(";", "after 'newfresh(…)'");
    return s;
  }
  if (token.is(";")) {
    fail(token, "an empty statement: expected a statement or '}'");
  }
  // An assignment is recognised by what follows the name; everything else is an
  // error, and the cases below choose the best message.
  if (token.kind != Token::Kind::word || is_reserved(token.text) ||
      !(peek(1).is(":=") || peek(1).is("=") || peek(1).is(".") ||
        peek(1).is("::"))) {
    const std::string what = outside(token.text);
    if (!what.empty()) refuse(token, what);
    if (peek(1).is("[")) refuse(peek(1), "an array");
    if (peek(1).is("(")) refuse(token, "a call");
    if (token.kind != Token::Kind::word || is_reserved(token.text)) {
      unexpected("a statement");
    }
    take();
    unexpected("':=' after the name of a variable");
  }
  s.kind = Statement::Kind::assign;
  s.name = qualified_name("a variable");
  if (!accept(":=") && !accept("=")) {
    unexpected("':=' after the name of a variable");
  }
  s.arguments.push_back(expression());
  expect(";", "after an assignment");
  return s;
}

Statement Parser::conditional() {
  const Nested nested(*this);
  Statement s;
  s.kind = Statement::Kind::conditional;
  s.where = take().where;
  expect("(", "after 'if'");
  s.arguments.push_back(expression());
  expect(")", "after the condition of 'if'");
  s.then = block();
  if (accept("else")) {
    // "else if" is a block with one statement.
    if (peek().is("if")) {
      s.otherwise.where = peek().where;
      s.otherwise.statements.push_back(conditional());
    } else {
      s.otherwise = block();
    }
  } else if (peek().is("elseif")) {
    refuse(peek(), outside("elseif"));
  }
  return s;
}

Statement Parser::communication(Statement::Kind kind) {
  Statement s;
  s.kind = kind;
  s.where = take().where;
  s.name = qualified_name("a port");
  if (accept("(") && !accept(")")) {
    do {
      s.arguments.push_back(expression());
    } while (accept(","));
    expect(")", "after what is received or sent");
  }
  // Messages to a named partner belong to systems with several machines.
  if (peek().is("-->") || peek().is("from") || peek().is("to")) {
    refuse(peek(), "a communication with a named partner");
  }
  expect(";", "after a communication");
  return s;
}

std::string Parser::source(std::size_t first, std::size_t last) const {
  // Parentheses around the whole condition are left out.
  while (last - first >= 2 && tokens_[first].is("(") &&
         tokens_[last - 1].is(")")) {
    int open = 0;
    // The pair encloses everything if the first bracket is closed by the last
    // token.
    std::size_t i = first;
    for (; i < last; ++i) {
      if (tokens_[i].is("(")) ++open;
      if (tokens_[i].is(")") && --open == 0) break;
    }
    if (i + 1 != last) break;
    ++first;
    --last;
  }
  std::string out;
  for (std::size_t i = first; i < last; ++i) {
    const std::string_view text = tokens_[i].text;
    // Tokens that touch in the text stay together; others get one blank.
    const bool adjacent =
        i > first &&
        tokens_[i - 1].text.data() + tokens_[i - 1].text.size() == text.data();
    if (i > first && !adjacent) out += " ";
    out += text;
  }
  return out;
}

}  // namespace catenary::frontend::xlia
