// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of an explored graph that chains can use, in the form that the
/// searches need: one start and one end node, arcs without letters, goals
/// renumbered, and the reverse arcs.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/reach/graph.h"

namespace catenary::engine::chain {

using Node = std::uint32_t;
/// Index into Net::classes: which goals an arc hits; 0 = none.
using HitClass = std::uint32_t;
/// A cost that nothing reaches.
inline constexpr std::uint64_t kNever =
    std::numeric_limits<std::uint64_t>::max() / 4;
/// A distance that nothing reaches.
inline constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

/// For an arc of Net::out(n) `node` is the target; of Net::in(n) the source.
struct Arc {
  Node node = 0;
  HitClass hits = 0;
  auto operator<=>(const Arc&) const = default;
};

/// Nodes are the states from which a final state can be reached, in the order
/// of the graph; then end(), where runs end themselves; then start(), whose
/// arcs are the initialisations and cost 0. All other arcs cost 1.
class Net {
 public:
  /// Keeps the goals for which `wanted` is true; the others are forgotten.
  /// The graph must outlive the net. Cost: linear in edges, about 16 bytes
  /// for each that differs from others in target or goals. Throws
  /// base::StoppedError where the budget ends before: a graph of many edges
  /// takes as long as its exploration.
  Net(const reach::Graph& graph,
      const std::vector<bool>& wanted,
      base::Budget budget = {});

  /// Forgets every goal for which `keep` is false. Cost: linear in arcs. Throws
  /// as the constructor.
  void keep_goals(const std::vector<bool>& keep);

  [[nodiscard]] Node end() const { return states_; }
  [[nodiscard]] Node start() const { return states_ + 1; }
  [[nodiscard]] Node node_count() const { return states_ + 2; }
  [[nodiscard]] std::uint64_t arc_count() const { return out_.size(); }
  [[nodiscard]] bool is_final(Node n) const { return final_[n] != 0; }

  [[nodiscard]] std::span<const Arc> out(Node n) const {
    return {out_.data() + first_out_[n], out_.data() + first_out_[n + 1]};
  }
  [[nodiscard]] std::span<const Arc> in(Node n) const {
    return {in_.data() + first_in_[n], in_.data() + first_in_[n + 1]};
  }
  /// Steps that an arc out of `n` takes.
  [[nodiscard]] std::uint32_t arc_cost(Node n) const {
    return n == start() ? 0 : 1;
  }

  /// Goals that some arc hits, ascending; a "goal" of the searches is an index
  /// into this list.
  [[nodiscard]] const std::vector<std::uint32_t>& goals() const {
    return goals_;
  }
  [[nodiscard]] std::uint32_t goal_count() const {
    return static_cast<std::uint32_t>(goals_.size());
  }
  /// Each a sorted list of goals; entry 0 is empty. Arcs may use only some.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& classes() const {
    return classes_;
  }

  /// Nodes an arc of which hits something, ascending.
  [[nodiscard]] const std::vector<Node>& hitting_nodes() const {
    return hitting_;
  }

  /// The state of a node other than end() and start().
  [[nodiscard]] reach::StateId state(Node n) const { return state_[n]; }
  /// The edge (or, from start(), initial edge) that the arc stands for; of
  /// several the first of those that hit the most wanted goals, forgotten ones
  /// included.
  [[nodiscard]] std::uint64_t edge(Node from, const Arc& arc) const;

 private:
  void check_time(std::uint64_t done) const;
  void find_useful();
  void build_arcs();
  void number_classes(const std::vector<bool>& keep);
  void merge_arcs();
  void reverse_arcs();
  [[nodiscard]] Node node_of(reach::StateId state) const;

  base::Budget budget_;
  const reach::Graph& graph_;
  std::vector<Node> node_;                  ///< per state; kFar = useless
  std::vector<reach::StateId> state_;       ///< per node
  std::vector<std::uint32_t> wanted_hits_;  ///< per hit set of the graph
  std::vector<HitClass> class_;             ///< per hit set of the graph
  std::vector<std::uint32_t> goals_;
  std::vector<std::vector<std::uint32_t>> classes_;
  std::vector<std::uint8_t> final_;
  std::vector<std::uint64_t> first_out_, first_in_;
  std::vector<Arc> out_, in_;
  std::vector<Node> hitting_;
  Node states_ = 0;
};

}  // namespace catenary::engine::chain
