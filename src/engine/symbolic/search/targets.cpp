// SPDX-License-Identifier: Apache-2.0
/// \file
/// Targets of criteria, and conclusions from a search: reached, unreachable by
/// exhaustion, unreachable by inductive invariants, or open with the reason.

#include "engine/symbolic/search/targets.h"

#include <algorithm>
#include <optional>

namespace catenary::engine::symbolic {

namespace {

/// The target "enter this state".
Target state_target(const model::TimedAutomaton& a, std::uint32_t state) {
  Target t;
  t.kind = Target::Kind::state;
  t.id = a.states[state].name;
  t.text = "state " + t.id;
  t.where = a.states[state].where;
  t.what = {state};
  return t;
}

/// The target "take these two transitions in a row".
Target pair_target(const model::TimedAutomaton& a,
                   std::uint32_t first,
                   std::uint32_t second) {
  Target t;
  t.kind = Target::Kind::pair;
  t.id = a.qualified(first) + "/" + a.qualified(second);
  t.text = "transition " + a.qualified(second) + " right after " +
           a.qualified(first);
  t.where = a.transitions[second].where;
  t.what = {first, second};
  return t;
}

}  // namespace

Target transition_target(const model::TimedAutomaton& a,
                         std::uint32_t transition) {
  Target t;
  t.kind = Target::Kind::transition;
  t.id = a.qualified(transition);
  t.text = "transition " + t.id;
  t.where = a.transitions[transition].where;
  t.what = {transition};
  return t;
}

std::vector<Target> targets_of(const model::TimedAutomaton& a,
                               PathCriterion criterion) {
  std::vector<Target> targets;
  const auto count = static_cast<std::uint32_t>(a.transitions.size());
  switch (criterion) {
    case PathCriterion::states:
      for (std::uint32_t s = 0; s < a.states.size(); ++s) {
        targets.push_back(state_target(a, s));
      }
      break;
    case PathCriterion::transitions:
      for (std::uint32_t t = 0; t < count; ++t) {
        targets.push_back(transition_target(a, t));
      }
      break;
    case PathCriterion::pairs:
      for (std::uint32_t t = 0; t < count; ++t) {
        for (const std::uint32_t u :
             a.states[a.transitions[t].to].transitions) {
          targets.push_back(pair_target(a, t, u));
        }
      }
      break;
    case PathCriterion::depth:
      break;
  }
  return targets;
}

std::uint32_t source_of(const model::TimedAutomaton& a, const Target& target) {
  return target.kind == Target::Kind::state
             ? target.what[0]
             : a.transitions[target.what[0]].from;
}

/// A pair must occur in a row, a transition anywhere.
bool covers(const model::TimedAutomaton& a,
            const Path& path,
            const Target& target) {
  switch (target.kind) {
    case Target::Kind::state:
      return target.what[0] == a.initial ||
             std::any_of(path.begin(), path.end(), [&](std::uint32_t t) {
               return a.transitions[t].to == target.what[0];
             });
    case Target::Kind::transition:
    case Target::Kind::pair:
      break;
  }
  return std::search(path.begin(),
                     path.end(),
                     target.what.begin(),
                     target.what.end()) != path.end();
}

std::string path_text(const model::TimedAutomaton& a, const Path& path) {
  std::string text;
  for (const std::uint32_t t : path) {
    text += (text.empty() ? "" : ", ") + a.qualified(t);
  }
  return text;
}

/// For the message: the guard up to which the conditions of the transition
/// cannot hold together, in the explored symbolic states of its source. Of
/// several, the one that is last in the text, since runs get as far as that.
std::string why_blocked(Space& space,
                        const Search& search,
                        std::uint32_t transition,
                        std::uint32_t monitor) {
  const model::TimedAutomaton& a = space.automaton();
  const model::TimedTransition& t = a.transitions[transition];
  Execution& execution = space.execution();
  const Context& step = execution.context(
      execution.successor(execution.anywhere(t.from), transition));
  constexpr std::size_t kMostAsked = 50;
  // The position of the condition that fails, over all nodes.
  std::int32_t statement = -2;
  std::size_t furthest = 0;
  std::size_t states = 0;
  for (const SearchNode& node : search.nodes()) {
    if (node.state != t.from || node.monitor != monitor) continue;
    if (++states > kMostAsked) break;
    std::vector<logic::Term> query{node.region};
    // Conditions are added one by one, so the first that makes the query
    // unsatisfiable is found.
    for (std::size_t i = 0; i < step.conditions.size(); ++i) {
      query.push_back(step.conditions[i]);
      const Truth truth = space.satisfiable(query);
      if (truth == Truth::unknown) return {};
      if (truth == Truth::yes) continue;
      if (statement == -2 || i > furthest) {
        furthest = i;
        statement = step.statement_of[i];
      }
      break;
    }
  }
  // Monitor t + 1 stands for "the last transition was t", see find_targets().
  if (states == 0 && monitor > 0) {
    return "in the explored states, transition " + a.qualified(monitor - 1) +
           " is never taken";
  }
  if (states == 0) {
    return "state " + a.states[t.from].name + " is not among the explored ones";
  }
  // Only a type or a delay fails, which has no statement.
  if (statement < 0) return {};
  const model::TimedStatement& s =
      t.statements[static_cast<std::size_t>(statement)];
  const std::string place =
      s.where.known() ? " (" + s.where.to_string() + ")" : std::string();
  if (s.kind == model::TimedStatement::Kind::send) {
    return "what is sent" + place + " is never of the port's type";
  }
  return "in the explored states of " + a.states[t.from].name +
         ", the conditions up to and including guard '" + s.text + "'" + place +
         " cannot hold together";
}

TargetFinder::TargetFinder(const model::TimedAutomaton& automaton,
                           const StateGraph& graph,
                           std::vector<Target>& targets,
                           bool pairs)
    : automaton_(automaton),
      graph_(graph),
      targets_(targets),
      pairs_(pairs),
      node_of_(targets.size(), SearchNode::kNone) {}

/// Finds the targets that the node covers, and whether any target may be below
/// it.
Search::Next TargetFinder::visit(const Search& search, std::uint32_t node) {
  const SearchNode& n = search.nodes()[node];
  const std::uint32_t before =
      node == 0 ? SearchNode::kNone : search.nodes()[n.parent].transition;
  bool open = false;
  bool below = false;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (node_of_[i] != SearchNode::kNone) continue;
    const Target& target = targets_[i];
    bool here = false;
    switch (target.kind) {
      case Target::Kind::state:
        here = target.what[0] == n.state;
        break;
      case Target::Kind::transition:
        here = target.what[0] == n.transition;
        break;
      case Target::Kind::pair:
        here = target.what[0] == before && target.what[1] == n.transition;
        break;
    }
    if (here) {
      node_of_[i] = node;
      continue;
    }
    open = true;
    // Half of a pair was taken: its second transition may follow.
    const bool half =
        target.kind == Target::Kind::pair && target.what[0] == n.transition;
    below = below || half ||
            graph_.distance(n.state, source_of(automaton_, target)) <
                StateGraph::kFar;
  }
  if (!open) return Search::Next::stop;
  return below ? Search::Next::expand : Search::Next::leave;
}

