// SPDX-License-Identifier: Apache-2.0
/// \file
/// Evaluation of orders by A*, where the progress is the number of goals of the
/// order that were hit; and local search that moves and swaps goals.

#include "engine/chain/graph/order.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::engine::chain {
namespace {

/// Progress along an order: how many of its goals, from the first on, have been
/// hit. A step that hits several consecutive ones counts for all of them.
class OrderProgress {
 public:
  OrderProgress(const Net& net,
                const Distances& distances,
                const std::vector<std::uint32_t>& order)
      : net_(net), distances_(distances), order_(order), tail_(order.size()) {
    // tail_[i]: the distances from goal i through all later goals to the end.
    for (std::size_t i = order.size(); i-- > 0;) {
      tail_[i] = i + 1 == order.size()
                     ? distances.last(order[i])
                     : distances.cost(order[i], order[i + 1]) + tail_[i + 1];
    }
  }
  [[nodiscard]] static std::uint32_t start() { return 0; }
  [[nodiscard]] std::uint32_t advance(std::uint32_t at, HitClass hits) const {
    const auto& goals = net_.classes()[hits];
    while (at < order_.size() &&
           std::binary_search(goals.begin(), goals.end(), order_[at])) {
      ++at;
    }
    return at;
  }
  [[nodiscard]] bool done(std::uint32_t at) const {
    return at == order_.size();
  }
  [[nodiscard]] std::uint64_t bound(std::uint32_t at, Node node) const {
    if (at == order_.size()) return distances_.to_final(node);
    return distances_.to_goal(node, order_[at]) + tail_[at];
  }

 private:
  const Net& net_;
  const Distances& distances_;
  const std::vector<std::uint32_t>& order_;
  std::vector<std::uint64_t> tail_;  ///< from the start of goal i to the end
};

}  // namespace

std::uint64_t OrderSearch::abstract_cost(
    const std::vector<std::uint32_t>& order) const {
  if (order.empty()) return 0;
  std::uint64_t cost =
      distances_.first(order.front()) + distances_.last(order.back());
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    cost += distances_.cost(order[i], order[i + 1]);
  }
  return cost;
}

bool OrderSearch::spent() const {
  return work_ >= limits_.work || stop_ != base::StopReason::none;
}

bool OrderSearch::run_in_order(const std::vector<std::uint32_t>& order,
                               std::uint64_t below,
                               Run& run) {
  // A lower bound excludes most orders without a search.
  if (spent() || abstract_cost(order) >= below) return false;
  stop_ = budget_.poll();
  if (stop_ != base::StopReason::none) return false;
  OrderProgress progress(net_, distances_, order);
  ProductSearch<OrderProgress> search(net_, distances_.reset(), progress);
  SearchLimits limits;
  limits.below = below;
  limits.memory_bytes = limits_.memory_bytes;
  limits.expansions = limits_.work - work_;
  SearchOutcome outcome = search.run(limits, budget_);
  // At least one for each evaluation, so that the loop of orders ends.
  work_ += outcome.pairs + 1;
  if (outcome.end == SearchEnd::time) stop_ = budget_.poll();
  if (outcome.end == SearchEnd::interrupt) stop_ = base::StopReason::interrupt;
  if (outcome.end != SearchEnd::found) return false;
  run.moves = std::move(outcome.moves);
  run.cost = outcome.cost;
  return true;
}

void OrderSearch::insert_cheaply(std::uint32_t goal,
                                 std::vector<std::uint32_t>& order) const {
  std::size_t best_place = 0;
  std::uint64_t best_cost = kNever;
  for (std::size_t place = 0; place <= order.size(); ++place) {
    const std::uint64_t before = place == 0
                                     ? distances_.first(goal)
                                     : distances_.cost(order[place - 1], goal);
    const std::uint64_t after = place == order.size()
                                    ? distances_.last(goal)
                                    : distances_.cost(goal, order[place]);
    const std::uint64_t without =
        order.empty() ? 0
        : place == 0  ? distances_.first(order[0])
        : place == order.size()
            ? distances_.last(order.back())
            : distances_.cost(order[place - 1], order[place]);
    // Distances do not obey the triangle inequality: an insertion may even
    // lower the cost, hence the summand that keeps it positive.
    const std::uint64_t added = before + after + kNever / 4 - without;
    if (added < best_cost) {
      best_cost = added;
      best_place = place;
    }
  }
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(best_place), goal);
}

bool OrderSearch::try_order(std::vector<std::uint32_t> order, Run& best) {
  // Each round adds one goal to the order, so the loop ends.
  for (;;) {
    Run run;
    if (!run_in_order(order, best.cost, run)) return false;
    std::vector<bool> hit(net_.goal_count(), false);
    for (const std::uint32_t goal : first_hits(net_, run.moves)) {
      hit[goal] = true;
    }
    const auto missing = std::find(hit.begin(), hit.end(), false);
    if (missing == hit.end()) {
      best = std::move(run);
      return true;
    }
    // The farthest goal first: others may then be covered on the way.
    std::uint32_t farthest = net_.goal_count();
    for (std::uint32_t g = 0; g < net_.goal_count(); ++g) {
      if (hit[g]) continue;
      if (farthest == net_.goal_count() ||
          distances_.first(g) + distances_.last(g) >
              distances_.first(farthest) + distances_.last(farthest)) {
        farthest = g;
      }
    }
    insert_cheaply(farthest, order);
  }
}

std::vector<std::uint32_t> OrderSearch::skeleton(Run& best) {
  std::vector<std::uint32_t> order = first_hits(net_, best.moves);
  // Goals that are covered anyway are not needed in the order, and moving them
  // would be work for nothing.
  for (std::size_t i = 0; i < order.size() && order.size() > 1;) {
    std::vector<std::uint32_t> shorter = order;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
    Run run;
    if (run_in_order(shorter, best.cost + 1, run) &&
        first_hits(net_, run.moves).size() == net_.goal_count()) {
      order = std::move(shorter);
      if (run.cost < best.cost) best = std::move(run);
    } else {
      ++i;
    }
  }
  return order;
}

bool OrderSearch::improve_once(const std::vector<std::uint32_t>& order,
                               Run& best) {
  const std::size_t n = order.size();
  // Groups of up to three neighbouring goals, to every other place.
  for (std::size_t length = 1; length <= 3 && length < n; ++length) {
    for (std::size_t from = 0; from + length <= n; ++from) {
      std::vector<std::uint32_t> rest = order;
      const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(from);
      const std::vector<std::uint32_t> group(
          begin, begin + static_cast<std::ptrdiff_t>(length));
      rest.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      for (std::size_t place = 0; place <= rest.size(); ++place) {
        if (place == from) continue;
        std::vector<std::uint32_t> candidate = rest;
        candidate.insert(candidate.begin() + static_cast<std::ptrdiff_t>(place),
                         group.begin(),
                         group.end());
        if (try_order(std::move(candidate), best)) return true;
        if (spent()) return false;
      }
    }
  }
  // Swaps of goals that are not neighbours.
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 2; j < n; ++j) {
      std::vector<std::uint32_t> candidate = order;
      std::swap(candidate[i], candidate[j]);
      if (try_order(std::move(candidate), best)) return true;
      if (spent()) return false;
    }
  }
  return false;
}

void OrderSearch::improve(Run& best) {
  std::vector<std::uint32_t> order;
  do {
    // The run may be longer than needed for the very order in which it hits
    // goals.
    while (try_order(first_hits(net_, best.moves), best)) {
    }
    order = skeleton(best);
  } while (!spent() && improve_once(order, best));
}

}  // namespace catenary::engine::chain
