// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/dispatch/machine_rules.h"

#include <algorithm>

namespace catenary::frontend::umlrt {

using model::kNoIndex;
using model::Semantics;
using model::TransitionKind;
using model::VertexKind;

MachineRules::MachineRules(const model::StateMachine& machine,
                           Semantics semantics)
    : m_(machine),
      semantics_(semantics),
      children_(machine.children()),
      onward_(machine.vertices.size()),
      entered_(machine.vertices.size(), false),
      has_history_(machine.vertices.size(), false),
      notes_on_exit_(machine.vertices.size(), false),
      noted_by_(machine.transitions.size()) {
  for (Index t = 0; t < m_.transitions.size(); ++t) {
    const model::Transition& one = m_.transitions[t];
    if (one.kind == TransitionKind::internal) continue;
    entered_[one.target] = true;
    if (m_.vertices[one.source].kind != VertexKind::state) {
      onward_[one.source].push_back(t);
    }
  }
  find_histories();
  if (semantics_ == Semantics::papyrus_rt) find_notes();
}

bool MachineRules::is_point(Index v) const {
  const VertexKind kind = m_.vertices[v].kind;
  return kind == VertexKind::entry_point || kind == VertexKind::exit_point;
}

bool MachineRules::is_composite(Index v) const {
  return std::ranges::any_of(children_[v],
                             [this](Index c) { return !is_point(c); });
}

MachineRules::Index MachineRules::initial_of(Index v) const {
  // Papyrus-RT takes the first one; `check` reports that there are several.
  for (const Index c : children(v)) {
    if (m_.vertices[c].kind == VertexKind::initial) return c;
  }
  return kNoIndex;
}

bool MachineRules::may_rest(Index v) const {
  return m_.vertices[v].kind == VertexKind::state && initial_of(v) == kNoIndex;
}

bool MachineRules::completes(Index state) const {
  return semantics_ == Semantics::uml &&
         std::ranges::any_of(m_.transitions, [&](const model::Transition& t) {
           return t.source == state && t.triggers.empty() &&
                  t.unknown_ports.empty();
         });
}

MachineRules::Index MachineRules::fired_from(Index transition) const {
  const model::Transition& t = m_.transitions[transition];
  if (t.triggers.empty() && t.unknown_ports.empty()) return kNoIndex;
  const model::Vertex& from = m_.vertices[t.source];
  if (from.kind == VertexKind::state) return t.source;
  if (!is_point(t.source)) return kNoIndex;
  if (order_is_open()) return entered_[t.source] ? kNoIndex : from.parent;
  // A simple state has its connection points for the drawing only.
  if (!is_composite(from.parent)) return from.parent;
  const bool group = from.kind == VertexKind::exit_point && !entered_[t.source];
  return group ? from.parent : kNoIndex;
}

MachineRules::Index MachineRules::taken_for(Index transition) const {
  const model::Transition& t = m_.transitions[transition];
  const bool group = semantics_ == Semantics::papyrus_rt &&
                     t.kind != TransitionKind::internal &&
                     m_.vertices[t.source].kind == VertexKind::exit_point &&
                     is_composite(m_.vertices[t.source].parent);
  return group ? onward_[t.source].front() : transition;
}

MachineRules::Index MachineRules::stays_active(Index transition) const {
  const model::Transition& t = m_.transitions[transition];
  Index scope = t.parent;
  // Papyrus-RT and Code RealTime go by the region that a transition is drawn
  // in.
  if (semantics_ == Semantics::uml) {
    if (t.kind == TransitionKind::local && m_.within(t.target, t.source)) {
      return t.source;
    }
    // A transition between a state and its inside leaves the state.
    if (t.kind == TransitionKind::external && scope != kNoIndex &&
        (t.source == scope || t.target == scope)) {
      scope = m_.vertices[scope].parent;
    }
  }
  // It may be drawn where its source is not.
  const Index from = fired_from(transition);
  while (scope != kNoIndex && from != kNoIndex && !m_.within(from, scope)) {
    scope = m_.vertices[scope].parent;
  }
  return scope;
}

std::optional<MachineRules::Index> MachineRules::restores(Index v) const {
  const model::Vertex& one = m_.vertices[v];
  if (one.kind == VertexKind::deep_history) return one.parent;
  // In UML what is not drawn to a history enters by the initial pseudostate.
  if (semantics_ == Semantics::uml) return std::nullopt;
  if (one.kind == VertexKind::state && is_composite(v)) return v;
  if (is_point(v) && onward_[v].empty() && is_composite(one.parent)) {
    return one.parent;
  }
  return std::nullopt;
}

bool MachineRules::chooses_before(Index v) const {
  const bool may = m_.vertices[v].kind == VertexKind::junction || is_point(v);
  if (!may || !order_is_open() || onward_[v].empty()) return false;
  return onward_[v].size() > 1 ||
         !m_.transitions[onward_[v].front()].guard.empty();
}

void MachineRules::find_histories() {
  // Restoring is deep: all composite states within a restored one are restored
  // too. The worklist ends, since each vertex is marked once.
  std::vector<Index> open;
  for (const model::Transition& t : m_.transitions) {
    if (t.kind == TransitionKind::internal) continue;
    if (const auto state = restores(t.target)) open.push_back(*state);
  }
  while (!open.empty()) {
    const Index v = open.back();
    open.pop_back();
    if (v == kNoIndex || has_history_[v]) continue;
    has_history_[v] = true;
    for (const Index c : children_[v]) {
      if (m_.vertices[c].kind == VertexKind::state && is_composite(c)) {
        open.push_back(c);
      }
    }
  }
}

void MachineRules::find_notes() {
  for (const model::Transition& t : m_.transitions) {
    if (t.kind == TransitionKind::internal) continue;
    const auto state = restores(t.target);
    if (state && *state != kNoIndex && t.parent != kNoIndex &&
        m_.within(t.parent, *state)) {
      notes_on_exit_[*state] = true;
    }
  }
  for (Index t = 0; t < m_.transitions.size(); ++t) {
    const model::Transition& one = m_.transitions[t];
    const model::Vertex& from = m_.vertices[one.source];
    if (one.kind == TransitionKind::internal || one.parent == kNoIndex ||
        !notes_on_exit_[one.parent]) {
      continue;
    }
    const Index state =
        from.kind == VertexKind::exit_point ? from.parent : one.source;
    const bool begins = m_.vertices[state].kind == VertexKind::state &&
                        m_.vertices[state].parent == one.parent;
    if (begins && leads_out(t, one.parent)) {
      noted_by_[t] = std::pair(one.parent, state);
    }
  }
}

bool MachineRules::leads_out(Index transition, Index composite) const {
  std::vector<bool> seen(m_.vertices.size(), false);
  std::vector<Index> open = {m_.transitions[transition].target};
  while (!open.empty()) {
    const Index v = open.back();
    open.pop_back();
    const model::Vertex& one = m_.vertices[v];
    if (!m_.within(v, composite)) return true;
    if (seen[v] || one.kind == VertexKind::state) continue;
    seen[v] = true;
    const bool leaves = one.kind == VertexKind::exit_point;
    if (leaves && one.parent == composite && !onward_[v].empty()) return true;
    if (leaves || one.parent != composite) continue;
    for (const Index t : onward_[v]) open.push_back(m_.transitions[t].target);
  }
  return false;
}

}  // namespace catenary::frontend::umlrt
