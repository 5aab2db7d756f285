// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses state machines: states, pseudostates and transitions.
#include <utility>

#include "frontend/umlrt/art/art_parser.h"

namespace catenary::frontend::umlrt {

using base::Token;
using model::VertexKind;

void ArtParser::region_item(ArtRegion& r, ArtVertex* around) {
  // A keyword with ":" behind it is the name of a transition.
  const bool names = peek(1).is(":");
  if (!names) {
    if (accept("state")) return states(r);
    if (accept("choice")) return vertices(r, VertexKind::choice);
    if (accept("junction")) return vertices(r, VertexKind::junction);
    if (accept("entrypoint")) return vertices(r, VertexKind::entry_point);
    if (accept("exitpoint")) return vertices(r, VertexKind::exit_point);
    if (accept("exclude")) {
      return list("behind what is excluded", [&] {
        r.excluded.push_back(name("the name of a transition"));
      });
    }
    const bool entry = peek().is("entry");
    if (around != nullptr && (entry || peek().is("exit"))) {
      take();
      attributes(nullptr);
      (entry ? around->has_entry : around->has_exit) = true;
      (entry ? around->entry : around->exit) = code("an action");
      return expect(";", "behind an action");
    }
  }
  transition(r);
}

void ArtParser::states(ArtRegion& r) {
  do {
    ArtVertex v;
    attributes(nullptr);
    v.change = change();
    v.name = name("the name of a state");
    attributes(nullptr);
    if (peek().is("{")) {
      items("a state", [&] { region_item(v.inside, &v); });
    }
    r.vertices.push_back(std::move(v));
  } while (accept(","));
  expect(";", "behind a state");
}

void ArtParser::vertices(ArtRegion& r, VertexKind kind) {
  list("behind a pseudostate", [&] {
    ArtVertex v;
    v.kind = kind;
    attributes(nullptr);
    v.change = change();
    v.name = name("the name of a pseudostate");
    attributes(nullptr);
    r.vertices.push_back(std::move(v));
  });
}

void ArtParser::transition(ArtRegion& r) {
  ArtTransition t;
  attributes(nullptr);
  t.redefines = !peek(1).is(":") && accept("redefine");
  t.name.where = location();
  if (peek(1).is(":")) {
    t.name = name("the name of a transition");
    take();
  } else if (peek().kind == Token::Kind::word && peek(1).is("[")) {
    // Attributes may stand between the name and ":".
    t.name = name("the name of a transition");
    attributes(nullptr);
    expect(":", "behind the name of a transition");
  }
  attributes(nullptr);
  transition_behind_name(t);
  r.transitions.push_back(std::move(t));
}

void ArtParser::transition_behind_name(ArtTransition& t) {
  if (peek().is("on") && !peek(1).is("->") && !peek(1).is(".")) {
    t.internal = true;
  } else {
    t.source = transition_end();
    expect("->", "behind the source of a transition");
    t.target = transition_end();
  }
  if (accept("on")) {
    do {
      t.triggers.push_back(trigger());
    } while (accept(","));
  }
  if (accept("when")) {
    t.has_guard = true;
    t.guard = code("the guard of a transition");
  }
  if (sees_code()) {
    t.has_effect = true;
    t.effect = code("the effect of a transition");
  }
  expect(";", "behind a transition");
}

ArtEnd ArtParser::transition_end() {
  ArtEnd end;
  end.where = location();
  end.names.push_back(name("the name of a state or pseudostate").text);
  while (accept(".")) {
    end.names.push_back(name("the name of an entry or exit point").text);
  }
  if (end.names.back() == "history" && accept("*")) end.names.back() += "*";
  return end;
}

ArtTrigger ArtParser::trigger() {
  ArtTrigger t;
  attributes(nullptr);
  t.where = location();
  t.port = name("the port of a trigger");
  if (accept("(")) {
    // An operation of a class: the types of its parameters.
    while (!accept(")")) {
      if (peek().kind == Token::Kind::end || peek().is(";")) unexpected("')'");
      take();
    }
  } else {
    expect(".", "and an event behind the port of a trigger");
    t.event.where = location();
    t.event.text = accept("*") ? "*" : name("an event, or '*'").text;
  }
  if (peek().is("[") && !peek(1).is("[")) {
    take();
    t.guard = code("the guard of a trigger");
    expect("]", "behind the guard of a trigger");
  }
  attributes(nullptr);
  return t;
}

}  // namespace catenary::frontend::umlrt
