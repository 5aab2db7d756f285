// SPDX-License-Identifier: Apache-2.0
/// \file
/// Distances between nodes and goals, and between goals: the abstraction on
/// which orders are chosen and bounds rest.
///
/// All goal-to-goal distances are start-to-start: from the node before a step
/// that hits the one to the node before a step that hits the other, 0 where
/// one step hits both. They never count a step twice, so that they add up to
/// lower bounds (the property K-reachability graph of Schrammel et al.
/// measures from the end of a goal, which is sound only without overlaps).
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// Distances of one net. `reset` is the cost of going from a final node back
/// to start.
class Distances {
 public:
  /// Cost: one search of the net per goal; time per goal linear in arcs. Keeps
  /// node-to-goal distances for as many goals as fit `memory_bytes`.
  Distances(const Net& net,
            std::uint64_t reset,
            std::uint64_t memory_bytes,
            const base::Budget& budget);

  /// Why the distances are not complete; they must not be used then.
  [[nodiscard]] base::StopReason stop() const { return stop_; }

  [[nodiscard]] std::uint64_t reset() const { return reset_; }
  [[nodiscard]] std::uint32_t goal_count() const { return goals_; }

  /// Steps from the node to a final one; finite for all but start() perhaps.
  [[nodiscard]] std::uint32_t to_final(Node n) const { return to_final_[n]; }
  /// A lower bound on the cost from the node to the node before a step that
  /// hits the goal, resets allowed; exact if the table of the goal is kept.
  [[nodiscard]] std::uint64_t to_goal(Node n, std::uint32_t goal) const {
    std::uint64_t cost =
        kept_ > goal ? table_[std::size_t{n} * kept_ + goal] : 0;
    if (cost == kFar) cost = kNever;
    const std::uint64_t again = to_final_[n] + reset_ + first_[goal];
    return cost < again ? cost : again;
  }

  /// Whether to_goal() is exact for all goals.
  [[nodiscard]] bool has_all_goals() const { return kept_ == goals_; }

  /// Steps from start to the node before a step that hits the goal.
  [[nodiscard]] std::uint64_t first(std::uint32_t goal) const {
    return first_[goal];
  }
  /// Steps from the node before a step that hits the goal to a final node.
  [[nodiscard]] std::uint64_t last(std::uint32_t goal) const {
    return last_[goal];
  }
  /// Start-to-start in one chain; kNever where that cannot be.
  [[nodiscard]] std::uint64_t within(std::uint32_t a, std::uint32_t b) const {
    return between_[std::size_t{a} * goals_ + b];
  }
  /// Start-to-start, resets allowed.
  [[nodiscard]] std::uint64_t cost(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t again = last_[a] + reset_ + first_[b];
    const std::uint64_t direct = within(a, b);
    return direct < again ? direct : again;
  }

 private:
  base::StopReason stop_ = base::StopReason::none;
  std::uint64_t reset_ = 0;
  std::uint32_t goals_ = 0;
  std::uint32_t kept_ = 0;  ///< goals whose node distances are in table_
  std::vector<std::uint32_t> to_final_;
  std::vector<std::uint32_t> table_;  ///< [node * kept_ + goal]
  std::vector<std::uint64_t> first_, last_, between_;
};

/// Steps from start to each node; kFar where there is no way.
[[nodiscard]] std::vector<std::uint32_t> distances_from_start(const Net& net);

}  // namespace catenary::engine::chain