/// Whether an unexplored place may lead to the target. The graph of states is
/// an over-approximation, so "no" is proved.
bool TargetFinder::is_open(const Target& target, const Unexplored& u) const {
  const std::uint32_t source = source_of(automaton_, target);
  if (graph_.distance(u.state, source) < StateGraph::kFar) return true;
  switch (target.kind) {
    case Target::Kind::state:
      return false;  // the distance says it
    case Target::Kind::transition:
      return u.transition == target.what[0];
    case Target::Kind::pair:
      return u.transition == target.what[0] || u.transition == target.what[1] ||
             (pairs_ && u.monitor == target.what[0] + 1);
  }
  return true;
}

/// Whether the invariants exclude the target: its state has none, or one of its
/// transitions cannot be taken.
bool TargetFinder::is_excluded(const Target& target,
                               Space& space,
                               const Envelope& envelope) const {
  if (target.kind == Target::Kind::state) {
    return envelope.of(target.what[0]).is_false();
  }
  Region before = envelope.of(source_of(automaton_, target));
  for (const std::uint32_t t : target.what) {
    if (space.enabled(before, t) == Truth::no) return true;
    before = space.after(before, t);
  }
  return false;
}

/// A target without a node is unreachable, unless something unexplored may lead
/// to it.
void TargetFinder::conclude(Space& space, const Search& search) {
  std::optional<Envelope> envelope;  // for what the search leaves open
  bool tried = false;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Target& target = targets_[i];
    if (node_of_[i] != SearchNode::kNone) {
      target.reachability = Reachability::reached;
      target.path = search.path_to(node_of_[i]);
      target.reason = target.path.empty()
                          ? "the initial state"
                          : "within " + std::to_string(target.path.size()) +
                                (target.path.size() == 1 ? " step" : " steps");
      continue;
    }
    target.reachability = Reachability::unreachable;
    target.reason = "proved: no run leads there";
    for (const Unexplored& u : search.unexplored()) {
      if (!is_open(target, u)) continue;
      target.reachability = u.why;
      target.reason = u.reason;
      // "Undecided" is the weaker claim, so it wins.
      if (u.why == Reachability::undecided) break;
    }
    // The invariants are computed once, and only if the search left something
    // open.
    if (target.reachability != Reachability::unreachable) {
      if (!tried) {
        tried = true;
        envelope.emplace(space);
        if (!envelope->run()) envelope.reset();
      }
      if (!envelope || !is_excluded(target, space, *envelope)) continue;
      target.reachability = Reachability::unreachable;
      target.reason = "proved by invariants of the states: no run leads there";
    }
    std::string block;
    if (target.kind == Target::Kind::transition) {
      block = why_blocked(space, search, target.what[0], 0);
    } else if (target.kind == Target::Kind::pair) {
      block = why_blocked(space, search, target.what[1], target.what[0] + 1);
    }
    if (!block.empty()) target.reason += "; " + block;
  }
}

std::vector<Target> find_targets(Execution& execution,
                                 PathCriterion criterion,
                                 const SelectOptions& options,
                                 const base::Budget& budget) {
  const model::TimedAutomaton& a = execution.automaton();
  std::vector<Target> targets = targets_of(a, criterion);
  const bool pairs = criterion == PathCriterion::pairs;
  Space space(execution, options.test_case, budget);
  Search search(space, Search::settings_of(options));
  const StateGraph graph(a);
  TargetFinder finder(a, graph, targets, pairs);
  search.run(
      0,
      [&](std::uint32_t, std::uint32_t t) { return pairs ? t + 1 : 0U; },
      [&](std::uint32_t n) { return finder.visit(search, n); });
  finder.conclude(space, search);
  return targets;
}

}  // namespace catenary::engine::symbolic
