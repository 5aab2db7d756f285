// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replay: runs found by an engine are run again, one after the other from the
/// start, on a fresh instance of the system. Only what a replay has shown is
/// called covered without reservation.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Settings of a replay. Times are wall-clock.
struct ReplayOptions {
  /// A child that makes no progress within a step for twice this time is
  /// ended; 0 = no limit. (Steppers detect most hanging steps themselves.)
  std::chrono::milliseconds step_time_limit{2000};
};

/// What a run did.
struct Replayed {
  /// The whole run was simulated, up to its end or to the first outcome that
  /// is not `running`. Otherwise `simulation` is empty and `reason` says why.
  bool complete = false;
  std::string reason;  ///< empty where complete
  model::Simulation simulation;
  /// The run killed the process, or hung, in its last step.
  bool died_at_end = false;

  /// Whether some step, or the initialisation, hit the goal.
  [[nodiscard]] bool hits(std::uint32_t goal) const;
};

/// Simulates every run in a forked child, with a new child after each run that
/// kills one. Runs that the budget leaves no time for are not complete.
///
/// Requires: as ExplicitEngine. Cost: one step call for each step.
[[nodiscard]] std::vector<Replayed> replay(const model::StepSystem& system,
                                           std::span<const model::Trace> traces,
                                           const ReplayOptions& options,
                                           const base::Budget& budget);

/// Replays the run of every covered goal and of every finding in `result`.
/// Confirmed ones get Trust::replayed. A goal whose run does not hit it when
/// replayed becomes undecided, with the reason; one that there was no time to
/// replay stays claimed. Where a replay contradicts the search, nothing is a
/// proof any more: unreachable goals become undecided too.
void confirm(const model::StepSystem& system,
             Result& result,
             const ReplayOptions& options,
             const base::Budget& budget);

/// Takes back all that `result` says of what no run does, since `reason`
/// contradicts it: that goals are out of reach, and that runs are shortest.
void distrust(Result& result, const std::string& reason);

}  // namespace catenary::engine::reach
