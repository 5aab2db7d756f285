// SPDX-License-Identifier: Apache-2.0
/// \file
/// The functions that deliver a signal: a switch over the innermost active
/// state, in each case the transitions in order of priority, and the violations
/// where none fires.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;

/// How often a run may come back to a vertex for one message.
constexpr int kMostRounds = 1000;

/// Whether the C++ that a capsule may run has the word.
bool mentions(const model::MachineModel& model,
              const model::Capsule& c,
              const char* word) {
  std::vector<const model::ActionCode*> all = {&c.header_preface,
                                               &c.implementation_preface,
                                               &c.declarations,
                                               &c.definitions};
  for (const auto& h : model.headers) all.push_back(&h.include);
  for (const auto& t : model.types) {
    all.insert(all.end(), {&t.preface, &t.declarations});
  }
  for (const auto& o : c.operations) all.push_back(&o.body);
  for (const auto& v : c.machine.vertices) {
    all.insert(all.end(), {&v.entry, &v.exit});
  }
  for (const auto& t : c.machine.transitions) {
    all.insert(all.end(), {&t.guard, &t.effect});
    for (const auto& g : t.triggers) all.push_back(&g.guard);
  }
  return std::ranges::any_of(all, [&](const model::ActionCode* code) {
    return has_word(code->text, word);
  });
}

/// Whether the capsule may set a timer.
bool sets_timers(const model::MachineModel& model, const model::Capsule& c) {
  return mentions(model, c, "informIn") || mentions(model, c, "informAt") ||
         mentions(model, c, "informEvery");
}

}  // namespace

std::vector<Delivery> deliveries(const model::MachineModel& model,
                                 const model::Capsule& capsule) {
  std::set<std::uint32_t> used;  // by triggers, whatever their port is
  std::set<std::pair<std::uint32_t, model::SignalKind>> awaited;
  for (const model::Transition& t : capsule.machine.transitions) {
    used.insert(t.unknown_ports.begin(), t.unknown_ports.end());
    for (const model::Trigger& g : t.triggers) {
      used.insert(g.ports.begin(), g.ports.end());
      for (const std::uint32_t p : g.ports) awaited.emplace(p, g.signal);
    }
  }
  std::vector<Delivery> out;
  // The order is part of the meaning of tests: it numbers the values of
  // `message`.
  for (std::uint32_t p = 0; p < capsule.ports.size(); ++p) {
    const model::Port& port = capsule.ports[p];
    if (port.kind == model::PortKind::timing) {
      out.push_back(
          {p, model::SignalKind::timeout, kNoIndex, port.name + ".timeout"});
    }
    for (const auto& [signal, name] :
         {std::pair(model::SignalKind::bound, ".rtBound"),
          std::pair(model::SignalKind::unbound, ".rtUnbound")}) {
      if (!awaited.contains({p, signal})) continue;
      out.push_back({p, signal, kNoIndex, port.name + name});
    }
    // A relay port hands messages on to a part; the capsule never sees them.
    if (port.protocol == kNoIndex || (!port.behaviour && !used.contains(p))) {
      continue;
    }
    const auto& messages = model.protocols[port.protocol].messages;
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      if (!model::receives(port, messages[i])) continue;
      out.push_back({p,
                     model::SignalKind::message,
                     i,
                     port.name + "." + messages[i].name});
    }
  }
  // A capsule that waits for timers alone, and sets none, receives nothing.
  const bool only_timers = std::ranges::all_of(out, [](const Delivery& d) {
    return d.signal == model::SignalKind::timeout;
  });
  if (only_timers && !sets_timers(model, capsule)) out.clear();
  return out;
}

// Numbers are given in the order of the first use, which makes them
// deterministic.
std::string DispatchWriter::violation(StepEnd end, const Violation& violation) {
  const auto known =
      std::ranges::find(violations_, violation.id, &Violation::id);
  const auto index = known - violations_.begin();
  if (known == violations_.end()) violations_.push_back(violation);
  return "catenary_fail(" + std::to_string(static_cast<int>(end)) + ", " +
         std::to_string(index + 1) + ");\n";
}

// -1 is not a vertex: in this state each delivery does nothing.
std::string DispatchWriter::stuck(Index vertex) {
  const model::Vertex& v = m_.vertices[vertex];
  const bool choice =
      v.kind == VertexKind::choice || v.kind == VertexKind::junction;
  return "catenary_state = -1;\n" +
         violation(StepEnd::stuck,
                   {(choice ? "stuck-choice " : "stuck-point ") + v.qualified,
                    choice ? "no branch is true: the capsule is stuck for ever"
                           : "no transition leads on from here: the capsule is "
                             "stuck for ever",
                    v.where});
}

