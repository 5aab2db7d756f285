// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test case chains if there is no graph of all states: legs from goal to goal,
/// each a shortest one, found by a solver; and proofs that no shorter chain
/// exists, by refuting every smaller length.
///
/// Legs: CheckPath and the concretisation of Schrammel, Melham, Kroening,
/// "Generating test case chains for reactive systems", STTT 18(3), 2016
/// (doi:10.1007/s10009-014-0358-6); here always from a concrete state, so that
/// no repair is needed. Bounds: one unrolling in which every goal is hit by
/// some step.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/chain/chain.h"
#include "engine/reach/engine.h"
#include "engine/reach/replay.h"
#include "engine/reach/symbolic/symbolic.h"
#include "model/step/step_system.h"

namespace catenary::engine::chain {

/// Settings of one search for chains.
struct SymbolicChainOptions {
  /// See ChainOptions::reset_cost.
  std::optional<std::uint64_t> reset_cost;
  /// Work, time, memory and interrupts.
  base::Budget budget;
  /// Settings of encoding and solver; the other members are not used.
  reach::SymbolicOptions symbolic;
  /// Settings of the replay of known runs.
  reach::ReplayOptions replay;
  /// Work for a better suite and for proofs, if the budget has as much.
  std::chrono::milliseconds time{30'000};
  /// Chains that are known already, for example from a graph that is not
  /// closed, each of them replayed. They must cover every goal that can be
  /// covered. Empty: the runs of the goals are used.
  std::vector<model::Trace> known;
};

/// A suite of chains as runs of the system.
struct SymbolicChains {
  /// The suite; empty if there is nothing to cover.
  std::vector<model::Trace> chains;
  /// Goals for which no chain was found: no final state was found after a run
  /// to them. Not a proof that there is none.
  std::vector<std::uint32_t> uncoverable_to_final;
  /// Bounds of the cost of the suite.
  ChainBounds bounds;
};

/// Finds chains that cover the given goals. Every goal after which a final
/// state is known is covered, even if the budget is used up at once.
///
/// Requires: `reached` is a result for this system in which the goals are
/// covered and confirmed by replay (the runs are checked); the system has an
/// encoder; this process has no other threads.
/// Ensures: every chain was executed natively: it hits what it is for and ends
/// in a final state.
/// Cost: a query for each step of each leg, then one for each length up to that
/// of the chain.
[[nodiscard]] SymbolicChains find_symbolic_chains(
    const model::StepSystem& system,
    const reach::Result& reached,
    const std::vector<std::uint32_t>& goals,
    const SymbolicChainOptions& options);

}  // namespace catenary::engine::chain
