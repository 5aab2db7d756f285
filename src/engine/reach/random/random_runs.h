// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random testing: runs with random inputs until every goal was hit, or for as
/// many runs as allowed.
///
/// Method: the baseline of Schrammel, Melham and Kroening, "Generating test
/// case chains for reactive systems", STTT 18(3), 2016, section 6. Runs that
/// end in a final state are made until everything is covered, and a cheapest
/// cover is chosen among them afterwards. There the length of the runs had to
/// be given. Here it follows the sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and
/// Zuckerman, "Optimal speedup of Las Vegas algorithms", IPL 47(4), 1993 (DOI
/// 10.1016/0020-0190(93)90029-9), whose expected cost is within a logarithmic
/// factor of that of the best length.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Settings of random testing. Times are wall-clock.
struct RandomOptions {
  /// Same seed, same runs.
  std::uint64_t seed = 1;
  /// Number of runs at most.
  std::uint64_t runs = 100'000;
  /// Number of the first one: runs of an earlier call are not made again.
  std::uint64_t first = 0;
  /// Length of every run, in steps; 0 = lengths 10, 10, 20, 10, 10, 20, 40, …
  /// by the sequence of Luby et al.
  std::uint32_t run_steps = 0;
  /// Length of the longest run; 0 = no limit.
  std::uint32_t max_steps = 0;
  /// Whether half of the runs keep most inputs from step to step, see
  /// random_change_interval(). Not so in the published baseline.
  bool hold_inputs = false;
  /// Worker threads. The result does not depend on their number.
  std::uint32_t jobs = 1;
  /// See Options::step_time_limit.
  std::chrono::milliseconds step_time_limit{2000};
  /// See Options::max_hung.
  std::uint32_t max_hung = 10;
  /// Bytes for the runs that are kept; 0 = as many as the budget allows.
  std::uint64_t memory_bytes = 0;
  /// Whether RandomResult::tests is asked for. Without, a goal counts as
  /// covered by any run that hits it, whether or not that can be a test.
  bool keep_tests = true;
  /// For each goal, the length of the shortest run to it that the caller has;
  /// then only shorter ones are results. Empty = the caller has none. Else
  /// there is one for each goal.
  std::vector<std::optional<std::uint64_t>> known;
};

/// A prefix of a run that may become a test: it ends in a final state, or where
/// the run ended by itself.
struct RandomTest {
  /// The prefix, from the initialisation.
  model::Trace trace;
  /// Goals that it hits, without violations; ascending.
  std::vector<std::uint32_t> goals;
};

/// What random testing found.
struct RandomResult {
  /// Goals with the shortest run seen to each, but for RandomOptions::known;
  /// findings, and the number of steps in `transitions`. No goal is ever
  /// unreachable or `not_within_bound`.
  Result result;
  /// The Pareto-optimal prefixes of runs: no other one is no longer and hits at
  /// least the same goals. Once there are 1000 of them, a prefix is added only
  /// if it hits some goal in fewer steps than every prefix before.
  std::vector<RandomTest> tests;
  /// Runs that were made.
  std::uint64_t runs = 0;
};

/// Length of run `index`, counted from 0, if RandomOptions::run_steps is 0.
/// Between 10 and 10 * 2^17.
[[nodiscard]] std::uint64_t random_run_steps(std::uint64_t index);

/// The iterations of loops after which a step of run `index`, counted from 0,
/// is given up; see model::Stepper::limit_loops(). Where some inputs make a
/// step a thousand times as long, few steps would take most of the time; but a
/// program may need long loops, or hang. So of eight runs seven allow 2^14
/// iterations, of the others seven of eight 2^17, then 2^20; the first run, and
/// every 512th from there, allows any number.
[[nodiscard]] std::uint64_t random_step_loops(std::uint64_t index);

/// The limit of the length of a run, in steps, at least 10, because runs are
/// kept: its letters take at most 64 MiB, and one such run for every goal has
/// at most 2^27 values. RandomOptions::run_steps overrides it.
[[nodiscard]] std::uint64_t longest_kept_run(const model::StepSystem& system);

/// Runs the system in a forked child process, like ExplicitEngine. If an
/// assumption discards a step, its inputs are drawn again, up to 100 times in a
/// row; then the run ends.
///
/// Ensures:  the same seed and options give the same result for any number of
///           jobs, unless time, memory or interrupts end it.
/// Requires: as ExplicitEngine::explore().
/// Cost:     about 30 ns for each step, besides the step itself.
[[nodiscard]] RandomResult run_randomly(const model::StepSystem& system,
                                        const RandomOptions& options,
                                        const base::Budget& budget,
                                        const ProgressCallback& progress);

}  // namespace catenary::engine::reach
