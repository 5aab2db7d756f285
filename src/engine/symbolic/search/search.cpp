// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search: nodes are expanded in the order in which they were
/// made, so the first node that reaches something has a shortest path.

#include "engine/symbolic/search/search.h"

#include <algorithm>

#include "base/rng.h"

namespace catenary::engine::symbolic {

/// Distances to outputs are computed backwards from the states that an output
/// leaves.
StateGraph::StateGraph(const model::TimedAutomaton& automaton)
    : next_(automaton.states.size()), rows_(automaton.states.size()) {
  std::vector<std::vector<std::uint32_t>> before(next_.size());
  to_output_.assign(next_.size(), kFar);
  std::deque<std::uint32_t> queue;
  for (const model::TimedTransition& t : automaton.transitions) {
    next_[t.from].push_back(t.to);
    before[t.to].push_back(t.from);
    if (t.action == model::TimedAction::output && to_output_[t.from] != 1) {
      to_output_[t.from] = 1;
      queue.push_back(t.from);
    }
  }
  spread(before, queue, to_output_);
}

/// One search for each state that is asked for, remembered.
std::uint32_t StateGraph::distance(std::uint32_t from, std::uint32_t to) const {
  std::vector<std::uint32_t>& row = rows_[from];
  if (row.empty()) {
    row.assign(next_.size(), kFar);
    row[from] = 0;
    std::deque<std::uint32_t> queue{from};
    spread(next_, queue, row);
  }
  return row[to];
}

/// States at distance kFar were not reached yet.
void StateGraph::spread(const std::vector<std::vector<std::uint32_t>>& next,
                        std::deque<std::uint32_t>& queue,
                        std::vector<std::uint32_t>& distance) {
  while (!queue.empty()) {
    const std::uint32_t state = queue.front();
    queue.pop_front();
    for (const std::uint32_t to : next[state]) {
      if (distance[to] != kFar) continue;
      distance[to] = distance[state] + 1;
      queue.push_back(to);
    }
  }
}

std::vector<std::uint32_t> ordered_transitions(
    const model::TimedAutomaton& automaton,
    std::uint32_t state,
    std::uint64_t seed) {
  std::vector<std::uint32_t> order = automaton.states.at(state).transitions;
  if (seed != 1) {
    // 1 is the default: the order of the text.
    base::Rng random = base::Rng::of_task(seed, state);
    random.shuffle(order);
  }
  return order;
}

/// The initial symbolic state.
void Search::run(std::uint32_t monitor,
                 const Monitor& next,
                 const Visit& visit) {
  run_from(space_.automaton().initial, space_.initial(), monitor, next, visit);
}

void Search::run_from(std::uint32_t state,
                      Region region,
                      std::uint32_t monitor,
                      const Monitor& next,
                      const Visit& visit) {
  SearchNode root;
  root.state = state;
  root.monitor = monitor;
  root.region = region;
  // An empty region has no run.
  const Truth start = space_.satisfiable({region});
  if (start == Truth::no) return;  // no run at all
  if (start == Truth::unknown) {
    unexplored_.push_back({state,
                           SearchNode::kNone,
                           monitor,
                           Reachability::undecided,
                           "the start is undecided: " + space_.why()});
    return;
  }
  if (add(root, visit)) queue_.push_back(0);
  // Invariant: nodes before position `at` of the queue are expanded.
  for (std::size_t at = 0; at < queue_.size() && !stopped_; ++at) {
    if (reached_limit(at)) return;
    expand(queue_[at], next, visit);
  }
}

/// Limits are checked before a node is expanded; everything from it on is
/// unexplored then.
bool Search::reached_limit(std::size_t at) {
  if (space_.budget().poll() != base::StopReason::none) {
    give_up(at,
            Reachability::undecided,
            std::string("the search was stopped: ") +
                base::to_string(space_.budget().poll()));
    return true;
  }
  if (settings_.max_nodes != 0 && nodes_.size() >= settings_.max_nodes) {
    give_up(at,
            Reachability::not_within_bound,
            "not among the first " + std::to_string(nodes_.size()) +
                " symbolic states");
    return true;
  }
  // Nodes come in the order of their depth: all later ones are at least as
  // deep.
  if (settings_.max_steps != 0 &&
      nodes_[queue_[at]].depth >= settings_.max_steps) {
    give_up(at,
            Reachability::not_within_bound,
            "not within " + std::to_string(settings_.max_steps) + " steps");
    return true;
  }
  return false;
}

void Search::expand(std::uint32_t index,
                    const Monitor& next,
                    const Visit& visit) {
  const model::TimedAutomaton& automaton = space_.automaton();
  const std::vector<std::uint32_t> order =
      ordered_transitions(automaton, nodes_[index].state, settings_.seed);
  for (const std::uint32_t t : order) {
    if (stopped_) break;
    const Truth can = space_.enabled(nodes_[index].region, t);
    if (can == Truth::no) continue;
    const std::uint32_t to = automaton.transitions[t].to;
    const std::uint32_t then = next(nodes_[index].monitor, t);
    // The transition may be possible: what lies behind is unexplored.
    if (can == Truth::unknown) {
      unexplored_.push_back(
          {to,
           t,
           then,
           Reachability::undecided,
           "whether " + automaton.qualified(t) +
               " can be taken is undecided: " + space_.why()});
      continue;
    }
    SearchNode child;
    child.parent = index;
    child.transition = t;
    child.depth = nodes_[index].depth + 1;
    child.state = to;
    child.monitor = then;
    child.region = space_.after(nodes_[index].region, t);
    if (add(child, visit)) {
      queue_.push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
    }
  }
}

/// The visit sees every node, also those that are subsumed: they may be the
/// first to reach a target.
bool Search::add(SearchNode node, const Visit& visit) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  if (index == 0) node.parent = 0;
  nodes_.push_back(node);
  const Next decision = visit(index);
  if (decision == Next::stop) stopped_ = true;
  if (decision == Next::leave) left_ = true;
  if (decision != Next::expand) return false;
  if (!settings_.subsume) return true;
  // Subsumption by the union of earlier regions with the same state and
  // monitor.
  const SearchNode& made = nodes_[index];
  std::vector<std::uint32_t>& before = seen_[{made.state, made.monitor}];
  if (!before.empty()) {
    std::vector<Region> regions;
    for (const std::uint32_t b : before) regions.push_back(nodes_[b].region);
    if (space_.included(made.region, regions) == Truth::yes) return false;
  }
  before.push_back(index);
  return true;
}

void Search::give_up(std::size_t first,
                     Reachability why,
                     const std::string& reason) {
  for (std::size_t i = first; i < queue_.size(); ++i) {
    const SearchNode& node = nodes_[queue_[i]];
    unexplored_.push_back(
        {node.state, SearchNode::kNone, node.monitor, why, reason});
  }
}

Path Search::path_to(std::uint32_t node) const {
  Path path;
  for (std::uint32_t at = node; nodes_[at].transition != SearchNode::kNone;
       at = nodes_[at].parent) {
    path.push_back(nodes_[at].transition);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace catenary::engine::symbolic