/// Where a run that is at the vertex may go on without another message.
std::vector<DispatchWriter::Index> DispatchWriter::onward(Index vertex) const {
  const model::Vertex& v = m_.vertices[vertex];
  std::vector<Index> out;
  for (const Index t : rules_.onward(vertex)) {
    out.push_back(m_.transitions[t].target);
  }
  // The inside of a composite state: its initial pseudostate, or the state that
  // was active last.
  const bool enters = v.kind == VertexKind::state ||
                      v.kind == VertexKind::entry_point ||
                      rules_.restores(vertex);
  if (!enters) return out;
  const Index inside = v.kind == VertexKind::state ? vertex : v.parent;
  const bool restores = inside != kNoIndex && rules_.has_history(inside);
  for (const Index c : rules_.children(inside)) {
    const VertexKind kind = m_.vertices[c].kind;
    if (kind == VertexKind::initial ||
        (kind == VertexKind::state && restores)) {
      out.push_back(c);
    }
  }
  return out;
}

/// Whether a run may come back to the vertex, without another message, and
/// without any of the vertices that are counted already.
bool DispatchWriter::lies_on_cycle(Index vertex) const {
  std::vector<bool> seen(m_.vertices.size(), false);
  for (const Index v : counted_) seen[v] = true;
  std::vector<Index> open = {vertex};
  while (!open.empty()) {
    const Index now = open.back();
    open.pop_back();
    for (const Index next : onward(now)) {
      if (next == vertex) return true;
      if (seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return false;
}

/// Each cycle has a vertex that is counted: a choice or junction where it has
/// one, and of several the first. States alone make no cycle, since they lead
/// inwards only.
void DispatchWriter::find_counted() {
  const auto branches = [this](Index v) {
    const VertexKind kind = m_.vertices[v].kind;
    return kind == VertexKind::choice || kind == VertexKind::junction;
  };
  for (const bool wanted : {true, false}) {
    for (Index v = 0; v < m_.vertices.size(); ++v) {
      if (m_.vertices[v].kind != VertexKind::state && branches(v) == wanted &&
          lies_on_cycle(v)) {
        counted_.push_back(v);
      }
    }
  }
}

/// Ends the run after kMostRounds rounds. It is not known what would come
/// later, so every step after this one is unsupported.
std::string DispatchWriter::rounds(Index vertex) {
  const auto at = std::ranges::find(counted_, vertex);
  if (at == counted_.end()) return "";
  const model::Vertex& v = m_.vertices[vertex];
  return "if (++catenary_rounds[" + std::to_string(at - counted_.begin()) +
         "] > " + std::to_string(kMostRounds) +
         ") {\ncatenary_state = -1;\ncatenary_gave_up = true;\n" +
         violation(
             StepEnd::endless,
             {kEndlessRun + v.qualified,
              "transitions lead back here " + std::to_string(kMostRounds) +
                  " times for one message, so that it is not dealt with",
              v.where}) +
         "return;\n}\n";
}

/// C++ of the counters of rounds; without cycles there are none.
std::string DispatchWriter::round_counters() const {
  std::string forget;
  std::string variables;
  if (!counted_.empty()) {
    variables =
        "int catenary_rounds[" + std::to_string(counted_.size()) + "];\n";
    forget = "memset(catenary_rounds, 0, sizeof(catenary_rounds));\n";
  }
  return variables + "void catenary_forget_rounds() {\n" + forget + "}\n";
}

std::string DispatchWriter::check_rounds() const {
  const base::SourceLocation& where =
      counted_.empty() ? c_.where : m_.vertices[counted_[0]].where;
  return line_of(where) + "if (catenary_gave_up) __catenary_unsupported(" +
         "\"a run went round too often for one message\");\n";
}

/// A trigger without ports is for all ports, and then only for any signal.
std::vector<DispatchWriter::Candidate> DispatchWriter::matching(
    Index leaf, const Delivery& d) const {
  const std::uint32_t protocol = c_.ports[d.port].protocol;
  const auto fits = [&](const model::Trigger& g) {
    const bool on =
        g.ports.empty() || std::ranges::find(g.ports, d.port) != g.ports.end();
    if (!on) return false;
    if (g.signal == model::SignalKind::any) return true;
    return g.signal == d.signal && !g.ports.empty() &&
           (d.signal != model::SignalKind::message ||
            (g.protocol == protocol && g.message == d.message));
  };
  std::vector<Candidate> all;
  for (Index s = leaf; s != kNoIndex; s = m_.vertices[s].parent) {
    for (Index t = 0; t < m_.transitions.size(); ++t) {
      if (rules_.fired_from(t) != s) continue;
      const auto& triggers = m_.transitions[t].triggers;
      for (Index g = 0; g < triggers.size(); ++g) {
        if (!fits(triggers[g])) continue;
        all.push_back({t, g, s, triggers[g].signal == model::SignalKind::any});
      }
    }
  }
  return all;
}

/// From the innermost active state outwards.
std::vector<DispatchWriter::Candidate> DispatchWriter::waiting(
    Index leaf, const Delivery& d) const {
  const std::vector<Candidate> all = matching(leaf, d);
  // A trigger for the signal itself overrules one for any signal.
  const auto overruled = [&](const Candidate& one) {
    return one.any && std::ranges::any_of(all, [&](const Candidate& other) {
             return !other.any &&
                    (rules_.any_comes_last() || other.from == one.from);
           });
  };
  std::vector<Candidate> out;
  std::ranges::copy_if(all, std::back_inserter(out), [&](const auto& one) {
    return !overruled(one);
  });
  std::ranges::stable_sort(out, {}, [&](const Candidate& one) {
    // The place in the list of levels, and within a level guarded ones first.
    Index level = 0;
    for (Index s = leaf; s != one.from; s = m_.vertices[s].parent) ++level;
    const bool plain = !is_guarded(one);
    return rules_.guarded_first() ? std::pair(plain ? 1U : 0U, level)
                                  : std::pair(level, plain ? 1U : 0U);
  });
  // The first transition without a guard is taken, so that the rest of the list
  // is never tried.
  const auto last =
      std::ranges::find_if(out, [&](const auto& c) { return !is_guarded(c); });
  if (last != out.end()) out.erase(last + 1, out.end());
  return out;
}

bool DispatchWriter::is_guarded(const Candidate& candidate) const {
  const model::Transition& t = m_.transitions[candidate.transition];
  return !t.guard.empty() || !t.triggers[candidate.trigger].guard.empty();
}

std::string DispatchWriter::fire_for(const Candidate& one, Index leaf) {
  const model::Transition& t = m_.transitions[one.transition];
  const model::Trigger& trigger = t.triggers[one.trigger];
  const std::string id =
      "trigger " + t.qualified + " on " + model::to_string(model_, c_, trigger);
  // With one trigger the goal of the transition says the same.
  const bool several = t.triggers.size() > 1;
  return (several ? goal(id, trigger.where, "1") : "") +
         fire(one.transition, leaf) + "return;\n";
}

std::string DispatchWriter::all_false(Index leaf,
                                      const Delivery& d,
                                      Index first) {
  return violation(StepEnd::all_guards_false,
                   {"all-guards-false " + m_.vertices[leaf].qualified + " on " +
                        d.name,
                    "the guards of all transitions that wait for the message "
                    "are false",
                    m_.transitions[first].where}) +
         "return;\n";
}

/// Tries the transitions that wait for the signal. Empty where none does.
std::string DispatchWriter::candidates(Index leaf, const Delivery& d) {
  if (rules_.order_is_open()) return open_candidates(leaf, d);
  std::string out;
  const std::vector<Candidate> all = waiting(leaf, d);
  for (const Candidate& one : all) {
    const std::string taken = fire_for(one, leaf);
    // A transition without a guard is the last one, and is taken in any case.
    if (!is_guarded(one)) return out + taken;
    out +=
        "if (" + passes(one.transition, one.trigger) + ") {\n" + taken + "}\n";
  }
  // Where none waits, the message is unexpected instead.
  if (all.empty()) return "";
  return out + all_false(leaf, d, all.front().transition);
}

/// Ends the run where a trigger that is not known may wait for the message.
std::string DispatchWriter::unknown(Index leaf, const Delivery& d) const {
  if (d.signal != model::SignalKind::message) return "";
  for (Index s = leaf; s != kNoIndex; s = m_.vertices[s].parent) {
    for (Index t = 0; t < m_.transitions.size(); ++t) {
      const model::Transition& one = m_.transitions[t];
      if (rules_.fired_from(t) == s &&
          std::ranges::count(one.unknown_ports, d.port) > 0) {
        return line_of(one.where) +
               "__catenary_unsupported(\"a trigger whose message is not "
               "known\");\n";
      }
    }
  }
  return "";
}

/// Whether the signal reports that a port is bound or unbound, which a capsule
/// may ignore.
bool DispatchWriter::tells_only_those_who_wait(const Delivery& d) {
  return d.signal == model::SignalKind::bound ||
         d.signal == model::SignalKind::unbound;
}

/// One function for each signal, which switches over the innermost active
/// state.
void DispatchWriter::deliver() {
  const std::vector<Delivery> all = deliveries(model_, c_);
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::string body = "switch (catenary_state) {\n";
    for (Index leaf = 0; leaf < m_.vertices.size(); ++leaf) {
      if (!rules_.may_rest(leaf)) continue;
      const model::Vertex& v = m_.vertices[leaf];
      body += "case " + std::to_string(leaf) + ":\n" + unknown(leaf, all[k]);
      const std::string tried = candidates(leaf, all[k]);
      if (!tried.empty()) {
        body += tried;
      } else if (tells_only_those_who_wait(all[k])) {
        body += "return;\n";
      } else {
        body += violation(
                    StepEnd::unexpected,
                    {"unexpected-message " + v.qualified + " on " + all[k].name,
                     "no transition of this state handles it",
                     v.where}) +
                "return;\n";
      }
    }
    function("catenary_deliver_" + std::to_string(k),
             body + "default: return;\n}\n");
  }
}

}  // namespace catenary::frontend::umlrt
