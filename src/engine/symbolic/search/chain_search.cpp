// SPDX-License-Identifier: Apache-2.0
/// \file
/// A* over (state, region, covered targets), and the greedy search for automata
/// in which A* does not end within its limits.

#include "engine/symbolic/search/chain_search.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::symbolic {

namespace {

/// Whether `more` contains all targets of `less`.
bool includes(const Taken& more, const Taken& less) {
  for (std::size_t i = 0; i < less.size(); ++i) {
    if (less[i] && !more[i]) return false;
  }
  return true;
}

}  // namespace

/// The first complete node that leaves the queue is a shortest path; if it is
/// not a test purpose, the search goes on with the next one.
ChainSearch::Result ChainSearch::run(const Taken& wanted) {
  wanted_ = wanted;
  nodes_.clear();
  by_state_.clear();
  queue_ = {};
  unknown_ = false;
  cut_ = false;
  Result result;
  bool feasible = false;
  add(0, SearchNode::kNone, automaton_.initial, space_.initial());
  std::size_t refused = 0;
  while (!queue_.empty()) {
    const auto [estimate, backwards, index] = queue_.top();
    if (nodes_.size() >= kNodes || refused >= kRefusals ||
        space_.budget().poll() != base::StopReason::none) {
      // If the graph of states shows that no open node can cover everything,
      // nothing that was left unexplored could.
      result.impossible = estimate >= StateGraph::kFar && !feasible;
      if (result.lower < 0 && !result.impossible) result.lower = estimate;
      break;
    }
    queue_.pop();
    const Node node = nodes_[index];
    if (ends_in_output(node)) {
      const std::size_t count = taken_of_wanted(node);
      const Path path = path_to(index);
      if (count == wanted_count()) {
        // Its depth is a lower bound, test purpose or not.
        feasible = true;
        if (result.lower < 0) result.lower = node.depth;
        const std::string& why = purposes_.refusal(path);
        if (why.empty()) {
          result.path = path;
          break;
        }
        if (result.why.empty()) result.why = why;
        ++refused;
        continue;
      }
      // The best path that does not cover everything, as a substitute.
      if (count > result.most_count && purposes_.refusal(path).empty()) {
        result.most = path;
        result.most_count = count;
      }
    }
    expand(index);
  }
  result.ended = queue_.empty();
  if (result.ended && !feasible) result.impossible = true;
  // If something was undecided or cut off, nothing is proved impossible. If a
  // solver gave up, the bound may have missed a shorter path.
  if (unknown_ || cut_) result.impossible = false;
  if (unknown_ || result.impossible) result.lower = -1;
  return result;
}

/// Each round is a search for the nearest new target from the present symbolic
/// state.
std::optional<Path> ChainSearch::greedy(const Taken& wanted) {
  Taken left = wanted;
  Path path;
  std::optional<Path> best;
  Region region = space_.initial();
  std::uint32_t state = automaton_.initial;
  // The start covers it.
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (is_start(targets_[i])) left[i] = false;
  }
  for (;;) {
    Search::Settings settings;
    settings.seed = options_.seed;
    settings.max_nodes = kNodes;
    Search search(space_, settings);
    std::uint32_t end = SearchNode::kNone;
    // The monitor is the last transition plus one, for pairs.
    search.run_from(
        state,
        region,
        pairs_ && !path.empty() ? path.back() + 1 : 0,
        [this](std::uint32_t, std::uint32_t t) { return pairs_ ? t + 1 : 0U; },
        [&](std::uint32_t n) {
          const SearchNode& node = search.nodes()[n];
          // No test purpose passes such a state.
          if (purposes_.has_internal(node.state)) return Search::Next::leave;
          if (node.transition == SearchNode::kNone) {
            return Search::Next::expand;
          }
          const std::uint32_t before = search.nodes()[node.parent].monitor;
          if (new_target(before - 1, node.transition, left) == left.size()) {
            return Search::Next::expand;
          }
          end = n;
          return Search::Next::stop;
        });
    if (end == SearchNode::kNone) return best;
    for (const std::uint32_t t : search.path_to(end)) {
      const std::uint32_t last = path.empty() ? SearchNode::kNone : path.back();
      const std::size_t i = new_target(last, t, left);
      if (i < left.size()) left[i] = false;
      path.push_back(t);
    }
    state = search.nodes()[end].state;
    region = search.nodes()[end].region;
    if (options_.max_steps != 0 && path.size() > options_.max_steps) {
      return best;
    }
    // A path that is not a test purpose ends the search: later targets would
    // extend it.
    const auto whole = purposes_.extended(path, search.nodes()[end]);
    if (!whole || !purposes_.refusal(*whole).empty()) return best;
    best = whole;
  }
}

