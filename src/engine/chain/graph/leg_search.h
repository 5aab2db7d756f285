// SPDX-License-Identifier: Apache-2.0
/// \file
/// A quick search for good orders of many goals: legs are shortest ones, every
/// leg with all the states in which it can end, and remembered; an order costs
/// what the best of a few runs along such legs does.
///
/// Method: iterated local search (Martin, Otto and Felten, Complex Systems
/// 5(3), 1991) over moved groups and swaps; orders by beams of labels.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/rng.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/net.h"
#include "engine/chain/graph/run.h"

namespace catenary::engine::chain {

class LegSearch {
 public:
  /// Nodes looked at and labels made, in all: the same on every machine.
  static constexpr std::uint64_t kWork = 80'000'000;

  /// Everything given must outlive the search. Requires: the net has goals.
  LegSearch(const Net& net,
            const Distances& distances,
            const base::Budget& budget,
            std::uint64_t work = kWork)
      : net_(net),
        distances_(distances),
        budget_(budget),
        limit_(work),
        words_((net.goal_count() + 63) / 64) {}

  /// The cheapest run found from this order, which has all goals once; with
  /// Run::cost kNever where the legs do not fit together.
  /// Requires: Distances::has_all_goals().
  [[nodiscard]] Run search(const std::vector<std::uint32_t>& order);

 private:
  using Mask = std::vector<std::uint64_t>;  ///< goals, a bit each
  /// An order of all goals, and what the run found for it costs.
  struct LegOrder {
    std::vector<std::uint32_t> goals;
    std::uint64_t cost = kNever;
  };
  /// A node on a shortest way to a goal.
  struct Item {
    Node node = 0;
    Mask hits;                 ///< on the way
    std::uint32_t parent = 0;  ///< in the level before
    Arc arc;                   ///< from there
  };
  struct Level {
    std::vector<Item> items;
    std::unordered_map<Node, std::size_t> place;  ///< of each node in items
    bool reset = false;                           ///< entered by a reset
    std::uint64_t cost = 0;                       ///< of the way to it
  };
  /// Where a leg can end, and a way there.
  struct End {
    Node node = 0;
    std::uint32_t hits = 0;  ///< goals hit on the way, index into masks_
  };
  struct Leg {
    std::uint64_t cost = kNever;
    std::vector<End> ends;
  };
  /// A leg that is taken, to the end of this index.
  struct Stop {
    Node node = 0;
    std::uint32_t goal = 0;
    std::uint32_t end = 0;
  };
  struct Label {
    Node node = 0;
    std::uint64_t cost = 0;
    std::uint64_t guess = 0;  ///< cost, and what is next
    Mask covered;
    std::vector<Stop> stops;  ///< where they are asked for
  };

  [[nodiscard]] bool hits(const Arc& arc, std::uint32_t goal) const;
  void add(Level& level,
           const Item& before,
           std::uint32_t parent,
           const Arc& arc);
  [[nodiscard]] std::vector<Level> ways(Node from, std::uint32_t goal);
  [[nodiscard]] const Leg& leg(Node from, std::uint32_t goal);
  [[nodiscard]] Leg find_leg(Node from, std::uint32_t goal);
  std::vector<Stop> evaluate(LegOrder& order, bool keep_stops = false);
  [[nodiscard]] Run run_along(const std::vector<Stop>& stops);
  void descend(LegOrder& best);
  bool try_moves(LegOrder& best);
  [[nodiscard]] std::vector<std::uint32_t> kicked(
      const std::vector<std::uint32_t>& order);
  [[nodiscard]] std::uint32_t number(const Mask& mask);
  [[nodiscard]] bool spent() const {
    return work_ >= limit_ || budget_.poll() != base::StopReason::none;
  }

  const Net& net_;
  const Distances& distances_;
  base::Budget budget_;
  std::uint64_t limit_;
  std::size_t words_;
  std::uint64_t work_ = 0;
  base::Rng rng_{0x1e95};
  std::unordered_map<std::uint64_t, Leg> legs_;
  std::vector<Mask> masks_;
};

}  // namespace catenary::engine::chain
