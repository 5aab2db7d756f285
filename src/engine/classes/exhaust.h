// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exploration of all states of a system whose inputs are too many to
/// enumerate: from each state, one input of each equivalence class is tried.
#pragma once

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "engine/reach/process/board_process.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

/// Whether exhaust() can be called: the system has inputs, its paths can be
/// followed, and its initial choices are few enough to be enumerated.
[[nodiscard]] bool can_exhaust(const model::StepSystem& system);

/// Explores breadth first, as reach::ExplicitEngine does, with the inputs that
/// InputClasses finds for each state. Each step is executed natively and
/// compared with its formulas. If every state was explored, the result is a
/// proof: goals that no step hits are unreachable, runs are shortest, and
/// Result::graph has one edge of each state for each pair of target and goals
/// hit. If a state cannot be explored with all inputs, nothing is proved about
/// states at a greater distance.
///
/// Works in a forked child process. Gives up (reach::Stop::letters) if the
/// state stores values of inputs, since there are too many classes then.
/// Options used: max_steps, max_hung, memory_bytes, keep_edges, settled_states.
///
/// Requires: can_exhaust(); this process has no other threads.
/// Cost: for each state about a microsecond for each condition of its paths,
/// and a native step for each class.
class ExhaustingEngine final : public reach::BoardEngine {
 private:
  [[nodiscard]] reach::BoardTask task(
      const model::StepSystem& system,
      const reach::Options& options) const override;
  /// Result::engine is "explicit over classes of inputs".
  [[nodiscard]] reach::Result read(const model::StepSystem& system,
                                   const reach::Board& board) const override;
};

/// Explores in this way.
[[nodiscard]] reach::Result exhaust(const model::StepSystem& system,
                                    const reach::Options& options,
                                    const base::Budget& budget,
                                    const reach::ProgressCallback& progress);

}  // namespace catenary::engine::classes