bool ChainSearch::ends_in_output(const Node& node) const {
  return node.transition != SearchNode::kNone &&
         automaton_.transitions[node.transition].action ==
             model::TimedAction::output;
}

std::size_t ChainSearch::wanted_count() const {
  return static_cast<std::size_t>(
      std::count(wanted_.begin(), wanted_.end(), true));
}

std::size_t ChainSearch::taken_of_wanted(const Node& node) const {
  return static_cast<std::size_t>(
      std::count(node.taken.begin(), node.taken.end(), true));
}

bool ChainSearch::is_start(const Target& target) const {
  return target.kind == Target::Kind::state &&
         target.what[0] == automaton_.initial;
}

/// Targets of one kind are disjoint, so a step completes at most one.
std::size_t ChainSearch::new_target(std::uint32_t last,
                                    std::uint32_t transition,
                                    const Taken& left) const {
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!left[i]) continue;
    const std::vector<std::uint32_t>& what = targets_[i].what;
    switch (targets_[i].kind) {
      case Target::Kind::state:
        if (what[0] == automaton_.transitions[transition].to) return i;
        break;
      case Target::Kind::transition:
        if (what[0] == transition) return i;
        break;
      case Target::Kind::pair:
        if (what[0] == last && what[1] == transition) return i;
        break;
    }
  }
  return left.size();
}

/// Computes what the path covers, and adds the node to the queue.
void ChainSearch::add(std::uint32_t parent,
                      std::uint32_t transition,
                      std::uint32_t state,
                      Region region) {
  Node node;
  node.parent = parent;
  node.transition = transition;
  node.state = state;
  node.region = region;
  if (transition == SearchNode::kNone) {
    node.taken.assign(wanted_.size(), false);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (wanted_[i] && is_start(targets_[i])) node.taken[i] = true;
    }
  } else {
    node.depth = nodes_[parent].depth + 1;
    node.taken = nodes_[parent].taken;
    const std::size_t i =
        new_target(nodes_[parent].transition, transition, wanted_);
    if (i < wanted_.size()) node.taken[i] = true;
  }
  // A node from which not everything can be covered may still give the best
  // substitute.
  const std::uint32_t more = missing(node);
  const std::uint32_t least =
      more >= StateGraph::kFar ? StateGraph::kFar : node.depth + more;
  if (options_.max_steps != 0 && node.depth > options_.max_steps) {
    cut_ = true;
    return;
  }
  if (dominated(node)) return;
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  by_state_[state].push_back(index);
  // Among equal bounds the deeper node first: it is nearer to a complete path.
  queue_.emplace(least, ~node.depth, index);
}

/// Subsumption by several nodes together. The others must allow everything that
/// the node allows.
bool ChainSearch::dominated(const Node& node) {
  std::vector<Region> regions;
  for (const std::uint32_t i : by_state_[node.state]) {
    const Node& other = nodes_[i];
    // A node that ends in an output may be complete; one that does not needs
    // more steps.
    const bool as_good = ends_in_output(other) || !ends_in_output(node);
    // For pairs, the last transition is the first half of the next pair.
    const bool as_far = !pairs_ || other.transition == node.transition;
    if (other.depth > node.depth || !as_good || !as_far ||
        !includes(other.taken, node.taken)) {
      continue;
    }
    if (other.region == node.region) return true;
    regions.push_back(other.region);
  }
  return !regions.empty() &&
         space_.included(node.region, regions) == Truth::yes;
}

void ChainSearch::expand(std::uint32_t index) {
  // Test purposes cannot pass a state with internal transitions.
  const Node node = nodes_[index];
  if (purposes_.has_internal(node.state)) return;
  for (const std::uint32_t t :
       ordered_transitions(automaton_, node.state, options_.seed)) {
    // Undecided steps are not taken: only feasible paths are wanted.
    const Truth can = space_.enabled(node.region, t);
    if (can == Truth::unknown) unknown_ = true;
    if (can != Truth::yes) continue;
    add(index, t, automaton_.transitions[t].to, space_.after(node.region, t));
  }
}

Path ChainSearch::path_to(std::uint32_t index) const {
  Path path;
  for (std::uint32_t at = index; nodes_[at].transition != SearchNode::kNone;
       at = nodes_[at].parent) {
    path.push_back(nodes_[at].transition);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace catenary::engine::symbolic
