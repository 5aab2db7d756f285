// SPDX-License-Identifier: Apache-2.0
/// \file
/// The main loop of IC3, with proof obligations in a priority queue and
/// generalisation by counterexamples to generalisation (CTGs).
///
/// Differences from the papers: the property is not part of the frames, but a
/// target that is asked for in every frame; so one set of frames serves all
/// targets. A proof is certified by a new solver before it counts.

#include "engine/reach/symbolic/property_directed.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <queue>
#include <utility>

namespace catenary::engine::reach {

using logic::smt::Answer;
using model::Reachability;

namespace {

/// Bounds of the CTG method: states that are ruled out during one
/// generalisation, and how deep generalisations nest (maxCTGs and maxDepth of
/// Hassan et al.).
constexpr unsigned kMostInTheWay = 3;
constexpr unsigned kMostNesting = 1;

/// The cube without the literals that the other one contradicts: a common
/// superset of both.
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

Reachability PropertyDirected::decide(std::uint32_t target,
                                      const base::Budget& budget) {
  // Invariant: no step from a frame before safe_before_[target] hits the
  // target.
  for (;;) {
    for (std::uint32_t& k = safe_before_[target]; k <= frames_.last();) {
      Cube before;
      // Either the target is out of reach of this frame, or its predecessor is
      // blocked there, and the same frame is asked again.
      const Answer answer = frames_.hit(k, target, before, budget);
      if (answer == Answer::unknown) return Reachability::undecided;
      if (answer == Answer::unsat) {
        ++k;
        continue;
      }
      const Reachability verdict = rule_out(std::move(before), k, budget);
      if (verdict != Reachability::unreachable) return verdict;
    }
    // Beyond the last frame only always() is left: if no step from there hits
    // the target, always() is an inductive invariant that excludes it.
    Cube before;
    const Answer ever = frames_.hit(frames_.last() + 1, target, before, budget);
    if (ever == Answer::unknown) return Reachability::undecided;
    if (ever == Answer::unsat) {
      // An uncertified proof is a defect of a solver, and does not count.
      if (!frames_.certified(target, budget)) return Reachability::undecided;
      frames_.exclude(target);
      return Reachability::unreachable;
    }
    // The target may be hit from states that no frame excludes yet: one more
    // frame.
    if (!frames_.propagate(budget)) return Reachability::undecided;
  }
}

Reachability PropertyDirected::rule_out(Cube states,
                                        std::uint32_t frame,
                                        const base::Budget& budget) {
  std::vector<Obligation> all;
  // The smallest frame first: it is nearest to the initial states. Among these
  // the newest, so that the search is depth first.
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
    if (!starts) return Reachability::undecided;
    if (*starts) return Reachability::reached;
    // States of frame 0 are initial states, so this model contradicts the
    // solver.
    if (here == 0) return Reachability::undecided;
    Obligation previous;
    Cube core;
    const Answer answer =
        frames_.enter(here - 1, cube, previous.states, core, budget);
    if (answer == Answer::unknown) return Reachability::undecided;
    // A predecessor was found: it must be blocked first. The obligation stays
    // in the queue.
    if (answer == Answer::sat) {
      previous.frame = here - 1;
      all.push_back(std::move(previous));
      push(all.size() - 1);
      continue;
    }
    open.pop();
    // Blocked in this frame. The obligation is asked again in the next one, up
    // to the frame it began with: that finds longer counterexamples early.
    learn(std::move(core), here, 0, budget);
    if (budget.poll() != base::StopReason::none) return Reachability::undecided;
    if (here < frame) {
      all[at].frame = here + 1;
      push(at);
    }
  }
  return Reachability::unreachable;
}

// Blocks a cube that no step from frame - 1 enters. It is generalised first,
// and then blocked in the latest frame in which relative induction holds.
void PropertyDirected::learn(Cube cube,
                             std::uint32_t frame,
                             unsigned nesting,
                             const base::Budget& budget) {
  generalise(cube, frame - 1, nesting, budget);
  Cube before;
  Cube core;
  while (frame < frames_.last() &&
         frames_.enter(frame, cube, before, core, budget) == Answer::unsat) {
    // The core may be a larger set of states than the cube.
    cube = core;
    ++frame;
  }
  for (const std::int32_t literal : cube) {
    ++uses_[static_cast<std::size_t>(std::abs(literal)) - 1];
  }
  frames_.block(cube, frame);
}

/// Tries to drop each literal once, those of rare bits first: rarely used bits
/// are least likely to matter.
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
    // Still a cube that no step enters: a part of a core may be missing.
    if (!has(cube, literal)) continue;
    (void)try_without(cube, literal, frame, nesting, budget);
  }
}

bool PropertyDirected::try_without(Cube& cube,
                                   std::int32_t literal,
                                   std::uint32_t frame,
                                   unsigned nesting,
                                   const base::Budget& budget) {
  // Without the literal, the cube may be entered from a state outside: the CTG.
  // It is ruled out if that is easy; otherwise the cube gives way to it.
  Cube smaller = cube;
  std::erase(smaller, literal);
  for (unsigned in_the_way = 0;;) {
    const std::optional<bool> starts = frames_.starts_in(smaller, budget);
    // Initial states must stay outside.
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
    // The CTG can be blocked in this frame if no step from the frame before
    // enters it.
    const std::optional<bool> reached = frames_.starts_in(before, budget);
    Cube unused;
    if (in_the_way < kMostInTheWay && frame > 0 && reached && !*reached &&
        frames_.enter(frame - 1, before, unused, core, budget) ==
            Answer::unsat) {
      ++in_the_way;
      learn(core, frame, nesting + 1, budget);
      continue;
    }
    // Down, in the words of the paper: the literals that the CTG contradicts
    // are dropped, so that it is inside.
    in_the_way = 0;
    Cube shared = without_conflicts(smaller, before);
    // Nothing would change, or everything would be in the cube.
    if (shared.size() == smaller.size() || shared.empty()) return false;
    smaller = std::move(shared);
  }
}

}  // namespace catenary::engine::reach
