// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decremental state-space relaxation: rounds of A* with a growing set of
/// tracked goals. Each round begins with the best run so far as its bound.

#include "engine/chain/graph/exact.h"

#include <algorithm>
#include <iterator>

#include "engine/chain/graph/open_sets.h"

namespace catenary::engine::chain {
namespace {

/// With this many goals or fewer, all are tracked from the beginning.
constexpr std::size_t kTrackAll = 10;
/// Goals that are tracked in the first round if there are more.
constexpr std::size_t kTrackFirst = 8;

/// Tracks the open goal that is farthest from all tracked ones: goals that are
/// near each other are usually covered together.
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

/// How the end of a round is reported.
base::StopReason reason(SearchEnd end, const base::Budget& budget) {
  switch (end) {
    case SearchEnd::found:
    case SearchEnd::exhausted:
      return base::StopReason::none;
    case SearchEnd::memory:
    case SearchEnd::work:
      return base::StopReason::memory;
    case SearchEnd::time:
      return budget.poll();
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
                            OrderSearch* orders,
                            Run& best) {
  ExactOutcome outcome;
  std::vector<std::uint32_t>& tracked = outcome.tracked;
  std::vector<std::uint32_t> open;
  for (std::uint32_t g = 0; g < net.goal_count(); ++g) open.push_back(g);
  const std::size_t first =
      open.size() <= kTrackAll ? open.size() : kTrackFirst;
  while (tracked.size() < first) track_farthest(distances, open, tracked);

  for (;;) {
    // Tables are made anew: sets of goals have other numbers in each round.
    OpenSets sets(net, distances, tracked, limits.memory_bytes / 4);
    ProductSearch<OpenSets> search(net, distances.reset(), sets);
    SearchLimits round;
    round.below = best.cost;
    round.memory_bytes = limits.memory_bytes;
    round.expansions =
        limits.pairs > outcome.pairs ? limits.pairs - outcome.pairs : 0;
    SearchOutcome found = search.run(round, budget);
    outcome.pairs += found.pairs;
    // A relaxation never costs more than the problem itself.
    outcome.lower = std::max(outcome.lower, std::min(found.lower, best.cost));
    outcome.stop = reason(found.end, budget);
    if (outcome.stop != base::StopReason::none) return outcome;
    // Nothing cheaper than `best` exists, not even for the tracked goals alone.
    if (found.end == SearchEnd::exhausted) {
      outcome.proved = true;
      return outcome;
    }
    std::vector<bool> hit(net.goal_count(), false);
    const std::vector<std::uint32_t> order = first_hits(net, found.moves);
    for (const std::uint32_t goal : order) hit[goal] = true;
    // The optimum of the relaxation covers everything, so it is the optimum.
    if (order.size() == net.goal_count()) {
      best.moves = std::move(found.moves);
      best.cost = found.cost;
      outcome.proved = true;
      return outcome;
    }
    // The run without some goals, completed, is often a better suite.
    if (orders != nullptr && orders->try_order(order, best)) {
      orders->improve(best);
    }
    std::vector<std::uint32_t> missed;
    std::copy_if(open.begin(),
                 open.end(),
                 std::back_inserter(missed),
                 [&](std::uint32_t goal) { return !hit[goal]; });
    // More than one, so that the number of rounds stays small; only goals that
    // the run missed, so that each round excludes its predecessor.
    const std::size_t more =
        std::min(missed.size(), std::max<std::size_t>(1, tracked.size() / 6));
    for (std::size_t i = 0; i < more; ++i) {
      track_farthest(distances, missed, tracked);
      open.erase(std::find(open.begin(), open.end(), tracked.back()));
    }
  }
}

}  // namespace catenary::engine::chain
