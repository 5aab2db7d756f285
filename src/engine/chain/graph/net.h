// SPDX-License-Identifier: Apache-2.0
/// \file
/// The network that the searches for chains work on: the part of the
/// reachability graph that chains can use, with one start and one end node,
/// arcs without letters, renumbered goals, and reverse arcs.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/reach/graph.h"

namespace catenary::engine::chain {

/// Index of a node of a Net.
using Node = std::uint32_t;
/// Index into Net::classes(): the set of goals that an arc hits. 0 = none.
using HitClass = std::uint32_t;
/// A cost that is never reached: infinity, small enough to be added.
inline constexpr std::uint64_t kNever =
    std::numeric_limits<std::uint64_t>::max() / 4;
/// A distance that is never reached: infinity.
inline constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

/// Adds a number, such as that of a goal, to a set with one bit for each.
inline void insert_bit(std::vector<std::uint64_t>& set, std::uint32_t number) {
  set[number / 64] |= std::uint64_t{1} << (number % 64);
}

/// An arc. In Net::out(n), `node` is its target; in Net::in(n), its source.
struct Arc {
  /// The node at the other end.
  Node node = 0;
  /// The goals that it hits.
  HitClass hits = 0;
  /// By node, then by class.
  auto operator<=>(const Arc&) const = default;
};

/// The price of an arc that is looked at, on the clock of work.
inline constexpr base::WorkClock::duration kPriceOfArc{5};

/// Nodes are the states from which a final state can be reached, in the order
/// of the graph; then end(), where runs end by themselves; then start(), whose
/// arcs are the initialisations. Arcs out of start() cost 0, all others cost 1.
class Net {
 public:
  /// Builds the network of a graph for the goals for which `wanted` is true;
  /// other goals are forgotten. `graph` must outlive it. Throws
  /// base::StoppedError if the budget ends first: a graph with many edges takes
  /// as long as its exploration.
  /// Cost: linear in the edges, and about 16 bytes for each edge that differs
  /// from others of its state in target or goals.
  Net(const reach::Graph& graph,
      const std::vector<bool>& wanted,
      base::Budget budget = {});

  /// Forgets every goal for which `keep` is false; the others are renumbered.
  /// Throws as the constructor. Cost: linear in the arcs.
  void keep_goals(const std::vector<bool>& keep);

  /// The node where runs end by themselves.
  [[nodiscard]] Node end() const { return states_; }
  /// The node before the initialisation.
  [[nodiscard]] Node start() const { return states_ + 1; }
  /// Nodes, with end() and start().
  [[nodiscard]] Node node_count() const { return states_ + 2; }
  /// Arcs in all.
  [[nodiscard]] std::uint64_t arc_count() const { return out_.size(); }
  /// Whether a chain may end in the node.
  [[nodiscard]] bool is_final(Node n) const { return final_[n] != 0; }

  /// Arcs that leave the node, ascending; valid until keep_goals().
  [[nodiscard]] std::span<const Arc> out(Node n) const {
    return {out_.data() + first_out_[n], out_.data() + first_out_[n + 1]};
  }
  /// Arcs that enter the node; valid until keep_goals().
  [[nodiscard]] std::span<const Arc> in(Node n) const {
    return {in_.data() + first_in_[n], in_.data() + first_in_[n + 1]};
  }
  /// Cost of every arc out of `n`, in steps.
  [[nodiscard]] std::uint32_t arc_cost(Node n) const {
    return n == start() ? 0 : 1;
  }

  /// The goals that some arc hits, by the numbers of the graph, ascending. A
  /// "goal" of the searches is an index into this list.
  [[nodiscard]] const std::vector<std::uint32_t>& goals() const {
    return goals_;
  }
  /// Number of such goals.
  [[nodiscard]] std::uint32_t goal_count() const {
    return static_cast<std::uint32_t>(goals_.size());
  }
  /// The classes: sorted lists of goals, by the numbers of the net; entry 0 is
  /// empty. Some may occur on no arc.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& classes() const {
    return classes_;
  }

  /// Nodes with an arc that hits something, ascending.
  [[nodiscard]] const std::vector<Node>& hitting_nodes() const {
    return hitting_;
  }

  /// The state of a node. Requires: n is neither end() nor start().
  [[nodiscard]] reach::StateId state(Node n) const { return state_[n]; }
  /// The edge that an arc stands for, or the initial edge if `from` is start().
  /// If there are several, the first of those that hit the most wanted goals,
  /// forgotten ones included. Requires: the arc leaves `from` (checked).
  [[nodiscard]] std::uint64_t edge(Node from, const Arc& arc) const;

 private:
  /// Throws base::StoppedError if the budget is used up, now and then.
  void check_time(std::uint64_t done) const;
  /// For each state, the states with an edge to it.
  struct Sources {
    /// Those of state s begin at first[s] in `states`.
    std::vector<std::uint64_t> first;
    /// Ascending for each state; one for each edge.
    std::vector<reach::StateId> states;
  };
  /// For each state, whether an initialisation leads to it.
  [[nodiscard]] std::vector<std::uint8_t> reached_states() const;
  /// The reverse edges of the graph.
  [[nodiscard]] Sources edge_sources() const;
  /// Finds the states that are reachable and can reach a final state.
  void find_useful();
  /// Makes the arcs of the useful states.
  void build_arcs();
  /// Renumbers goals and classes after goals were forgotten.
  void number_classes(const std::vector<bool>& keep);
  /// Removes arcs that another arc makes superfluous.
  void merge_arcs();
  /// Fills `in_` from `out_`.
  void reverse_arcs();
  /// The node of a state; kFar if chains cannot use it.
  [[nodiscard]] Node node_of(reach::StateId state) const;

  /// Copied, since it is asked again by keep_goals().
  base::Budget budget_;
  const reach::Graph& graph_;
  /// For each state of the graph; kFar = useless.
  std::vector<Node> node_;
  /// For each node, its state.
  std::vector<reach::StateId> state_;
  /// For each hit set of the graph, how many wanted goals it has.
  std::vector<std::uint32_t> wanted_hits_;
  /// For each hit set of the graph, its class now.
  std::vector<HitClass> class_;
  /// See goals().
  std::vector<std::uint32_t> goals_;
  /// See classes().
  std::vector<std::vector<std::uint32_t>> classes_;
  /// See is_final().
  std::vector<std::uint8_t> final_;
  /// Where the arcs of each node begin.
  std::vector<std::uint64_t> first_out_, first_in_;
  /// The arcs.
  std::vector<Arc> out_, in_;
  /// See hitting_nodes().
  std::vector<Node> hitting_;
  /// Nodes that are states.
  Node states_ = 0;
};

}  // namespace catenary::engine::chain
