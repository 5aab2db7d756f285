// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which messages can lead to which actions: reachability in the graph of
/// vertices and transitions that a run to completion can pass, once for each
/// transition with triggers. Guards count as satisfiable and histories as
/// holding any state, so that the result is an over-approximation.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "frontend/umlrt/code/dispatch/machine_rules.h"
#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;
using Message = std::pair<std::uint32_t, std::uint32_t>;

/// Follows the transitions that one transition may set off.
class Flow {
 public:
  Flow(const model::StateMachine& m, model::Semantics semantics)
      : m_(m), rules_(m, semantics) {
    out_.transitions.resize(m.transitions.size());
    out_.entries.resize(m.vertices.size());
    out_.exits.resize(m.vertices.size());
  }

  ActionMessages run() {
    for (std::uint32_t t = 0; t < m_.transitions.size(); ++t) {
      std::set<Message> messages;
      for (const model::Trigger& g : m_.transitions[t].triggers) {
        if (g.signal != model::SignalKind::message) continue;
        messages.emplace(g.protocol, g.message);
      }
      if (messages.empty()) continue;
      // The marks are those of one start; note() adds them to the result.
      vertices_.assign(m_.vertices.size(), false);
      transitions_.assign(m_.transitions.size(), false);
      exits_.assign(m_.vertices.size(), false);
      entries_.assign(m_.vertices.size(), false);
      take(t);
      note(messages);
    }
    return std::move(out_);
  }

 private:
  /// Marks everything that a run which begins with `t` may pass. The loop
  /// invariant: all transitions in `open` can be reached, and a transition is
  /// expanded once.
  void take(std::uint32_t t) {
    std::vector<std::uint32_t> open = {t};
    while (!open.empty()) {
      const std::uint32_t now = open.back();
      open.pop_back();
      if (transitions_[now]) continue;
      transitions_[now] = true;
      const model::Transition& one = m_.transitions[now];
      // An internal transition leaves and enters nothing.
      if (one.kind == model::TransitionKind::internal) continue;
      leave(one.source);
      arrive(one.target, open);
      open.push_back(rules_.taken_for(now));
    }
  }

  /// Marks the exit actions that may run at a vertex: those of all states
  /// within it, and those of all states around it.
  void leave(std::uint32_t v) {
    for (std::uint32_t a = v; a != kNoIndex; a = m_.vertices[a].parent) {
      exits_[a] = true;
    }
    // A boundary point lies on its state: the configuration that it is left
    // from is any state within that state.
    std::vector<std::uint32_t> inner = {v};
    const bool point = m_.vertices[v].kind == VertexKind::exit_point ||
                       m_.vertices[v].kind == VertexKind::entry_point;
    if (point) inner.push_back(m_.vertices[v].parent);
    while (!inner.empty()) {
      const std::uint32_t now = inner.back();
      inner.pop_back();
      exits_[now] = true;
      const std::vector<std::uint32_t>& all = rules_.children(now);
      inner.insert(inner.end(), all.begin(), all.end());
    }
  }

  /// Marks what may be entered at `target`, and adds the transitions that
  /// continue from there to `open`.
  void arrive(std::uint32_t target, std::vector<std::uint32_t>& open) {
    std::vector<std::uint32_t> reached = {target};
    while (!reached.empty()) {
      const std::uint32_t v = reached.back();
      reached.pop_back();
      // States around the target are entered unless they are active; both
      // count.
      for (std::uint32_t a = v; a != kNoIndex; a = m_.vertices[a].parent) {
        entries_[a] = true;
      }
      if (vertices_[v]) continue;
      vertices_[v] = true;
      const std::vector<std::uint32_t>& onward = rules_.onward(v);
      open.insert(open.end(), onward.begin(), onward.end());
      // Entering a composite state restores or initialises it: any state within
      // it may be entered.
      const VertexKind kind = m_.vertices[v].kind;
      // Leaving by a point exits what is around it.
      if (kind == VertexKind::exit_point) leave(v);
      const auto restored = rules_.restores(v);
      // An entry point that leads nowhere enters its state in any case.
      const bool enters = kind == VertexKind::entry_point && onward.empty();
      if (kind != VertexKind::state && !restored && !enters) continue;
      const std::uint32_t state = enters ? m_.vertices[v].parent : v;
      for (const std::uint32_t c : rules_.children(restored.value_or(state))) {
        const VertexKind inner = m_.vertices[c].kind;
        if (kind == VertexKind::state || inner == VertexKind::state ||
            inner == VertexKind::initial) {
          reached.push_back(c);
        }
      }
    }
  }

  /// Adds the messages to each marked element. Sets stay sorted, so that the
  /// result does not depend on the order of the traversals.
  void note(const std::set<Message>& messages) {
    const auto add = [&](const std::vector<bool>& marks,
                         std::vector<ActionMessages::Set>& to) {
      for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!marks[i]) continue;
        ActionMessages::Set joined;
        std::set_union(to[i].begin(),
                       to[i].end(),
                       messages.begin(),
                       messages.end(),
                       std::back_inserter(joined));
        to[i] = std::move(joined);
      }
    };
    add(transitions_, out_.transitions);
    add(entries_, out_.entries);
    add(exits_, out_.exits);
  }

  const model::StateMachine& m_;
  MachineRules rules_;
  std::vector<bool> vertices_, transitions_, entries_, exits_;
  ActionMessages out_;
};

}  // namespace

ActionMessages action_messages(const model::StateMachine& m,
                               model::Semantics semantics) {
  return Flow(m, semantics).run();
}

}  // namespace catenary::frontend::umlrt
