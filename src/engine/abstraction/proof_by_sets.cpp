// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/proof_by_sets.h"

#include <cstdint>
#include <string>
#include <utility>

#include "engine/abstraction/backward_cubes.h"
#include "engine/abstraction/inductive_invariant.h"
#include "engine/abstraction/random_walk.h"

namespace catenary::engine::abstraction {

using State = reach::GoalKnowledge::State;

namespace {

/// Random steps, where only these may help.
constexpr std::uint64_t kLongPatience = 1'000'000;
/// Rounds without a goal.
constexpr int kVain = 2;

void prove(const Exploring& on, const InductiveInvariant& sets) {
  const std::string reason =
      "no step hits it from any state within the values that each variable may "
      "have in " +
      std::to_string(sets.size()) + " control locations, which no step leaves";
  for (const std::uint32_t g : sets.never_hit()) {
    reach::GoalKnowledge proved;
    proved.state = State::unreachable;
    proved.reason = reason;
    on.board.set_goal(g, std::move(proved));
  }
  reach::SearchPosition p = on.board.position();
  p.closed = p.closed || !sets.strange();
  on.board.set_position(p);
}

std::size_t count_open(const Exploring& on) {
  std::size_t count = 0;
  for (std::uint32_t g = 0; g < on.board.goal_count(); ++g) {
    if (on.wanted(g)) ++count;
  }
  return count;
}

}  // namespace

void prove_by_sets(const Exploring& on,
                   const ExploredStates& whole,
                   SampledStates& sample,
                   const std::vector<bool>& local) {
  LocationSteps steps(on, whole, sample);
  RandomWalkOptions walks;
  random_walk(on, steps, local, sample, walks);
  InductiveInvariant sets(on, steps, sample, local);
  if (!sets.find()) return;
  prove(on, sets);
  const std::vector<bool> few = sets.few(false);
  std::vector<bool> cubic = sets.few(true);
  walks.patience = kLongPatience;
  std::size_t checked = sample.size();
  int vain = 0;
  while (count_open(on) != 0 && vain < kVain &&
         on.budget.poll() == base::StopReason::none) {
    BackwardCubes backward(on, steps, sets, sample, cubic);
    const std::size_t open = count_open(on);
    backward.run();
    bool more = count_open(on) < open;
    for (const std::uint32_t k : backward.blamed()) {
      more = more || (few[k] && !cubic[k]);
      cubic[k] = cubic[k] || few[k];
    }
    if (more) {
      vain = 0;
      continue;
    }
    ++walks.seed;
    walks.from = backward.wanted();
    random_walk(on, steps, local, sample, walks);
    vain = count_open(on) < open ? 0 : vain + 1;
    for (; checked < sample.size(); ++checked) {
      if (!sets.contain(sample.state(checked))) return contradict(on);
    }
  }
}

}  // namespace catenary::engine::abstraction
