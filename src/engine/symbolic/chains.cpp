// SPDX-License-Identifier: Apache-2.0
/// \file
/// One path through all transitions, or the fewest that are found.
///
/// Method: best-first search (Hart, Nilsson, Raphael, "A formal basis for the
/// heuristic determination of minimum cost paths", IEEE TSSC 4(2), 1968,
/// doi:10.1109/TSSC.1968.300136) over symbolic states and what was taken; a
/// node is left where earlier ones that took at least as much, in no more
/// steps, include its valuations. Where that is too much, the nearest new
/// transition is taken again and again.
#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include "engine/symbolic/purposes.h"
#include "engine/symbolic/search.h"
#include "engine/symbolic/select.h"
#include "engine/symbolic/targets.h"

namespace catenary::engine::symbolic {

namespace {

using Taken = std::vector<bool>;  ///< by transition

bool includes(const Taken& more, const Taken& less) {
  for (std::size_t i = 0; i < less.size(); ++i) {
    if (less[i] && !more[i]) return false;
  }
  return true;
}

class ChainSearch {
 public:
  ChainSearch(Space& space, Purposes& purposes, const SelectOptions& options)
      : space_(space),
        purposes_(purposes),
        options_(options),
        automaton_(space.automaton()) {}

  struct Result {
    /// A test purpose that takes all that is wanted, of the fewest steps.
    std::optional<Path> path;
    /// No path that takes all has fewer steps; -1: nothing is known.
    std::int64_t lower = -1;
    bool impossible = false;  ///< proved: no path takes all
    bool ended = false;       ///< there is nothing left to search
    /// Else: one that takes most, and how many.
    std::optional<Path> most;
    std::size_t most_count = 0;
    std::string why;  ///< why the first complete path was no purpose
  };

  Result run(const Taken& wanted) {
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
        // What is left cannot take all where the graph of states says so.
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
        if (count > result.most_count && purposes_.refusal(path).empty()) {
          result.most = path;
          result.most_count = count;
        }
      }
      expand(index);
    }
    result.ended = queue_.empty();
    if (result.ended && !feasible) result.impossible = true;
    if (unknown_ || cut_) result.impossible = false;
    if (unknown_ || result.impossible) result.lower = -1;
    return result;
  }

  /// Takes the nearest transition that is new, until there is none.
  std::optional<Path> greedy(const Taken& wanted) {
    Taken left = wanted;
    Path path;
    std::optional<Path> best;
    Region region = space_.initial();
    std::uint32_t state = automaton_.initial;
    for (;;) {
      Search::Settings settings;
      settings.seed = options_.seed;
      settings.max_nodes = kNodes;
      Search search(space_, settings);
      std::uint32_t end = SearchNode::kNone;
      search.run_from(
          state,
          region,
          0,
          [](std::uint32_t, std::uint32_t) { return 0U; },
          [&](std::uint32_t n) {
            const SearchNode& node = search.nodes()[n];
            if (purposes_.has_internal(node.state)) return Search::Next::leave;
            const bool is_new =
                node.transition != SearchNode::kNone && left[node.transition];
            if (!is_new) return Search::Next::expand;
            end = n;
            return Search::Next::stop;
          });
      if (end == SearchNode::kNone) return best;
      for (const std::uint32_t t : search.path_to(end)) {
        path.push_back(t);
        left[t] = false;
      }
      state = search.nodes()[end].state;
      region = search.nodes()[end].region;
      if (options_.max_steps != 0 && path.size() > options_.max_steps) {
        return best;
      }
      const auto whole = purposes_.extended(path, search.nodes()[end]);
      if (!whole || !purposes_.refusal(*whole).empty()) return best;
      best = whole;
    }
  }

