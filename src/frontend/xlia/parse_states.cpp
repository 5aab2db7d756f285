// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses states, transitions, and the ports that are connected to the
/// environment.
#include <utility>

#include "frontend/xlia/outside.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

using model::TimedStateKind;

void Parser::region(ModelSyntax& model) {
  // Ends before the next section or the '}' of the machine.
  while (peek().kind != Token::Kind::section && !peek().is("}") &&
         peek().kind != Token::Kind::end && !problems_.full()) {
    const std::size_t before = at_;
    try {
      if (!peek().is("state")) {
        const std::string what = outside(peek().text);
        if (!what.empty()) refuse(peek(), what);
        unexpected("a state");
      }
      model.states.push_back(state());
    } catch (const Fault&) {
      recover();
      if (at_ == before) take();
    }
  }
}

StateSyntax Parser::state() {
  take();
  StateSyntax state;
  if (accept("<")) state_kind(state);
  state.name = simple_name("a state");
  if (accept(";")) return state;
  expect("{", "or ';' after the name of a state");
  while (!peek().is("}") && peek().kind != Token::Kind::end &&
         !problems_.full()) {
    const std::size_t before = at_;
    try {
      state_item(state);
    } catch (const Fault&) {
      if (peek().is("state")) return state;  // its '}' is missing
      recover();
      if (peek().is("state")) return state;
      if (at_ == before) take();
    }
  }
  try {
    expect("}", "at the end of a state");
  } catch (const Fault&) {
    return state;  // at the end of the file; what was read of it counts
  }
  return state;
}

void Parser::state_kind(StateSyntax& state) {
  const Token& token = take();
  if (token.is("start") || token.is("initial")) {
    state.kind = TimedStateKind::start;
  } else if (token.is("terminal") || token.is("final")) {
    state.kind = TimedStateKind::terminal;
  } else if (token.is("junction")) {
    state.kind = TimedStateKind::junction;
  } else {
    const std::string what = outside_state(token.text);
    // Known kinds are "not supported", others are wrong.
    if (!what.empty()) refuse(token, what);
    fail(token,
         "expected 'start', 'initial', 'terminal', 'final' or 'junction' after "
         "'state<'");
  }
  if (peek().is(",")) refuse(peek(), "a state of two kinds");
  expect(">", "after the kind of a state");
}

void Parser::state_item(StateSyntax& state) {
  const Token token = peek();
  if (accept("@init")) {
    Block block = this->block();
    // The first block counts.
    if (state.init) {
      problems_.again(token.where,
                      "a second '@init' of state '" + state.name.text + "'",
                      "xlia-duplicate",
                      state.init->where);
      return;
    }
    block.where = token.where;
    state.init = std::move(block);
    return;
  }
  if (!peek().is("transition")) {
    const std::string what = outside(token.text);
    // A nested section is passed as a whole, so that its contents give no
    // errors.
    if (token.kind == Token::Kind::section) skip_to_end(false);
    if (!what.empty()) {
      refuse(token,
             token.is("@region") || token.is("@composite") ? "a composite state"
                                                           : what);
    }
    unexpected("'@init', 'transition' or '}' in a state");
  }
  take();
  TransitionSyntax transition;
  // Kinds of transitions, e.g. "transition< simple >", are not read.
  if (peek().is("<")) refuse(peek(), "a kind of transition");
  transition.name = qualified_name("a transition");
  expect("-->", "after the name of a transition");
  transition.target = qualified_name("a state");
  transition.block = block();
  state.transitions.push_back(std::move(transition));
}

void Parser::communications(ModelSyntax& model) {
  while (peek().kind != Token::Kind::section && !peek().is("}") &&
         peek().kind != Token::Kind::end && !problems_.full()) {
    const std::size_t before = at_;
    try {
      connect(model);
    } catch (const Fault&) {
      recover();
      if (peek().is("state")) return;
      if (at_ == before) take();
    }
  }
}

void Parser::connect(ModelSyntax& model) {
  if (!peek().is("connect")) {
    const std::string what = outside(peek().text);
    if (!what.empty()) refuse(peek(), what);
    unexpected("'connect< env >' in '@com:'");
  }
  take();
  expect("<", "after 'connect'");
  // The environment is the only partner of a single machine.
  if (!peek().is("env")) {
    refuse(peek(),
           "'connect< " + std::string(peek().text) +
               " >', which is not to the environment 'env',");
  }
  take();
  // A connection may have a name in XLIA.
  if (peek().is(",")) refuse(peek(), "a name of a connection");
  expect(">", "after 'env'");
  expect("{", "after 'connect< env >'");
  while (!peek().is("}") && peek().kind != Token::Kind::end &&
         !problems_.full()) {
    const std::size_t before = at_;
    try {
      ConnectSyntax connected;
      if (accept("input")) {
        connected.input = true;
      } else if (!accept("output")) {
        unexpected("'input' or 'output' and a port");
      }
      connected.name = qualified_name("a port");
      expect(";", "after the name of a port");
      model.connects.push_back(std::move(connected));
    } catch (const Fault&) {
      recover();
      if (at_ == before) take();
    }
  }
  expect("}", "at the end of 'connect'");
}

}  // namespace catenary::frontend::xlia
