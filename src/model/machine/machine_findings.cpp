// SPDX-License-Identifier: Apache-2.0
/// \file
/// Structural checks of a state machine, one function for each kind of defect,
/// and the over-approximation of reachability that they use.
#include "model/machine/machine_findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace catenary::model {

namespace {

/// Collects the findings of one capsule.
class Findings {
 public:
  Findings(const MachineModel& model, const Capsule& capsule)
      : model_(model), c_(capsule), m_(capsule.machine) {
    // A state is composite if something other than connection points lies
    // within it.
    composite_.resize(m_.vertices.size());
    for (const Vertex& v : m_.vertices) {
      const bool point =
          v.kind == VertexKind::entry_point || v.kind == VertexKind::exit_point;
      if (v.parent != kNoIndex && !point) composite_[v.parent] = true;
    }
    outgoing_.resize(m_.vertices.size());
    incoming_.resize(m_.vertices.size());
    for (std::uint32_t t = 0; t < m_.transitions.size(); ++t) {
      outgoing_[m_.transitions[t].source].push_back(t);
      incoming_[m_.transitions[t].target].push_back(t);
    }
  }

  std::vector<base::Diagnostic> run() {
    initials();
    const std::vector<bool> reached = drawn_reachable(m_);
    for (std::uint32_t v = 0; v < m_.vertices.size(); ++v) {
      if (!reached[v] && m_.vertices[v].kind == VertexKind::state) {
        warning(m_.vertices[v],
                "state-unreachable",
                "no sequence of transitions leads to this state");
      }
      vertex(v);
    }
    for (const Transition& t : m_.transitions) transition(t);
    shadowed();
    unhandled();
    // By place; findings of one place in the order of the checks.
    std::ranges::stable_sort(found_, [](const auto& a, const auto& b) {
      return std::pair(a.where.line, a.where.column) <
             std::pair(b.where.line, b.where.column);
    });
    return std::move(found_);
  }

 private:
  void add(base::Severity severity,
           const MachineElement& e,
           const char* code,
           const std::string& text) {
    found_.push_back({severity, e.where, e.qualified + ": " + text, code, {}});
  }
  void error(const MachineElement& e,
             const char* code,
             const std::string& text) {
    add(base::Severity::error, e, code, text);
  }
  void warning(const MachineElement& e,
               const char* code,
               const std::string& text) {
    add(base::Severity::warning, e, code, text);
  }
  void note(const MachineElement& e,
            const char* code,
            const std::string& text) {
    add(base::Severity::note, e, code, text);
  }

  /// Initial pseudostates: at most one in each region, and one in the machine.
  void initials() {
    std::map<std::uint32_t, std::uint32_t> first;
    for (std::uint32_t v = 0; v < m_.vertices.size(); ++v) {
      if (m_.vertices[v].kind != VertexKind::initial) continue;
      if (!first.emplace(m_.vertices[v].parent, v).second) {
        error(m_.vertices[v],
              "initial-several",
              "its region has another initial pseudostate");
      }
    }
    if (!first.contains(kNoIndex)) {
      error(c_, "initial-missing", "its machine has no initial pseudostate");
    }
  }

  /// The checks of one vertex, by its kind.
  void vertex(std::uint32_t index) {
    const Vertex& v = m_.vertices[index];
    const std::vector<std::uint32_t>& out = outgoing_[index];
    const bool composite = v.parent != kNoIndex && composite_[v.parent];
    switch (v.kind) {
      case VertexKind::initial:
        if (out.size() != 1) {
          error(v,
                "initial-transitions",
                "expected one transition from here, there are " +
                    std::to_string(out.size()));
        } else if (!m_.transitions[out[0]].triggers.empty() ||
                   !m_.transitions[out[0]].guard.empty()) {
          error(m_.transitions[out[0]],
                "initial-triggered",
                "an initial transition must not have triggers or a guard");
        }
        break;
      case VertexKind::choice:
      case VertexKind::junction:
        branches(v, out);
        break;
      case VertexKind::exit_point:
      case VertexKind::entry_point:
        if (composite) point(index);
        break;
      case VertexKind::state:
        if (out.empty() && v.parent == kNoIndex && !composite_[index]) {
          note(v, "state-final", "no transition leaves this state");
        }
        break;
      case VertexKind::deep_history:
        if (!out.empty()) {
          warning(v,
                  "history-transition",
                  "a transition from here is taken only if the state was not "
                  "entered before");
        }
        break;
    }
  }

