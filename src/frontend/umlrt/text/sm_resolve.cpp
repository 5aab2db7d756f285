// SPDX-License-Identifier: Apache-2.0
/// \file
/// Resolves names. A path to a vertex is resolved like a name in nested scopes:
/// its first name is searched in the region in which it stands, then in the
/// regions around it; the others are searched in what was found.
#include <algorithm>
#include <optional>
#include <set>

#include "frontend/umlrt/text/sm_parser.h"
#include "frontend/umlrt/text/text_form.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;

/// The names, for a message; a set, so that their order does not depend on that
/// of the text.
std::string quoted_list(const std::set<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out.empty() ? "none" : out;
}

/// The vertex of that name in the region of `parent`; kNoIndex where there is
/// none.
std::uint32_t child(const model::StateMachine& machine,
                    std::uint32_t parent,
                    const std::string& name) {
  for (std::uint32_t i = 0; i < machine.vertices.size(); ++i) {
    const model::Vertex& v = machine.vertices[i];
    if (v.parent == parent && v.name == name) return i;
  }
  return kNoIndex;
}

}  // namespace

std::optional<model::SignalKind> SmParser::of_run_time(
    const std::string& name) {
  if (name == "timeout") return model::SignalKind::timeout;
  if (name == "rtBound") return model::SignalKind::bound;
  if (name == "rtUnbound") return model::SignalKind::unbound;
  return std::nullopt;
}

void SmParser::resolve() {
  // Equal names come first: with them a name could mean two elements.
  if (!quiet_) reject_clashes(out_, problems_);
  // Ports before transitions: the protocol of a trigger is that of its port.
  for (const PendingPort& p : ports_) {
    out_.capsules[p.capsule].ports[p.port].protocol =
        find_protocol(p.protocol, p.where);
  }
  for (const PendingTransition& t : transitions_) resolve_transition(t);
  // Qualified names are built from resolved references.
  if (!problems_.failed()) model::name_elements(out_);
}

std::uint32_t SmParser::find_protocol(const std::string& name,
                                      base::Place where) {
  const auto it =
      std::ranges::find(out_.protocols, name, &model::Protocol::name);
  if (it != out_.protocols.end()) {
    return static_cast<std::uint32_t>(it - out_.protocols.begin());
  }
  if (quiet_) return kNoIndex;
  std::set<std::string> known;
  for (const model::Protocol& p : out_.protocols) known.insert(p.name);
  problems_.error(
      where,
      "there is no protocol '" + name + "'; there are: " + quoted_list(known),
      "name-unknown");
  return kNoIndex;
}

std::uint32_t SmParser::find_vertex(const model::StateMachine& machine,
                                    const Path& path,
                                    std::uint32_t parent) {
  std::uint32_t scope = path.absolute ? kNoIndex : parent;
  std::uint32_t found = kNoIndex;
  // The inner declaration hides those in the regions around it.
  while (true) {
    found = child(machine, scope, path.names.front());
    if (found != kNoIndex || scope == kNoIndex) break;
    scope = machine.vertices[scope].parent;
  }
  for (std::size_t i = 1; i < path.names.size() && found != kNoIndex; ++i) {
    found = child(machine, found, path.names[i]);
  }
  if (found != kNoIndex || quiet_) return found;
  // The alternatives are those of the innermost region only.
  std::set<std::string> known;
  for (const model::Vertex& v : machine.vertices) {
    if (v.parent == (path.absolute ? kNoIndex : parent)) known.insert(v.name);
  }
  problems_.error(path.where,
                  "there is no vertex '" + path.names.back() +
                      "' here; there are: " + quoted_list(known),
                  "name-unknown");
  return kNoIndex;
}

void SmParser::resolve_transition(const PendingTransition& pending) {
  model::Capsule& c = out_.capsules[pending.capsule];
  model::Transition& t = c.machine.transitions[pending.transition];
  t.source = find_vertex(c.machine, pending.source, t.parent);
  t.target = find_vertex(c.machine, pending.target, t.parent);
  for (std::size_t i = 0; i < t.triggers.size(); ++i) {
    resolve_trigger(pending.triggers[i], c, t.triggers[i]);
  }
}

void SmParser::resolve_trigger(const PendingTrigger& pending,
                               const model::Capsule& c,
                               model::Trigger& out) {
  const auto fail = [&](const std::string& message) {
    if (quiet_) return;
    problems_.error(pending.where, message, "name-unknown");
  };
  // Ports of the capsule, by name.
  for (const std::string& name : pending.ports) {
    const auto it = std::ranges::find(c.ports, name, &model::Port::name);
    if (it == c.ports.end()) {
      return fail("capsule '" + c.name + "' has no port '" + name + "'");
    }
    out.ports.push_back(static_cast<std::uint32_t>(it - c.ports.begin()));
  }
  // "*" is any signal, of these ports or, without ports, of all.
  if (pending.signal.empty()) {
    out.signal = model::SignalKind::any;
    return;
  }
  // An explicit protocol, else that of the first port.
  if (!pending.protocol.empty()) {
    out.protocol = find_protocol(pending.protocol, pending.where);
    if (out.protocol == kNoIndex) return;
  } else if (!out.ports.empty()) {
    out.protocol = c.ports[out.ports.front()].protocol;
  }
  // A message of the protocol hides a signal of the run time of that name.
  if (out.protocol != kNoIndex) {
    const auto& messages = out_.protocols[out.protocol].messages;
    const auto it = std::ranges::find(
        messages, pending.signal, &model::MachineMessage::name);
    if (it != messages.end()) {
      out.message = static_cast<std::uint32_t>(it - messages.begin());
      return;
    }
  }
  // Signals of the run time do not belong to a protocol.
  out.protocol = kNoIndex;
  if (const auto kind = of_run_time(pending.signal)) {
    out.signal = *kind;
    return;
  }
  fail("the protocol has no message '" + pending.signal + "'");
}

}  // namespace catenary::frontend::umlrt
