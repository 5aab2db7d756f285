// SPDX-License-Identifier: Apache-2.0
#include "engine/chain/graph/exact.h"

#include <algorithm>
#include <iterator>

#include "engine/chain/graph/open_sets.h"

namespace catenary::engine::chain {
namespace {

/// Where so few goals are left all are tracked from the beginning.
constexpr std::size_t kTrackAll = 10;
constexpr std::size_t kTrackFirst = 8;

/// Adds the open goal that lies farthest from all tracked ones.
void track_farthest(const Distances& distances,
                    std::vector<std::uint32_t>& open,
                    std::vector<std::uint32_t>& tracked) {
  std::size_t best = 0;
  std::uint64_t best_distance = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::uint64_t distance = kNever;
    if (tracked.empty()) {
      distance = distances.first(open[i]) + distances.last(open[i]);
    }
    for (const std::uint32_t other : tracked) {
      distance = std::min({distance,
                           distances.cost(open[i], other),
                           distances.cost(other, open[i])});
    }
    if (i == 0 || distance > best_distance) {
      best = i;
      best_distance = distance;
    }
  }
  tracked.push_back(open[best]);
  open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
}

base::StopReason reason(SearchEnd end) {
  switch (end) {
    case SearchEnd::found:
    case SearchEnd::exhausted:
      return base::StopReason::none;
    case SearchEnd::memory:
    case SearchEnd::work:
      return base::StopReason::memory;
    case SearchEnd::time:
      return base::StopReason::time;
    case SearchEnd::interrupt:
      return base::StopReason::interrupt;
  }
  return base::StopReason::none;
}

}  // namespace

ExactOutcome search_exactly(const Net& net,
                            const Distances& distances,
                            const base::Budget& budget,
                            const ExactLimits& limits,
                            OrderSearch& orders,
                            Run& best) {
  ExactOutcome outcome;
  std::vector<std::uint32_t> tracked, open;
  for (std::uint32_t g = 0; g < net.goal_count(); ++g) open.push_back(g);
  const std::size_t first =
      open.size() <= kTrackAll ? open.size() : kTrackFirst;
  while (tracked.size() < first) track_farthest(distances, open, tracked);

  for (;;) {
    OpenSets sets(net, distances, tracked, limits.memory_bytes / 4);
    ProductSearch<OpenSets> search(net, distances.reset(), sets);
    SearchLimits round;
    round.below = best.cost;
    round.memory_bytes = limits.memory_bytes;
    round.expansions =
        limits.pairs > outcome.pairs ? limits.pairs - outcome.pairs : 0;
    SearchOutcome found = search.run(round, budget);
    outcome.pairs += found.pairs;
    outcome.lower = std::max(outcome.lower, std::min(found.lower, best.cost));
    outcome.stop = reason(found.end);
    if (outcome.stop != base::StopReason::none) return outcome;
    if (found.end == SearchEnd::exhausted) {
      outcome.proved = true;
      return outcome;
    }
    std::vector<bool> hit(net.goal_count(), false);
    const std::vector<std::uint32_t> order = first_hits(net, found.moves);
    for (const std::uint32_t goal : order) hit[goal] = true;
    if (order.size() == net.goal_count()) {
      best.moves = std::move(found.moves);
      best.cost = found.cost;
      outcome.proved = true;
      return outcome;
    }
    if (orders.try_order(order, best)) orders.improve(best);
    std::vector<std::uint32_t> missed;
    std::copy_if(open.begin(),
                 open.end(),
                 std::back_inserter(missed),
                 [&](std::uint32_t goal) { return !hit[goal]; });
    const std::size_t more =
        std::min(missed.size(), std::max<std::size_t>(1, tracked.size() / 6));
    for (std::size_t i = 0; i < more; ++i) {
      track_farthest(distances, missed, tracked);
      open.erase(std::find(open.begin(), open.end(), tracked.back()));
    }
  }
}

}  // namespace catenary::engine::chain
