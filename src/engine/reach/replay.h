// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replay: the runs that an engine found are executed again from the
/// initialisation, on a fresh instance of the system in another process. A goal
/// counts as covered without reservation only after its replay.
///
/// A replay shares neither states nor threads with the search: it detects wrong
/// snapshots of the state, races and errors of the encoding.
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
  /// A child process that makes no progress within a step for twice this time
  /// is killed; 0 = no limit. Steppers detect most steps that hang by
  /// themselves.
  std::chrono::milliseconds step_time_limit{2000};
};

/// The outcome of one replayed run.
struct Replayed {
  /// The whole run was simulated, up to its end or to the first step with
  /// another outcome than `running`. If false, `simulation` is empty and
  /// `reason` says why.
  bool complete = false;
  /// Empty if complete.
  std::string reason;
  /// The outcome of each step, the goals it hits, and its outputs.
  model::Simulation simulation;
  /// The run killed its process, or hung, in its last step. For a run to a
  /// finding this confirms the finding.
  bool died_at_end = false;

  /// Whether some step, or the initialisation, hit the goal. False if the run
  /// is not complete.
  [[nodiscard]] bool hits(std::uint32_t goal) const;
};

/// Simulates the runs in their order in a forked child process. After a run
/// that kills the child a new child goes on with the next run. Runs for which
/// the budget leaves no time are not complete. Returns one result for each
/// trace.
///
/// Requires: as ExplicitEngine. Throws: as Engine::explore().
/// Cost: one call of the step function for each step.
[[nodiscard]] std::vector<Replayed> replay(const model::StepSystem& system,
                                           std::span<const model::Trace> traces,
                                           const ReplayOptions& options,
                                           const base::Budget& budget);

/// Replays the run of every covered goal and of every finding in `result`, and
/// gives the confirmed ones Trust::replayed. A goal whose run does not hit it
/// becomes undecided, with the reason. A goal keeps Trust::claimed if there was
/// no time to replay its run. If a replay contradicts the search, distrust() is
/// called: unreachable goals become undecided too.
void confirm(const model::StepSystem& system,
             Result& result,
             const ReplayOptions& options,
             const base::Budget& budget);

/// Withdraws every claim of `result` about runs that do not exist, because
/// `reason` contradicts it: unreachable goals and bounds become undecided,
/// lengths of runs become upper bounds, ranges and the graph count as observed
/// only. Covered goals stay covered, since their runs stand for themselves.
void distrust(Result& result, const std::string& reason);

}  // namespace catenary::engine::reach
