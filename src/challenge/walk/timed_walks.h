// SPDX-License-Identifier: Apache-2.0
/// \file
/// Challenges to claims about a timed model: random runs of its simulation
/// (model/timed/timed_simulator.h), which knows no symbolic execution.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "challenge/walk/walk_budget.h"
#include "engine/symbolic/search/select.h"
#include "model/timed/timed_automaton.h"

namespace catenary::challenge {

/// What no run is said to do: a transition or a pair of them in a row is
/// taken, a state is entered (Target::what).
struct TimedClaim {
  std::string text;  ///< for people, e.g. "unreachable: Idle.pay"
  engine::symbolic::Target::Kind kind =
      engine::symbolic::Target::Kind::transition;
  std::vector<std::uint32_t> what;
};

/// Contradictions, at most one for each claim, in the order in which they were
/// found. Deterministic for a given `seed`, unless the clock ends the runs.
[[nodiscard]] std::vector<WalkContradiction> walk_automaton(
    const model::TimedAutomaton& automaton,
    std::span<const TimedClaim> claims,
    std::uint64_t seed,
    WalkBudget& budget);

/// The claim of a target that is called unreachable.
[[nodiscard]] TimedClaim never(const engine::symbolic::Target& target);

}  // namespace catenary::challenge
