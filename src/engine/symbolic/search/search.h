// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search over symbolic states with subsumption: a symbolic state
/// is not expanded if earlier ones include its valuations. Paths are shortest
/// ones.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// A symbolic state and how it was reached. `monitor` is a value that the user
/// of the search computes along the path; states with different monitors do not
/// subsume each other.
struct SearchNode {
  /// Index of the node before; the root has its own.
  std::uint32_t parent = 0;
  /// The last transition; kNone for the root.
  std::uint32_t transition = kNone;
  /// Steps from the root.
  std::uint32_t depth = 0;
  /// The state of the automaton.
  std::uint32_t state = 0;
  /// Value of the monitor after the path.
  std::uint32_t monitor = 0;
  /// The valuations.
  Region region;

  /// No transition.
  static constexpr std::uint32_t kNone =
      std::numeric_limits<std::uint32_t>::max();
};

/// A place that the search did not explore, and why. Whatever the graph of
/// states reaches from there is not proved unreachable.
struct Unexplored {
  /// The state where exploration stopped.
  std::uint32_t state = 0;
  /// If not kNone: it is undecided whether this transition, which leads to the
  /// state, can be taken.
  std::uint32_t transition = SearchNode::kNone;
  /// Value of the monitor there.
  std::uint32_t monitor = 0;
  /// `undecided` or `not_within_bound`.
  Reachability why = Reachability::undecided;
  /// The reason as text.
  std::string reason;
};

/// Distances in the graph of states, guards ignored: lower bounds of real
/// distances. Cost: linear in the automaton for each state from which distances
/// are asked. Not thread-safe.
class StateGraph {
 public:
  /// Copies what it needs.
  explicit StateGraph(const model::TimedAutomaton& automaton);
  /// No path: larger than every distance.
  static constexpr std::uint32_t kFar = 1U << 30U;
  /// Steps from a state to a state; 0 to itself; kFar = no path.
  [[nodiscard]] std::uint32_t distance(std::uint32_t from,
                                       std::uint32_t to) const;
  /// Steps up to and including the next output; kFar = none follows.
  [[nodiscard]] std::uint32_t to_output(std::uint32_t from) const {
    return to_output_[from];
  }

 private:
  /// Breadth-first search from the states in the queue.
  static void spread(const std::vector<std::vector<std::uint32_t>>& next,
                     std::deque<std::uint32_t>& queue,
                     std::vector<std::uint32_t>& distance);

  /// Successors of each state.
  std::vector<std::vector<std::uint32_t>> next_;
  /// Distances from each state; empty = not asked yet.
  mutable std::vector<std::vector<std::uint32_t>> rows_;
  /// See to_output().
  std::vector<std::uint32_t> to_output_;
};

/// One search. Its nodes stay valid afterwards.
class Search {
 public:
  /// Limits and order.
  struct Settings {
    /// Length of paths; 0 = no bound.
    std::uint32_t max_steps = 0;
    /// Symbolic states; 0 = no bound.
    std::uint64_t max_nodes = 0;
    /// 1 = transitions in the order in which they are written; other values
    /// give other orders.
    std::uint64_t seed = 1;
    /// Whether subsumed nodes are left unexpanded.
    bool subsume = true;
  };
  /// The settings that the user's options mean.
  [[nodiscard]] static Settings settings_of(const SelectOptions& options) {
    return {options.max_steps, options.max_contexts, options.seed, true};
  }
  /// What to do with a node that was made.
  enum class Next : std::uint8_t {
    /// Look at its successors.
    expand,
    /// Do not: nothing below it matters.
    leave,
    /// End the search: everything was found.
    stop
  };
  /// The monitor after a transition.
  using Monitor = std::function<std::uint32_t(std::uint32_t monitor,
                                              std::uint32_t transition)>;
  /// Called once for each node, when it is made, with its index.
  using Visit = std::function<Next(std::uint32_t node)>;

  /// `space` must outlive the search.
  Search(Space& space, const Settings& settings)
      : space_(space), settings_(settings) {}

  /// Searches from the start of the automaton. May be called once.
  void run(std::uint32_t monitor, const Monitor& next, const Visit& visit);
  /// Searches from any symbolic state. May be called once.
  void run_from(std::uint32_t state,
                Region region,
                std::uint32_t monitor,
                const Monitor& next,
                const Visit& visit);

  /// All nodes, subsumed ones included, in breadth-first order.
  [[nodiscard]] const std::vector<SearchNode>& nodes() const { return nodes_; }
  /// The transitions from the root to a node.
  [[nodiscard]] Path path_to(std::uint32_t node) const;
  /// What was left out; see Unexplored.
  [[nodiscard]] const std::vector<Unexplored>& unexplored() const {
    return unexplored_;
  }
  /// Whether nothing was left out but subsumed nodes: what has no node is then
  /// unreachable.
  [[nodiscard]] bool exhaustive() const {
    return unexplored_.empty() && !stopped_ && !left_;
  }

 private:
  /// Whether a limit ends the search at this position of the queue. If so, the
  /// nodes from there on are noted as unexplored.
  [[nodiscard]] bool reached_limit(std::size_t at);
  /// Adds the successors of a node.
  void expand(std::uint32_t index, const Monitor& next, const Visit& visit);
  /// Adds a node. Returns whether it must be expanded.
  [[nodiscard]] bool add(SearchNode node, const Visit& visit);
  /// Notes the nodes from the queue's position `first` on as unexplored.
  void give_up(std::size_t first, Reachability why, const std::string& reason);

  /// Regions and queries.
  Space& space_;
  Settings settings_;
  /// See nodes().
  std::vector<SearchNode> nodes_;
  /// Indices of the nodes to expand, in order.
  std::vector<std::uint32_t> queue_;
  /// Indices of the nodes that may subsume others, by state and monitor.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>
      seen_;
  /// See unexplored().
  std::vector<Unexplored> unexplored_;
  /// A visit returned Next::stop.
  bool stopped_ = false;
  /// A visit returned Next::leave.
  bool left_ = false;
};

/// The transitions of a state, in the order of the seed.
[[nodiscard]] std::vector<std::uint32_t> ordered_transitions(
    const model::TimedAutomaton& automaton,
    std::uint32_t state,
    std::uint64_t seed);

}  // namespace catenary::engine::symbolic
