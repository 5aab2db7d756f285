// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines of Art as graphs. A name is searched among the vertices of
/// the region in which it stands, and the connection points of the state around
/// it; "S.p" is a connection point of the state S.
#include <algorithm>
#include <utility>

#include "frontend/umlrt/art/art_reader.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;

bool is_point(VertexKind kind) {
  return kind == VertexKind::entry_point || kind == VertexKind::exit_point;
}

/// Returns true if the guard is the keyword `else`.
bool is_else(const model::ActionCode& guard) {
  std::string text = guard.text;
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == ';'; });
  return text == "else";
}

}  // namespace

ArtReader::Index ArtReader::vertex(Index parent,
                                   const std::string& name) const {
  const auto known = vertices_.find({parent, name});
  return known == vertices_.end() ? kNoIndex : known->second;
}

ArtReader::Index ArtReader::add_vertex(model::Vertex v, model::Capsule& out) {
  const auto index = static_cast<Index>(out.machine.vertices.size());
  vertices_.emplace(std::pair(v.parent, v.name), index);
  out.machine.vertices.push_back(std::move(v));
  return index;
}

void ArtReader::vertices(const ArtRegion& r,
                         Index parent,
                         model::Capsule& out) {
  for (const ArtVertex& v : r.vertices) {
    if (v.change != ArtChange::none) continue;
    if (is_point(v.kind) && parent == kNoIndex) {
      refuse(v.name.where, "an entry or exit point outside of a state");
    }
    model::Vertex made;
    made.name = v.name.text;
    made.where = v.name.where;
    made.kind = v.kind;
    made.parent = parent;
    made.entry = v.entry;
    made.exit = v.exit;
    const Index index = add_vertex(std::move(made), out);
    vertices(v.inside, index, out);
  }
}

void ArtReader::transitions(const ArtRegion& r,
                            Index parent,
                            model::Capsule& out) {
  for (const ArtTransition& t : r.transitions) transition(t, parent, out);
  for (const ArtVertex& v : r.vertices) {
    if (v.change != ArtChange::none) continue;
    transitions(v.inside, vertex(parent, v.name.text), out);
  }
}

ArtReader::Index ArtReader::end(const ArtEnd& e,
                                Index parent,
                                model::Capsule& out) {
  const std::string& first = e.names.front();
  const bool initial = first == "initial";
  if (e.names.size() == 1 && (initial || first == "history*")) {
    const Index known = vertex(parent, first);
    if (known != kNoIndex) return known;
    if (!initial && parent == kNoIndex) {
      refuse(e.where, "a history outside of a state");
    }
    model::Vertex made;
    made.name = first;
    made.where = e.where;
    made.kind = initial ? VertexKind::initial : VertexKind::deep_history;
    made.parent = parent;
    return add_vertex(std::move(made), out);
  }
  if (first == "history") {
    refuse(e.where, "a shallow history");
    return kNoIndex;
  }
  Index found = vertex(parent, first);
  std::string name = first;
  for (std::size_t i = 1; i < e.names.size() && found != kNoIndex; ++i) {
    name += "." + e.names[i];
    found = vertex(found, e.names[i]);
    if (found != kNoIndex && !is_point(out.machine.vertices[found].kind)) {
      refuse(e.where, "'" + name + "' is not an entry or exit point");
    }
  }
  if (found == kNoIndex) {
    refuse(e.where, "there is no state or pseudostate '" + name + "' here");
  }
  return found;
}

void ArtReader::transition(const ArtTransition& t,
                           Index parent,
                           model::Capsule& out) {
  model::Transition made;
  made.name = t.name.text;
  made.where = t.name.where;
  made.parent = parent;
  if (t.internal) {
    made.kind = model::TransitionKind::internal;
    made.source = made.target = parent;
    if (parent == kNoIndex) {
      return refuse(made.where, "an internal transition outside of a state");
    }
  } else {
    made.source = end(t.source, parent, out);
    made.target = end(t.target, parent, out);
    if (made.source == kNoIndex || made.target == kNoIndex) return;
  }
  const VertexKind from = out.machine.vertices[made.source].kind;
  if (t.has_guard && is_else(t.guard)) {
    // A branch without a guard means the same.
    if (from == VertexKind::state) {
      refuse(made.where, "'else' as the guard of a transition from a state");
    }
  } else {
    made.guard = t.guard;
  }
  made.effect = t.effect;
  for (const ArtTrigger& g : t.triggers) {
    made.triggers.push_back(trigger(g, out));
  }
  out.machine.transitions.push_back(std::move(made));
}

model::Trigger ArtReader::trigger(const ArtTrigger& t,
                                  const model::Capsule& c) {
  model::Trigger out;
  out.where = t.where;
  out.guard = t.guard;
  if (is_else(t.guard)) refuse(t.where, "'else' as the guard of a trigger");
  const auto port = std::ranges::find(c.ports, t.port.text, &model::Port::name);
  if (port == c.ports.end()) {
    refuse(t.where, "there is no port '" + t.port.text + "'");
    return out;
  }
  const auto index = static_cast<Index>(port - c.ports.begin());
  out.ports = {index};
  if (!signal(t.event.text, index, c, out)) {
    refuse(t.event.where,
           "port '" + t.port.text + "' has no event '" + t.event.text + "'");
  }
  // Other ports than notifying ones are not told of bindings.
  const bool binding = out.signal == model::SignalKind::bound ||
                       out.signal == model::SignalKind::unbound;
  if (binding && !notifying_.contains(index)) out.ports.clear();
  return out;
}

bool ArtReader::signal(const std::string& event,
                       Index port,
                       const model::Capsule& c,
                       model::Trigger& out) const {
  const model::Port& p = c.ports[port];
  if (event == "*") {
    out.signal = model::SignalKind::any;
    return true;
  }
  if (p.kind == model::PortKind::timing && event == "timeout") {
    out.signal = model::SignalKind::timeout;
    return true;
  }
  if (p.protocol != kNoIndex) {
    const auto& messages = out_.protocols[p.protocol].messages;
    const auto m =
        std::ranges::find(messages, event, &model::MachineMessage::name);
    if (m != messages.end()) {
      out.protocol = p.protocol;
      out.message = static_cast<Index>(m - messages.begin());
      return true;
    }
  }
  if (event == "rtBound" || event == "rtUnbound") {
    out.signal = event == "rtBound" ? model::SignalKind::bound
                                    : model::SignalKind::unbound;
    return true;
  }
  // A trigger that never fires.
  out.ports.clear();
  out.signal = model::SignalKind::bound;
  return false;
}

}  // namespace catenary::frontend::umlrt
