// SPDX-License-Identifier: Apache-2.0
/// \file
/// All states of a system whose inputs are too many to try, by one input of
/// each class that a state can tell apart.
#pragma once

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

/// Whether exhaust() can be asked: inputs and paths, and initial choices that
/// can be tried one after the other.
[[nodiscard]] bool can_exhaust(const model::StepSystem& system);

/// Explores breadth first, as reach::ExplicitEngine does, with the inputs that
/// InputClasses finds for each state; each step is executed natively, and what
/// the formulas say of it compared. Where every state was explored, all of it
/// is a proof: goals that no step hits are unreachable, runs shortest, and
/// Result::graph has a step for each that differs in where it leads or what it
/// hits. Where a state cannot be explored with all inputs, nothing is proved of
/// what is farther away.
///
/// Works in a forked child. It gives up (reach::Stop::letters) where states
/// keep what inputs bring. Options used: max_steps, step_time_limit, max_hung,
/// memory_bytes, keep_edges.
///
/// Requires: can_exhaust(); this process has no other threads.
/// Cost: for a state about a microsecond for each condition of its paths, and
/// a native step for each class.
[[nodiscard]] reach::Result exhaust(const model::StepSystem& system,
                                    const reach::Options& options,
                                    const base::Budget& budget,
                                    const reach::ProgressCallback& progress);

}  // namespace catenary::engine::classes
