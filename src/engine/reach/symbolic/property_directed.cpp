// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/symbolic/property_directed.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <queue>
#include <utility>

namespace catenary::engine::reach {

using logic::smt::Answer;

namespace {

/// How many states in the way of a generalisation are ruled out first, and how
/// deep that nests.
constexpr unsigned kMostInTheWay = 3;
constexpr unsigned kMostNesting = 1;

/// Without the literals that the other denies.
Cube without_conflicts(const Cube& cube, const Cube& other) {
  const auto before = [](std::int32_t a, std::int32_t b) {
    return std::abs(a) < std::abs(b);
  };
  Cube out;
  for (const std::int32_t literal : cube) {
    const auto at =
        std::lower_bound(other.begin(), other.end(), literal, before);
    if (at == other.end() || *at != -literal) out.push_back(literal);
  }
  return out;
}

bool has(const Cube& cube, std::int32_t literal) {
  return std::find(cube.begin(), cube.end(), literal) != cube.end();
}

}  // namespace

PropertyDirected::PropertyDirected(const Relation& relation,
                                   Invariants invariants,
                                   const std::vector<std::uint32_t>& excluded,
                                   const MakeSolver& make_solver)
    : frames_(relation, std::move(invariants), excluded, make_solver),
      safe_before_(relation.targets().size(), 0) {
  std::size_t bits = 0;
  for (const logic::Term slot : relation.state()) bits += slot.sort().bits();
  uses_.assign(bits, 0);
}

PropertyDirected::Verdict PropertyDirected::decide(std::uint32_t target,
                                                   const base::Budget& budget) {
  for (;;) {
    for (std::uint32_t& k = safe_before_[target]; k <= frames_.last();) {
      Cube before;
      const Answer answer = frames_.hit(k, target, before, budget);
      if (answer == Answer::unknown) return Verdict::open;
      if (answer == Answer::unsat) {
        ++k;
        continue;
      }
      const Verdict verdict = rule_out(std::move(before), k, budget);
      if (verdict != Verdict::proved) return verdict;
    }
    Cube before;
    const Answer ever = frames_.hit(frames_.last() + 1, target, before, budget);
    if (ever == Answer::unknown) return Verdict::open;
    if (ever == Answer::unsat) {
      if (!frames_.certified(target, budget)) return Verdict::open;
      frames_.exclude(target);
      return Verdict::proved;
    }
    if (!frames_.propagate(budget)) return Verdict::open;
  }
}

PropertyDirected::Verdict PropertyDirected::rule_out(
    Cube states, std::uint32_t frame, const base::Budget& budget) {
  std::vector<Obligation> all;
  // Nearest to the start first; of these the newest.
  std::priority_queue<std::pair<std::int64_t, std::size_t>> open;
  const auto push = [&](std::size_t index) {
    open.emplace(-static_cast<std::int64_t>(all[index].frame), index);
  };
  all.push_back({std::move(states), frame});
  push(0);
  while (!open.empty()) {
    const std::size_t at = open.top().second;
    const Cube cube = all[at].states;
    const std::uint32_t here = all[at].frame;
    const std::optional<bool> starts = frames_.starts_in(cube, budget);
    if (!starts) return Verdict::open;
    if (*starts) return Verdict::hit;
    // A wrong model: states of the first frame are those where runs start.
    if (here == 0) return Verdict::open;
    Obligation previous;
    Cube core;
    const Answer answer =
        frames_.enter(here - 1, cube, previous.states, core, budget);
    if (answer == Answer::unknown) return Verdict::open;
    if (answer == Answer::sat) {
      previous.frame = here - 1;
      all.push_back(std::move(previous));
      push(all.size() - 1);
      continue;
    }
    open.pop();
    learn(std::move(core), here, 0, budget);
    if (budget.poll() != base::StopReason::none) return Verdict::open;
    if (here < frame) {
      all[at].frame = here + 1;
      push(at);
    }
  }
  return Verdict::proved;
}

// No step from frame - 1 enters the cube: so do none its generalisation, in
// which no run starts; it is blocked as late as that holds.
void PropertyDirected::learn(Cube cube,
                             std::uint32_t frame,
                             unsigned nesting,
                             const base::Budget& budget) {
  generalise(cube, frame - 1, nesting, budget);
  Cube before;
  Cube core;
  while (frame < frames_.last() &&
         frames_.enter(frame, cube, before, core, budget) == Answer::unsat) {
    cube = core;
    ++frame;
  }
  for (const std::int32_t literal : cube) {
    ++uses_[static_cast<std::size_t>(std::abs(literal)) - 1];
  }
  frames_.block(cube, frame);
}

void PropertyDirected::generalise(Cube& cube,
                                  std::uint32_t frame,
                                  unsigned nesting,
                                  const base::Budget& budget) {
  Cube order = cube;
  std::stable_sort(
      order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        return uses_[static_cast<std::size_t>(std::abs(a)) - 1] <
               uses_[static_cast<std::size_t>(std::abs(b)) - 1];
      });
  for (const std::int32_t literal : order) {
    if (cube.size() == 1) return;
    if (!has(cube, literal)) continue;
    (void)try_without(cube, literal, frame, nesting, budget);
  }
}

bool PropertyDirected::try_without(Cube& cube,
                                   std::int32_t literal,
                                   std::uint32_t frame,
                                   unsigned nesting,
                                   const base::Budget& budget) {
  Cube smaller = cube;
  std::erase(smaller, literal);
  for (unsigned in_the_way = 0;;) {
    const std::optional<bool> starts = frames_.starts_in(smaller, budget);
    if (!starts || *starts) return false;
    Cube before;
    Cube core;
    const Answer answer = frames_.enter(frame, smaller, before, core, budget);
    if (answer == Answer::unknown) return false;
    if (answer == Answer::unsat) {
      cube = std::move(core);
      return true;
    }
    if (nesting >= kMostNesting) return false;
    // A state outside that enters the cube: ruled out where that is easy.
    const std::optional<bool> reached = frames_.starts_in(before, budget);
    Cube unused;
    if (in_the_way < kMostInTheWay && frame > 0 && reached && !*reached &&
        frames_.enter(frame - 1, before, unused, core, budget) ==
            Answer::unsat) {
      ++in_the_way;
      learn(core, frame, nesting + 1, budget);
      continue;
    }
    in_the_way = 0;
    Cube shared = without_conflicts(smaller, before);
    if (shared.size() == smaller.size() || shared.empty()) return false;
    smaller = std::move(shared);
  }
}

}  // namespace catenary::engine::reach
