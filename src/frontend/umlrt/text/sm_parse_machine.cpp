// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses the state machine of a capsule. Vertices are appended in the order of
/// the text, each state before its inside, so that a parent has a smaller index
/// than its children.
#include <utility>

#include "frontend/umlrt/text/sm_parser.h"

namespace catenary::frontend::umlrt {

namespace {

using model::VertexKind;

// Words for vertices that are not states; "history" is deep history, the only
// one of UML-RT.
constexpr std::pair<const char*, VertexKind> kVertices[] = {
    {"initial", VertexKind::initial},
    {"choice", VertexKind::choice},
    {"junction", VertexKind::junction},
    {"history", VertexKind::deep_history},
    {"entrypoint", VertexKind::entry_point},
    {"exitpoint", VertexKind::exit_point}};

}  // namespace

void SmParser::machine(model::Capsule& c) {
  c.has_machine = true;
  // A machine may have no name: "machine { … }".
  if (!scan_.sees("{") && !identify(c.machine, "the machine")) {
    return scan_.skip_line();
  }
  block("machine", [&] { return vertex_item(c, model::kNoIndex); });
}

bool SmParser::vertex_item(model::Capsule& c, std::uint32_t parent) {
  for (const auto& [word, kind] : kVertices) {
    // Boundary points belong to a state; at the top their words are unknown.
    const bool point =
        kind == VertexKind::entry_point || kind == VertexKind::exit_point;
    if ((point && parent == model::kNoIndex) || !scan_.accept_word(word)) {
      continue;
    }
    model::Vertex v;
    v.kind = kind;
    v.parent = parent;
    if (identify(v, "a vertex")) {
      c.machine.vertices.push_back(std::move(v));
    } else {
      scan_.skip_line();
    }
    return true;
  }
  if (scan_.accept_word("state")) {
    state(c, parent);
    return true;
  }
  // "transition" alone is external, so that it is tried last.
  for (const auto kind : {model::TransitionKind::internal,
                          model::TransitionKind::local,
                          model::TransitionKind::external}) {
    // Only "internal" and "local" are words in front.
    const bool plain = kind == model::TransitionKind::external;
    if (!plain && !scan_.accept_word(model::to_string(kind))) continue;
    if (!scan_.accept_word("transition")) return false;
    transition(c, parent, kind);
    return true;
  }
  return false;
}

void SmParser::state(model::Capsule& c, std::uint32_t parent) {
  model::Vertex v;
  v.parent = parent;
  if (!identify(v, "a state")) return scan_.skip_line();
  const auto index = static_cast<std::uint32_t>(c.machine.vertices.size());
  c.machine.vertices.push_back(std::move(v));
  // "state NAME" without a block is a simple state.
  if (!scan_.sees("{")) return;
  // The vertices may be reallocated while the block is read: index, not
  // reference.
  block("state", [&] {
    if (scan_.accept_word("entry")) {
      code(c.machine.vertices[index].entry, "the entry action");
    } else if (scan_.accept_word("exit")) {
      code(c.machine.vertices[index].exit, "the exit action");
    } else {
      return vertex_item(c, index);
    }
    return true;
  });
}

bool SmParser::path(Path& out) {
  // The path is resolved later; here it may name a vertex that follows.
  out.where = scan_.place();
  out.absolute = scan_.accept("::");
  do {
    const auto name =
        named("a state or other vertex", out.mentions.emplace_back());
    if (!name) return false;
    out.names.push_back(*name);
  } while (scan_.accept("::"));
  return true;
}

void SmParser::transition(model::Capsule& c,
                          std::uint32_t parent,
                          model::TransitionKind kind) {
  model::Transition t;
  PendingTransition pending;
  t.kind = kind;
  t.parent = parent;
  if (!identify(t, "a transition") ||
      !scan_.expect(":", "the name of a transition") || !path(pending.source) ||
      !scan_.expect("->", "where it begins") || !path(pending.target)) {
    return scan_.skip_line();
  }
  if (scan_.sees("{")) {
    block("transition", [&] { return transition_item(t, pending); });
  }
  // The capsule that is being read is the last one.
  pending.capsule = last_capsule();
  pending.transition = static_cast<std::uint32_t>(c.machine.transitions.size());
  c.machine.transitions.push_back(std::move(t));
  transitions_.push_back(std::move(pending));
}

bool SmParser::transition_item(model::Transition& t,
                               PendingTransition& pending) {
  if (scan_.accept_word("on")) {
    trigger(t, pending);
  } else if (scan_.accept_word("when")) {
    code(t.guard, "the guard");
  } else if (scan_.accept_word("do")) {
    code(t.effect, "the effect");
  } else {
    return false;
  }
  return true;
}

/// The signal behind "PORT.": "message", "timeout", "*" for any, or
/// "Protocol::message", whose protocol need not be that of the port.
bool SmParser::signal(PendingTrigger& p) {
  if (scan_.accept("*")) return true;
  const auto first = named("a message, timeout, or '*'", p.signal_mention);
  if (!first) return false;
  p.signal = *first;
  if (p.ports.empty() || !scan_.accept("::")) return true;
  p.protocol_mention = p.signal_mention;
  const auto message = named("a message", p.signal_mention);
  if (!message) return false;
  p.protocol = std::exchange(p.signal, *message);
  return true;
}

/// The forms of a trigger: "*"; "p|q.message"; "p.*"; "Protocol::message" and
/// "timeout" for triggers without a port. What stands first is a port, unless
/// "::" follows, or it is a signal of the run time and no "." follows.
void SmParser::trigger(model::Transition& t, PendingTransition& pending) {
  PendingTrigger p;
  p.where = scan_.place();
  model::Trigger out;
  out.where = problems_.location(p.where);
  if (!scan_.accept("*")) {
    do {
      const auto port = named("a port", p.port_mentions.emplace_back());
      if (!port) return scan_.skip_line();
      p.ports.push_back(*port);
    } while (scan_.accept("|"));
    if (scan_.accept("::")) {
      // What was read as a port is the protocol.
      p.protocol = p.ports.front();
      p.protocol_mention = p.port_mentions.front();
      p.ports.clear();
      p.port_mentions.clear();
    } else if (p.ports.size() == 1 && of_run_time(p.ports[0]) &&
               !scan_.sees(".")) {
      // A port may be called "timeout": then a "." follows.
      p.signal = p.ports.front();
      p.ports.clear();
      p.port_mentions.clear();
    } else if (!scan_.expect(".", "the port of a trigger")) {
      return scan_.skip_line();
    }
    if (p.signal.empty() && !signal(p)) return scan_.skip_line();
  }
  if (scan_.accept_word("if")) code(out.guard, "the guard of a trigger");
  t.triggers.push_back(std::move(out));
  pending.triggers.push_back(std::move(p));
}

}  // namespace catenary::frontend::umlrt
