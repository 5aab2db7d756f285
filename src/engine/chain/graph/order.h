// SPDX-License-Identifier: Apache-2.0
/// \file
/// From an order of goals to the best run that hits them in this order, and
/// the search for a better order.
///
/// The run is exact for its order: where the abstract legs do not fit together
/// they are stretched by just as much as is needed, which is what repair by
/// rising weights (Schrammel et al. 2014, section 4.1) aims at.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/run.h"

namespace catenary::engine::chain {

/// Limits of the search for better orders, in pairs visited: deterministic.
struct OrderLimits {
  std::uint64_t memory_bytes = 0;  ///< of one evaluation; 0 = no limit
  std::uint64_t work = 3'000'000;
};

/// Improves a run by trying other orders of goals.
class OrderSearch {
 public:
  /// Net and distances must outlive the search.
  OrderSearch(const Net& net,
              const Distances& distances,
              const base::Budget& budget,
              const OrderLimits& limits)
      : net_(net), distances_(distances), budget_(budget), limits_(limits) {}

  /// What the goals cost in this order if every leg had its shortest length:
  /// no run that first hits them in this order costs less.
  [[nodiscard]] std::uint64_t abstract_cost(
      const std::vector<std::uint32_t>& order) const;

  /// Replaces `best` when the order, completed by goals that its run leaves
  /// uncovered, gives a cheaper run.
  bool try_order(std::vector<std::uint32_t> order, Run& best);

  /// Moves goals and short groups of goals to other places for as long as that
  /// pays and the limits allow. Requires: `best` covers every goal.
  void improve(Run& best);

  /// As much again as OrderLimits::work.
  void allow_more_work() { work_ = 0; }

  [[nodiscard]] base::StopReason stop() const { return stop_; }

 private:
  /// A shortest order, by dropping goals from that of `best`, whose run still
  /// covers everything at no higher cost.
  [[nodiscard]] std::vector<std::uint32_t> skeleton(Run& best);
  bool improve_once(const std::vector<std::uint32_t>& order, Run& best);
  void insert_cheaply(std::uint32_t goal,
                      std::vector<std::uint32_t>& order) const;
  bool run_in_order(const std::vector<std::uint32_t>& order,
                    std::uint64_t below,
                    Run& run);
  [[nodiscard]] bool spent() const;

  const Net& net_;
  const Distances& distances_;
  base::Budget budget_;
  OrderLimits limits_;
  std::uint64_t work_ = 0;
  base::StopReason stop_ = base::StopReason::none;
};

}  // namespace catenary::engine::chain