 private:
  static constexpr std::size_t kNodes = 3000;
  static constexpr std::size_t kRefusals = 8;

  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t transition = SearchNode::kNone;
    std::uint32_t depth = 0;
    std::uint32_t state = 0;
    Taken taken;
    Region region;
  };

  [[nodiscard]] bool ends_in_output(const Node& node) const {
    return node.transition != SearchNode::kNone &&
           automaton_.transitions[node.transition].action ==
               model::TimedAction::output;
  }
  [[nodiscard]] std::size_t wanted_count() const {
    return static_cast<std::size_t>(
        std::count(wanted_.begin(), wanted_.end(), true));
  }
  [[nodiscard]] std::size_t taken_of_wanted(const Node& node) const {
    return static_cast<std::size_t>(
        std::count(node.taken.begin(), node.taken.end(), true));
  }

  /// Steps that are missing at least: each new transition is one, and the way
  /// to the nearest of them takes others; then an output.
  [[nodiscard]] std::uint32_t missing(const Node& node) const {
    std::uint32_t count = 0;
    std::uint32_t nearest = StateGraph::kFar;
    for (std::uint32_t t = 0; t < wanted_.size(); ++t) {
      if (!wanted_[t] || node.taken[t]) continue;
      const std::uint32_t there = purposes_.graph().distance(
          node.state, automaton_.transitions[t].from);
      if (there >= StateGraph::kFar) return StateGraph::kFar;
      ++count;
      nearest = std::min(nearest, there);
    }
    if (count > 0) return count + nearest;
    return ends_in_output(node) ? 0 : purposes_.graph().to_output(node.state);
  }

  void add(std::uint32_t parent,
           std::uint32_t transition,
           std::uint32_t state,
           Region region) {
    Node node;
    node.parent = parent;
    node.transition = transition;
    node.state = state;
    node.region = region;
    if (transition == SearchNode::kNone) {
      node.taken.assign(automaton_.transitions.size(), false);
    } else {
      node.depth = nodes_[parent].depth + 1;
      node.taken = nodes_[parent].taken;
      if (wanted_[transition]) node.taken[transition] = true;
    }
    // A path that cannot be completed may still be the one that takes most.
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
    // Of equals, the deeper one first.
    queue_.emplace(least, ~node.depth, index);
  }

  bool dominated(const Node& node) {
    std::vector<Region> regions;
    for (const std::uint32_t i : by_state_[node.state]) {
      const Node& other = nodes_[i];
      // What ends in an output needs no more steps; the others do.
      const bool as_good = ends_in_output(other) || !ends_in_output(node);
      if (other.depth > node.depth || !as_good ||
          !includes(other.taken, node.taken)) {
        continue;
      }
      if (other.region == node.region) return true;
      regions.push_back(other.region);
    }
    return !regions.empty() &&
           space_.included(node.region, regions) == Truth::yes;
  }

  void expand(std::uint32_t index) {
    const Node node = nodes_[index];
    if (purposes_.has_internal(node.state)) return;
    for (const std::uint32_t t :
         ordered_transitions(automaton_, node.state, options_.seed)) {
      const Truth can = space_.enabled(node.region, t);
      if (can == Truth::unknown) unknown_ = true;
      if (can != Truth::yes) continue;
      add(index, t, automaton_.transitions[t].to, space_.after(node.region, t));
    }
  }

  [[nodiscard]] Path path_to(std::uint32_t index) const {
    Path path;
    for (std::uint32_t at = index; nodes_[at].transition != SearchNode::kNone;
         at = nodes_[at].parent) {
      path.push_back(nodes_[at].transition);
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  Space& space_;
  Purposes& purposes_;
  const SelectOptions& options_;
  const model::TimedAutomaton& automaton_;
  Taken wanted_;
  std::vector<Node> nodes_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_state_;
  using Entry = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  bool unknown_ = false;  ///< whether something can be taken
  bool cut_ = false;      ///< by max_steps
};

}  // namespace

Chains select_chains(Execution& execution,
                     const SelectOptions& options,
                     const base::Budget& budget) {
  const model::TimedAutomaton& a = execution.automaton();
  Space space(execution, options.test_case, budget);
  Purposes purposes(execution, space, options, budget);
  Chains result;
  // What can be taken at all, and what by a test purpose.
  result.selection =
      select_paths(execution, Criterion::transitions, options, budget);
  std::vector<Path> single;
  single.swap(result.selection.paths);
  Taken wanted(a.transitions.size(), false);
  bool open = false;
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    Target& target = result.selection.targets[t];
    wanted[t] = target.covered_by >= 0;
    // Another path may take what the ones that were tried do not.
    open = open ||
           (!wanted[t] && target.reachability != Reachability::unreachable);
    target.covered_by = -1;
  }
  Taken left = wanted;
  ChainSearch search(space, purposes, options);
  bool one_is_too_few = false;
  while (std::find(left.begin(), left.end(), true) != left.end() &&
         budget.poll() == base::StopReason::none) {
    const bool first = result.selection.paths.empty();
    const auto found = search.run(left);
    std::optional<Path> path = found.path;
    if (first) {
      one_is_too_few = found.impossible;
      if (!open && found.lower >= 0) {
        result.lower = found.lower;
        result.by = found.path ? "best-first search over symbolic states and "
                                 "transitions taken"
                               : "best-first search that did not end";
      }
    }
    if (!path) path = found.most;
    const auto taken = [&](const std::optional<Path>& p) {
      Taken here(left.size(), false);
      if (p) {
        for (const std::uint32_t t : *p) here[t] = left[t];
      }
      return std::count(here.begin(), here.end(), true);
    };
    if (!found.path && !found.ended) {
      const auto other = search.greedy(left);
      if (taken(other) > taken(path)) path = other;
    }
    for (const Path& p : single) {
      if (taken(path) == 0 && taken(p) > 0) path = p;
    }
    if (taken(path) == 0) break;
    for (const std::uint32_t t : *path) left[t] = false;
    result.selection.paths.push_back(*path);
  }
  const std::size_t count = result.selection.paths.size();
  result.fewest = !open && (count == 1 || (count == 2 && one_is_too_few));
  if (count > 1) {
    // Bounds of one path say nothing about several.
    result.lower = -1;
    result.by.clear();
  }
  if (count > 0 && result.lower < 0 && !open) {
    const auto steps = std::count(wanted.begin(), wanted.end(), true);
    result.lower = steps;
    result.by = "each transition is a step";
  }
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    for (std::size_t k = 0; k < count; ++k) {
      const Path& path = result.selection.paths[k];
      if (std::find(path.begin(), path.end(), t) == path.end()) continue;
      result.selection.targets[t].covered_by = static_cast<std::int64_t>(k);
      break;
    }
  }
  return result;
}

}  // namespace catenary::engine::symbolic
