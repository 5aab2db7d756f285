// SPDX-License-Identifier: Apache-2.0
/// \file
/// From an order of goals to the cheapest run that hits them in this order, and
/// the search for a better order.
///
/// The run is exact for its order. If the shortest legs do not fit together,
/// they are stretched by just as much as is needed; Schrammel et al. (2014,
/// section 4.1) aim at this by repair with rising weights.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/run.h"

namespace catenary::engine::chain {

/// Limits of the search for better orders. Work is counted in pairs of node and
/// progress, so that results do not depend on the machine.
struct OrderLimits {
  /// Of one evaluation, in bytes; 0 = no limit.
  std::uint64_t memory_bytes = 0;
  /// Pairs in all.
  std::uint64_t work = 3'000'000;
};

/// Improves a run by local search over orders of goals.
class OrderSearch {
 public:
  /// Net and distances must outlive the search; the budget is copied.
  OrderSearch(const Net& net,
              const Distances& distances,
              const base::Budget& budget,
              const OrderLimits& limits)
      : net_(net), distances_(distances), budget_(budget), limits_(limits) {}

  /// The cost of an order if every leg had its shortest length. No run that
  /// first hits the goals in this order costs less.
  [[nodiscard]] std::uint64_t abstract_cost(
      const std::vector<std::uint32_t>& order) const;

  /// Evaluates an order, completed by the goals that its run leaves out.
  /// Replaces `best` and returns true if the run is cheaper.
  bool try_order(std::vector<std::uint32_t> order, Run& best);

  /// Moves goals and short groups of goals to other places and swaps goals, as
  /// long as that improves the run and the limits allow. Requires: `best`
  /// covers every goal.
  void improve(Run& best);

  /// Allows as much work again as OrderLimits::work.
  void allow_more_work() { work_ = 0; }

  /// Why the search ended early; StopReason::none if only its work was used up.
  [[nodiscard]] base::StopReason stop() const { return stop_; }

 private:
  /// A minimal order, obtained by dropping goals from that of `best`: its run
  /// still covers everything, at no higher cost. May improve `best`.
  [[nodiscard]] std::vector<std::uint32_t> skeleton(Run& best);
  /// Tries all moves of groups and all swaps; returns at the first improvement.
  bool improve_once(const std::vector<std::uint32_t>& order, Run& best);
  /// Inserts a goal where it costs least by distances.
  void insert_cheaply(std::uint32_t goal,
                      std::vector<std::uint32_t>& order) const;
  /// The cheapest run in this order, if it costs less than `below`.
  bool run_in_order(const std::vector<std::uint32_t>& order,
                    std::uint64_t below,
                    Run& run);
  /// Whether the work or the budget is used up.
  [[nodiscard]] bool spent() const;

  const Net& net_;
  const Distances& distances_;
  base::Budget budget_;
  OrderLimits limits_;
  /// Pairs visited so far.
  std::uint64_t work_ = 0;
  /// See stop().
  base::StopReason stop_ = base::StopReason::none;
};

}  // namespace catenary::engine::chain
