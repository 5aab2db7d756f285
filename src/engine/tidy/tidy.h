// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs as people would write them: inputs keep their values from step to step,
/// and have small, round values, wherever the run still does what it is there
/// for. A run keeps its length.
///
/// Ranges of steps are tried as in delta debugging: all at once, then halves
/// (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input",
/// IEEE TSE 28(2), 2002, DOI 10.1109/32.988498).
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "base/work_clock.h"
#include "model/step/step_system.h"

namespace catenary::engine::tidy {

/// What may be changed, and how much effort it is worth.
struct Options {
  /// Goals that a run may come to hit by a change, ascending. Those that it hit
  /// before it keeps; see RunUnderChange.
  std::vector<std::uint32_t> allowed;
  /// Goals that need no run to them: Tidied::others has none. Those of
  /// `allowed` need not be here.
  std::vector<std::uint32_t> known;
  /// Inputs, by index, that are left as they are; shorter than the inputs:
  /// false.
  std::vector<bool> fixed;
  /// Whether inputs are held from one step to the next. Not for messages, of
  /// which each is an event.
  bool hold = true;
  /// For all runs together.
  base::WorkClock::duration work = std::chrono::seconds(1);
  /// Of a step; see do_stepper_jobs().
  std::chrono::milliseconds step_time_limit{1000};
};

/// A run that hits a goal that is neither allowed nor known.
struct OtherRun {
  std::uint32_t goal = 0;
  model::Trace trace;
};

struct Tidied {
  /// One for each run, of the same length. A run is as it was where no change
  /// was found, where it does not repeat itself, or where no work was left.
  std::vector<model::Trace> runs;
  /// Not replayed.
  std::vector<OtherRun> others;
};

/// Tidies the runs one by one, in a child process. The result depends on the
/// work, not on time, unless the budget ends before.
///
/// Requires: as Engine::explore(). Throws: as Engine::explore(). The runs have
/// to be replayed before anything is said of them.
[[nodiscard]] Tidied tidy(const model::StepSystem& system,
                          std::span<const model::Trace> runs,
                          const Options& options,
                          const base::Budget& budget);

}  // namespace catenary::engine::tidy
