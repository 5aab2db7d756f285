// SPDX-License-Identifier: Apache-2.0
/// \file
/// Distances between nodes and goals, and between goals: the abstraction on
/// which orders are chosen and bounds rest.
///
/// All goal-to-goal distances are start-to-start: from the node before a step
/// that hits the one goal to the node before a step that hits the other, and 0
/// if one step hits both. They never count a step twice, so their sums are
/// lower bounds. The property K-reachability graph of Schrammel et al. measures
/// from the end of a goal, which is sound only if goals do not overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// The distances of one net. `reset` is the cost of going from a final node
/// back to the start.
class Distances {
 public:
  /// Computes all distances. Node-to-goal distances are kept for as many goals
  /// as fit into `memory_bytes`.
  /// Cost: one breadth-first search of the net for each goal.
  Distances(const Net& net,
            std::uint64_t reset,
            std::uint64_t memory_bytes,
            const base::Budget& budget);

  /// Why the distances are not complete; StopReason::none if they are.
  /// Incomplete distances must not be used.
  [[nodiscard]] base::StopReason stop() const { return stop_; }

  /// Cost of a reset, as given.
  [[nodiscard]] std::uint64_t reset() const { return reset_; }
  /// Number of goals of the net.
  [[nodiscard]] std::uint32_t goal_count() const { return goals_; }

  /// Steps from the node to the nearest final node. Finite for every node
  /// except perhaps start(), which may be far from it or kFar.
  [[nodiscard]] std::uint32_t to_final(Node n) const { return to_final_[n]; }
  /// A lower bound on the cost from the node to the node before a step that
  /// hits the goal, resets included. Exact if the table of the goal is kept;
  /// otherwise only the way through a reset counts, and 0 in place of the
  /// direct way.
  [[nodiscard]] std::uint64_t to_goal(Node n, std::uint32_t goal) const {
    std::uint64_t cost =
        kept_ > goal ? table_[std::size_t{n} * kept_ + goal] : 0;
    if (cost == kFar) cost = kNever;
    const std::uint64_t again = to_final_[n] + reset_ + first_[goal];
    return cost < again ? cost : again;
  }

  /// Whether to_goal() is exact for every goal.
  [[nodiscard]] bool has_all_goals() const { return kept_ == goals_; }

  /// Steps from start to the node before a step that hits the goal.
  [[nodiscard]] std::uint64_t first(std::uint32_t goal) const {
    return first_[goal];
  }
  /// Steps from the node before a step that hits the goal to a final node, this
  /// step included.
  [[nodiscard]] std::uint64_t last(std::uint32_t goal) const {
    return last_[goal];
  }
  /// Start-to-start distance of two goals within one chain; kNever if no chain
  /// hits b after a.
  [[nodiscard]] std::uint64_t within(std::uint32_t a, std::uint32_t b) const {
    return between_[std::size_t{a} * goals_ + b];
  }
  /// Start-to-start distance with resets allowed.
  [[nodiscard]] std::uint64_t cost(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t again = last_[a] + reset_ + first_[b];
    const std::uint64_t direct = within(a, b);
    return direct < again ? direct : again;
  }

 private:
  class ThroughClasses;
  /// Fills `last_`: through an arc that hits the goal, and on to a final node.
  void measure_last(const Net& net, ThroughClasses& through);

  /// Set if the budget ended the computation.
  base::StopReason stop_ = base::StopReason::none;
  /// Cost of a reset.
  std::uint64_t reset_ = 0;
  /// Number of goals.
  std::uint32_t goals_ = 0;
  /// Goals whose node-to-goal distances are in `table_`: the first ones.
  std::uint32_t kept_ = 0;
  /// [node]: see to_final().
  std::vector<std::uint32_t> to_final_;
  /// [node * kept_ + goal]: distance without resets; kFar = none.
  std::vector<std::uint32_t> table_;
  /// [goal], [goal], [a * goals_ + b]: see first(), last() and within().
  std::vector<std::uint64_t> first_, last_, between_;
};

/// Steps from start to each node; kFar for nodes that cannot be reached.
[[nodiscard]] std::vector<std::uint32_t> distances_from_start(const Net& net);

}  // namespace catenary::engine::chain
