// SPDX-License-Identifier: Apache-2.0
/// \file
/// A fast search for good orders of many goals. Legs are shortest paths to a
/// goal, each with all nodes in which it can end, and are remembered. The cost
/// of an order is that of the best of a few runs along such legs.
///
/// Method: iterated local search (Martin, Otto and Felten, Complex Systems
/// 5(3), 1991), with moves of groups and swaps; an order is evaluated by beam
/// search.
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

/// Improves an order of goals. It proves nothing, since the legs of an optimal
/// suite need not be shortest paths.
class LegSearch {
 public:
  /// Nodes looked at and labels made, in all. A limit of work, so that results
  /// are the same on every machine.
  static constexpr std::uint64_t kWork = 80'000'000;

  /// Everything given must outlive the search, except the budget, which is
  /// copied. Requires: the net has goals.
  LegSearch(const Net& net,
            const Distances& distances,
            const base::Budget& budget,
            std::uint64_t work = kWork)
      : net_(net),
        distances_(distances),
        budget_(budget),
        limit_(work),
        words_((net.goal_count() + 63) / 64) {}

  /// The cheapest run found from this order, which must have every goal of the
  /// net once (checked). Its cost is kNever if the legs do not fit together.
  /// Requires: Distances::has_all_goals().
  [[nodiscard]] Run search(const std::vector<std::uint32_t>& order);

 private:
  /// Set of goals, one bit each.
  using Mask = std::vector<std::uint64_t>;
  /// An order of all goals, and the cost of the run found for it.
  struct LegOrder {
    /// The order.
    std::vector<std::uint32_t> goals;
    /// The cost; kNever = not known, or no run was found.
    std::uint64_t cost = kNever;
  };
  /// A node on a shortest path to a goal.
  struct Item {
    /// The node.
    Node node = 0;
    /// Goals hit on the path so far.
    Mask hits;
    /// Index of the node before, in the level before.
    std::uint32_t parent = 0;
    /// The arc from there.
    Arc arc;
  };
  /// All nodes that shortest paths reach after the same number of moves.
  struct Level {
    /// The nodes, each once.
    std::vector<Item> items;
    /// Index in `items`, by node.
    std::unordered_map<Node, std::size_t> place;
    /// The move to this level is a reset.
    bool reset = false;
    /// Cost of the paths to it.
    std::uint64_t cost = 0;
  };
  /// A node in which a leg can end, and what a path to it hits.
  struct End {
    /// The node.
    Node node = 0;
    /// Goals hit on the path: index into `masks_`.
    std::uint32_t hits = 0;
  };
  /// All shortest paths from a node through a step that hits a goal.
  struct Leg {
    /// Their cost; kNever if there is none.
    std::uint64_t cost = kNever;
    /// Where they end; at most some tens.
    std::vector<End> ends;
  };
  /// A leg that a run takes.
  struct Stop {
    /// The node in which it ends.
    Node node = 0;
    /// The goal that it is for.
    std::uint32_t goal = 0;
    /// Index into Leg::ends.
    std::uint32_t end = 0;
  };
  /// A partial run in the beam.
  struct Label {
    /// Where it is.
    Node node = 0;
    /// Its cost so far.
    std::uint64_t cost = 0;
    /// Its cost, and that of going on to the next goal.
    std::uint64_t guess = 0;
    /// Goals that it covers.
    Mask covered;
    /// Its legs, only if they are asked for.
    std::vector<Stop> stops;
  };

  /// Whether the arc hits the goal.
  [[nodiscard]] bool hits(const Arc& arc, std::uint32_t goal) const;
  /// Adds a move to a level. Of two paths to one node, the one that hits more
  /// goals is kept.
  void add(Level& level,
           const Item& before,
           std::uint32_t parent,
           const Arc& arc);
  /// All shortest paths from a node through a step that hits the goal, level by
  /// level; empty if there is none.
  [[nodiscard]] std::vector<Level> ways(Node from, std::uint32_t goal);
  /// The leg, remembered after the first call.
  [[nodiscard]] const Leg& leg(Node from, std::uint32_t goal);
  /// The leg, computed.
  [[nodiscard]] Leg find_leg(Node from, std::uint32_t goal);
  /// A label of the beam for this node, cost and guess; null if the beam has a
  /// better one, or only better ones. There is one label for each node; if the
  /// beam is full, the worst label gives way.
  [[nodiscard]] static Label* place_for(Node node,
                                        std::uint64_t cost,
                                        std::uint64_t guess,
                                        std::vector<Label>& beam);
  /// Computes the cost of an order. Returns the legs of the best run if
  /// `keep_stops` is set.
  std::vector<Stop> evaluate(LegOrder& order, bool keep_stops = false);
  /// The moves along the legs, and then to a final node.
  [[nodiscard]] Run run_along(const std::vector<Stop>& stops);
  /// Applies improving moves until there is none.
  void descend(LegOrder& best);
  /// Tries all moves of groups and all swaps. Returns whether one improved the
  /// order.
  bool try_moves(LegOrder& best);
  /// A random perturbation of an order.
  [[nodiscard]] std::vector<std::uint32_t> kicked(
      const std::vector<std::uint32_t>& order);
  /// The index of a set of goals in `masks_`.
  [[nodiscard]] std::uint32_t number(const Mask& mask);
  /// Whether the limit of work or the budget ends the search.
  [[nodiscard]] bool spent() {
    base::WorkClock::charge(work_ - charged_, kPriceOfArc);
    charged_ = work_;
    return work_ >= limit_ || budget_.poll() != base::StopReason::none;
  }

  const Net& net_;
  const Distances& distances_;
  base::Budget budget_;
  /// Limit of `work_`.
  std::uint64_t limit_;
  /// Words of a Mask.
  std::size_t words_;
  /// Nodes and labels so far.
  std::uint64_t work_ = 0;
  /// Those that the clock of work knows.
  std::uint64_t charged_ = 0;
  /// A fixed seed: the same results in every search.
  base::Rng rng_{0x1e95};
  /// The legs known so far, by node * goals + goal.
  std::unordered_map<std::uint64_t, Leg> legs_;
  /// The sets that legs refer to.
  std::vector<Mask> masks_;
};

}  // namespace catenary::engine::chain