  /// Of a connection point of a composite state to which something leads: it
  /// leads on, and without a trigger.
  void point(std::uint32_t index) {
    const Vertex& v = m_.vertices[index];
    const bool leaves = v.kind == VertexKind::exit_point;
    if (incoming_[index].empty()) return;
    for (const std::uint32_t t : outgoing_[index]) {
      if (m_.transitions[t].triggers.empty()) continue;
      warning(m_.transitions[t],
              "point-triggered",
              "its triggers are ignored: something leads to " + v.qualified +
                  ", and from there a run goes on at once");
    }
    if (!outgoing_[index].empty()) return;
    if (model_.semantics == Semantics::uml) {
      if (!leaves) return;
      return warning(v, "point-open", "no transition leaves this exit point");
    }
    note(v,
         leaves ? "exit-history" : "entry-history",
         std::string("no transition leaves this ") + to_string(v.kind) +
             ": arriving there restores the history of the state");
  }

  /// Outgoing transitions of choices and junctions: at least one, no triggers;
  /// of a choice at most one without a guard (the "else"), of a junction
  /// exactly one, without a guard.
  void branches(const Vertex& v, const std::vector<std::uint32_t>& out) {
    if (out.empty()) {
      return error(
          v,
          "choice-no-branch",
          std::string("no transition leaves this ") + to_string(v.kind));
    }
    std::uint32_t unguarded = 0;
    for (const std::uint32_t t : out) {
      if (m_.transitions[t].guard.empty()) ++unguarded;
      if (!m_.transitions[t].triggers.empty()) {
        error(m_.transitions[t],
              "branch-triggered",
              std::string("a branch of a ") + to_string(v.kind) +
                  " must not have a trigger");
      }
    }
    if (v.kind == VertexKind::junction) {
      // Code RealTime evaluates the guards.
      if (model_.semantics == Semantics::code_realtime) return;
      if (out.size() > 1 || unguarded == 0) {
        warning(v,
                "junction-branch-ignored",
                "a junction only merges transitions: its first branch is "
                "always taken; guards and other branches are ignored; expected "
                "a choice");
      }
      return;
    }
    if (unguarded == 0) {
      warning(v,
              "choice-no-else",
              "every branch has a guard: the capsule is stuck where all are "
              "false");
    } else if (unguarded > 1) {
      warning(v,
              "choice-several-else",
              std::to_string(unguarded) + " branches have no guard: " +
                  (model_.semantics == Semantics::code_realtime
                       ? "it is not defined which is taken"
                       : "only the first is ever taken"));
    }
  }

  /// The checks of one transition.
  void transition(const Transition& t) {
    const Vertex& from = m_.vertices[t.source];
    if (from.kind == VertexKind::state && t.triggers.empty() &&
        t.unknown_ports.empty()) {
      warning(t,
              "transition-no-trigger",
              "it leaves a state and has no trigger, so it is never taken");
    }
    if (m_.vertices[t.target].kind == VertexKind::initial) {
      error(t, "initial-entered", "it leads to an initial pseudostate");
    }
    if (t.kind == TransitionKind::internal && t.source != t.target) {
      error(t,
            "internal-leaves",
            "an internal transition must lead from a state to the same state");
    }
    for (const Trigger& trigger : t.triggers) check_trigger(t, trigger);
  }

  /// The checks of one trigger: its ports exist, and can receive the message.
  void check_trigger(const Transition& t, const Trigger& trigger) {
    MachineElement e{t.name, t.qualified, trigger.where};
    const std::string text = to_string(model_, c_, trigger);
    if (trigger.ports.empty() && trigger.signal != SignalKind::any) {
      return warning(
          e,
          "trigger-no-port",
          "the trigger " + text + " has no port, so nothing ever fires it");
    }
    for (const std::uint32_t p : trigger.ports) {
      const Port& port = c_.ports[p];
      // Once for each port.
      if (!port.behaviour && relays_.insert(p).second) {
        warning(port,
                "trigger-relay-port",
                "it is not a behaviour port, but transitions have triggers on "
                "it; it is treated as a behaviour port");
      }
      if (trigger.signal == SignalKind::timeout) {
        if (port.kind == PortKind::timing) continue;
        warning(
            e, "trigger-not-received", port.name + " does not send timeouts");
      }
      if (trigger.signal != SignalKind::message) continue;
      const bool fits = port.protocol == trigger.protocol;
      if (!fits ||
          !receives(
              port,
              model_.protocols[trigger.protocol].messages[trigger.message])) {
        warning(e,
                "trigger-not-received",
                "port " + port.name + " never receives this message of " +
                    model_.protocols[trigger.protocol].name +
                    (fits && port.conjugated ? ", being conjugated" : ""));
      }
    }
  }

