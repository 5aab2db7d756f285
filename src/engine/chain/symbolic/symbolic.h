// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test case chains where no graph of all states exists: legs from goal to
/// goal, each a shortest one, found by a solver; and proofs that no shorter
/// chain exists, by refuting every smaller length.
///
/// Legs: CheckPath and the concretisation of Schrammel, Melham, Kroening,
/// "Generating test case chains for reactive systems", STTT 18(3), 2016
/// (doi:10.1007/s10009-014-0358-6), here always from a concrete state. Bounds:
/// one unrolling in which every goal is hit in some step.
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

struct SymbolicChainOptions {
  /// As ChainOptions::reset_cost.
  std::optional<std::uint64_t> reset_cost;
  /// Time (0 = no limit), memory and interrupt.
  base::Budget budget;
  /// Encoding and solver; the rest is not used.
  reach::SymbolicOptions symbolic;
  reach::ReplayOptions replay;
  /// Time for a better suite and for proofs, if the budget has as much.
  std::chrono::milliseconds time{30'000};
  /// Chains already known (each replayed), e.g. from a graph that is not
  /// closed; they must cover all goals that can be covered. May be empty.
  std::vector<model::Trace> known;
};

/// Chains as runs. ChainResult::chains stays empty.
struct SymbolicChains {
  std::vector<model::Trace> chains;  ///< none where there is nothing to cover
  /// Goals after whose run no final state was found.
  std::vector<std::uint32_t> uncoverable_to_final;
  ChainBounds bounds;
};

/// Chains that cover these goals. Always covers every goal after which a final
/// state is known, even when the budget is spent at once.
///
/// Requires: `reached` is a result for this system in which the goals are
/// covered, confirmed by replay; the system has an encoder; no other threads.
/// Ensures: every chain was run natively: it hits what it is for and ends in a
/// final state.
/// Cost: a solver query for each step of each leg, then one for each length
/// up to that of the chain.
[[nodiscard]] SymbolicChains find_symbolic_chains(
    const model::StepSystem& system,
    const reach::Result& reached,
    const std::vector<std::uint32_t>& goals,
    const SymbolicChainOptions& options);

}  // namespace catenary::engine::chain
