// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random testing: runs with random inputs until every goal was hit, or for as
/// many runs as one wants to spend.
///
/// Method: as the baseline of Schrammel, Melham and Kroening, "Generating test
/// case chains for reactive systems", STTT 18(3), 2016, section 6: runs that
/// end in a final state, stopped at full coverage, from which a cheapest cover
/// is chosen afterwards. There, the length of the runs had to be given. Here it
/// follows the sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and Zuckerman,
/// "Optimal speedup of Las Vegas algorithms", IPL 47(4), 1993 (DOI
/// 10.1016/0020-0190(93)90029-9), which is within a logarithm of the best
/// length whatever that is.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Settings of random testing. Times are wall-clock.
struct RandomOptions {
  std::uint64_t seed = 1;
  std::uint64_t runs = 100'000;  ///< at most
  /// Length of every run; 0 = lengths 10, 10, 20, 10, 10, 20, 40, …
  std::uint32_t run_steps = 0;
  std::uint32_t max_steps = 0;  ///< longest run; 0 = no limit
  std::uint32_t jobs = 1;       ///< worker threads; results do not depend on it
  std::chrono::milliseconds step_time_limit{2000};  ///< as Options has it
  std::uint32_t max_hung = 10;                      ///< as Options has it
  /// Bytes for runs that are kept; 0 = what the budget says.
  std::uint64_t memory_bytes = 0;
};

/// A beginning of a run that ends in a final state, or where the run ended by
/// itself.
struct RandomTest {
  model::Trace trace;
  std::vector<std::uint32_t> goals;  ///< hit, no violations; ascending
};

struct RandomResult {
  /// Goals with the shortest run seen to each, findings, steps in
  /// `transitions`. Nothing is ever unreachable or not within a bound.
  Result result;
  /// Of all beginnings of runs that hit goals: those to which no other is
  /// preferable, being no longer and hitting at least the same goals. Once
  /// there are 1000 of them, only such that hit some goal earlier than any
  /// before are added.
  std::vector<RandomTest> tests;
  std::uint64_t runs = 0;  ///< that were made
};

/// Length of run `index`, from 0, where none is given.
[[nodiscard]] std::uint64_t random_run_steps(std::uint64_t index);

/// Runs the system in a forked child, like ExplicitEngine. A step that an
/// assumption discards is drawn again, up to 100 times in a row.
///
/// Ensures:  the same seed and options give the same result for any number of
///           jobs, unless time, memory or interrupts end it.
/// Requires: as ExplicitEngine::explore().
/// Cost:     a step each, plus about 30 ns.
[[nodiscard]] RandomResult run_randomly(const model::StepSystem& system,
                                        const RandomOptions& options,
                                        const base::Budget& budget,
                                        const ProgressCallback& progress);

}  // namespace catenary::engine::reach
