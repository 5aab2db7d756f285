// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic reachability: bounded model checking with a rising bound, one query
/// for all goals that are still open, and proofs of unreachability by
/// k-induction and IC3.
///
/// Many targets in one solver: formula (2) of Schrammel, Melham, Kroening,
/// "Generating test case chains for reactive systems", STTT 18(3), 2016
/// (doi:10.1007/s10009-014-0358-6). Each run that a solver finds is executed
/// natively at once; only goals that this execution hits are covered.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/reach/engine.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/symbolic/invariants.h"
#include "logic/smt/circuit/sat.h"
#include "model/step/encoding.h"

namespace catenary::engine::reach {

/// Settings of a symbolic search, besides Options. Times are work (see
/// base/work_clock.h).
struct SymbolicOptions {
  /// How the step becomes a formula, for example how far loops are unwound.
  model::EncodeOptions encode;
  /// Limits of one query. Its `recheck` and `query_log` are not used.
  logic::smt::Options solver;
  /// Makes the solvers; empty = logic::smt::make_cadical().
  logic::smt::SatFactory sat;
  /// Runs that are executed first. The lengths of their hits are upper bounds.
  std::vector<model::Trace> known_runs;
  /// Every run of at most this many steps was examined natively. What such runs
  /// hit, and the errors in them, must be among `known_runs`. 0 = nothing was
  /// examined.
  std::uint32_t known_depth = 0;
  /// Native steps with random inputs before the solver is asked.
  std::uint64_t random_walk_steps = 60'000;
  /// How long the search looks for shorter runs once every goal is covered or
  /// proved unreachable; 0 = without limit.
  std::chrono::milliseconds polish{60'000};
  /// Without a deadline: the search ends when nothing new was found for this
  /// long; 0 = never.
  std::chrono::milliseconds patience{30'000};
};

/// Makes solvers of `options.sat` with the limits in `options.solver`. Copies
/// both.
[[nodiscard]] MakeSolver solver_maker(const SymbolicOptions& options);

/// Solves in a forked child process. If the solver crashes or takes all the
/// memory, goals stay undecided and nothing else happens.
///
/// Requires: the system has an encoder; explore() is called while the process
/// has no other threads.
/// Ensures, besides Engine::explore(): a goal is unreachable only by a proof,
/// or if Result::closed; GoalResult::reason says which. The run of a covered
/// goal is a shortest one unless its reason says that it may not be.
/// Options used: max_steps, step_time_limit, max_hung, memory_bytes.
class SymbolicEngine final : public BoardEngine {
 public:
  /// With the default settings.
  SymbolicEngine() = default;
  explicit SymbolicEngine(SymbolicOptions options)
      : options_(std::move(options)) {}

 private:
  [[nodiscard]] BoardTask task(const model::StepSystem& system,
                               const Options& options) const override;
  /// Result::engine is "symbolic".
  [[nodiscard]] Result read(const model::StepSystem& system,
                            const Board& board) const override;

  /// The settings.
  SymbolicOptions options_;
};

}  // namespace catenary::engine::reach
