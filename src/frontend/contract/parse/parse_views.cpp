// SPDX-License-Identifier: Apache-2.0
/// \file
/// Views: requirements and contracts.
#include <utility>

#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

void Parser::requirements(ViewSyntax& view) {
  while (peek().is("req") || at_contract()) {
    const std::size_t before = at_;
    try {
      if (peek().is("req")) {
        view.requirements.push_back(requirement());
      } else {
        // Reading goes on with the next requirement.
        misplaced(
            "a contract stands in a requirement: expected 'req ID' above it");
      }
    } catch (const Fault&) {
      recover();
      // Progress, even if recovery stops at once.
      if (at_ == before) take();
    }
    if (problems_.full()) return;
  }
}

RequirementSyntax Parser::requirement() {
  RequirementSyntax r;
  r.trivia = begin();
  expect("req", "before the id of a requirement");
  // Tags and "from" may be in either order.
  r.id = id("a requirement");
  r.doc = doc();
  // 'from' is a name elsewhere: only before a string it is a keyword.
  const auto is_from = [this] {
    return peek().is("from") && peek(1).kind == Token::Kind::text;
  };
  if (is_from()) {
    take();
    r.from = doc();
  }
  if (accept("tags")) {
    do {
      r.tags.push_back(id("a tag"));
      // Commas between elements may be left out.
      accept(",");
    } while (peek().kind == Token::Kind::word && !is_reserved(peek().text) &&
             !is_from());
  }
  if (!r.from.given && is_from()) {
    take();
    r.from = doc();
  }
  finish(r.trivia);
  while (at_contract() && !problems_.full()) {
    const std::size_t before = at_;
    try {
      r.contracts.push_back(contract());
    } catch (const Fault&) {
      recover();
      if (at_ == before) take();
    }
  }
  // A plain word cannot follow: probably a misspelt keyword.
  if (peek().kind == Token::Kind::word && !is_reserved(peek().text)) {
    unexpected(
        "a contract: 'init', 'step', 'always', 'when' or 'frame', or another "
        "item");
  }
  return r;
}

ContractSyntax Parser::contract() {
  using When = ContractSyntax::When;
  ContractSyntax c;
  c.trivia = begin();
  c.where = peek().where;
  if (accept("frame")) {
    frame(c);
  } else if (peek().is("when")) {
    const Token token = peek();
    condition(c);
    // Without within, for or until, the steps must be stated.
    if (c.kind == ContractSyntax::Kind::plain) {
      fail(token,
           "this does not say for which steps: expected 'init', 'step' or "
           "'always' before 'when'");
    }
  } else {
    // The forms with a time limit do not name steps: they are always.
    c.when = accept("init")   ? When::init
             : accept("step") ? When::step
                              : When::always;
    if (c.when == When::always) expect("always", "before a contract");
    // The id is optional; lowering makes one.
    if (!peek().is(":")) c.id = id("a contract");
    expect(":", "before what a contract says");
    if (peek().is("when")) {
      condition(c);
    } else {
      c.guarantee = expression();
      if (peek().is("then")) {
        fail(peek(), "a 'then' without 'when': expected 'when' after ':'");
      }
    }
  }
  // Comments behind the contract are its own.
  finish(c.trivia);
  return c;
}

void Parser::frame(ContractSyntax& contract) {
  contract.kind = ContractSyntax::Kind::frame;
  // The list ends at the next keyword.
  do {
    contract.frame.push_back(identifier("a variable to keep"));
    accept(",");
  } while (peek().kind == Token::Kind::word && !is_reserved(peek().text));
}

void Parser::condition(ContractSyntax& contract) {
  expect("when", "before an assumption");
  contract.assumption = expression();
  expect("then", "after an assumption");
  consequence(contract);
}

void Parser::consequence(ContractSyntax& contract) {
  using Kind = ContractSyntax::Kind;
  if (peek().is("within") || peek().is("for")) {
    contract.kind = take().is("within") ? Kind::within : Kind::lasting;
    contract.bound = sum();
    // "1 step", "2 steps".
    if (!accept("step")) expect("steps", "after their number");
  } else if (accept("until")) {
    contract.kind = Kind::until;
    contract.release = expression();
    expect(",", "before what holds until then");
  }
  contract.guarantee = expression();
}

}  // namespace catenary::frontend::contract