  /// Two transitions without guards on the same message of the same state: the
  /// second is never taken.
  void shadowed() {
    struct Key {
      std::uint32_t source, port;
      SignalKind signal;
      std::uint32_t protocol, message;
      auto operator<=>(const Key&) const = default;
    };
    std::map<Key, const Transition*> first;
    for (const Transition& t : m_.transitions) {
      if (m_.vertices[t.source].kind != VertexKind::state) continue;
      for (const Trigger& g : t.triggers) {
        for (const std::uint32_t p : g.ports) {
          const Key key{t.source, p, g.signal, g.protocol, g.message};
          // A guard of either may leave the message to the other.
          if (!t.guard.empty() || !g.guard.empty()) continue;
          const auto [it, is_new] = first.emplace(key, &t);
          if (is_new || it->second == &t) continue;
          warning(t,
                  "transition-shadowed",
                  "on " + to_string(model_, c_, g) + " " +
                      it->second->qualified +
                      (model_.semantics == Semantics::code_realtime
                           ? " may be taken as well: the order is not defined"
                           : " is taken, which has no guard either"));
        }
      }
    }
  }

  /// Messages that a behaviour port receives and no transition handles.
  void unhandled() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> handled;
    std::set<std::uint32_t> all;  // ports of which any message is handled
    bool any = false;
    for (const Transition& t : m_.transitions) {
      for (const Trigger& g : t.triggers) {
        any = any || (g.ports.empty() && g.signal == SignalKind::any);
        for (const std::uint32_t p : g.ports) {
          if (g.signal == SignalKind::any) all.insert(p);
          if (g.signal == SignalKind::message &&
              g.protocol == c_.ports[p].protocol) {
            handled.emplace(p, g.message);
          }
        }
      }
    }
    for (std::uint32_t p = 0; p < c_.ports.size(); ++p) {
      const Port& port = c_.ports[p];
      if (port.protocol == kNoIndex || !port.behaviour) continue;
      if (any || all.contains(p)) continue;
      const Protocol& protocol = model_.protocols[port.protocol];
      for (std::uint32_t i = 0; i < protocol.messages.size(); ++i) {
        const MachineMessage& message = protocol.messages[i];
        if (!receives(port, message) || handled.contains({p, i})) continue;
        note(port,
             "message-unhandled",
             "no transition has a trigger for its message " + message.name);
      }
    }
  }

  const MachineModel& model_;
  const Capsule& c_;
  const StateMachine& m_;
  std::vector<std::vector<std::uint32_t>> outgoing_, incoming_;
  std::vector<bool> composite_;
  std::set<std::uint32_t> relays_;  ///< told already
  std::vector<base::Diagnostic> found_;
};

}  // namespace

std::vector<bool> drawn_reachable(const StateMachine& machine) {
  const std::vector<Vertex>& vertices = machine.vertices;
  // The targets that each vertex leads to. A transition with a trigger from an
  // exit point on the boundary of a state leaves the state as a group
  // transition: it may be taken from everything within.
  std::vector<std::vector<std::uint32_t>> leaves(vertices.size());
  for (const Transition& t : machine.transitions) {
    const Vertex& from = vertices[t.source];
    const bool fires = !t.triggers.empty();
    const bool point = from.kind == VertexKind::exit_point ||
                       from.kind == VertexKind::entry_point;
    if (point && fires) leaves[from.parent].push_back(t.target);
    // A completion transition of a state is never taken, see transition().
    if (from.kind == VertexKind::state && !fires) continue;
    leaves[t.source].push_back(t.target);
  }
  const std::vector<std::vector<std::uint32_t>> children = machine.children();
  std::vector<bool> reached(vertices.size(), false);
  std::vector<std::uint32_t> open;
  const auto enter = [&](std::uint32_t v) {
    if (v == kNoIndex || reached[v]) return;
    reached[v] = true;
    open.push_back(v);
  };
  const auto enter_initials = [&](const std::vector<std::uint32_t>& within) {
    for (const std::uint32_t v : within) {
      if (vertices[v].kind == VertexKind::initial) enter(v);
    }
  };
  enter_initials(children.back());
  while (!open.empty()) {
    const std::uint32_t v = open.back();
    open.pop_back();
    // A state that contains a reached vertex is entered with it, and its own
    // transitions can be taken.
    enter(vertices[v].parent);
    if (vertices[v].kind == VertexKind::state) enter_initials(children[v]);
    for (const std::uint32_t to : leaves[v]) enter(to);
  }
  return reached;
}

std::vector<base::Diagnostic> machine_findings(const MachineModel& model,
                                               const Capsule& capsule) {
  if (!capsule.has_machine) return {};
  return Findings(model, capsule).run();
}

}  // namespace catenary::model
