// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic reachability: runs of rising length as propositional formulas, one
/// question for all goals that are still open, and induction for those that no
/// run hits.
///
/// Many targets in one solver: formula (2) of Schrammel, Melham, Kroening,
/// "Generating test case chains for reactive systems", STTT 18(3), 2016
/// (doi:10.1007/s10009-014-0358-6). Every run that a solver finds is run
/// natively at once; only what that shows is covered.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/reach/engine.h"
#include "engine/reach/symbolic/invariants.h"
#include "logic/smt/circuit/sat.h"
#include "model/step/encoding.h"

namespace catenary::engine::reach {

/// Settings of a symbolic search, besides Options. Times are wall-clock.
struct SymbolicOptions {
  model::EncodeOptions encode;
  /// Limits of one query. Options::recheck and query_log are not used.
  logic::smt::Options solver;
  /// Makes its solvers; empty = logic::smt::make_cadical().
  logic::smt::SatFactory sat;
  /// Runs that are tried first; what they hit are upper bounds.
  std::vector<model::Trace> known_runs;
  /// Every run of at most so many steps was examined natively: `known_runs`
  /// hit what they hit, and have what went wrong in them.
  std::uint32_t known_depth = 0;
  /// Native steps with random inputs before the solver is asked.
  std::uint64_t random_walk_steps = 60'000;
  /// How long shorter runs are looked for once every goal is covered or proved
  /// out of reach, and only shortest runs are not known to be shortest; 0 = no
  /// limit.
  std::chrono::milliseconds polish{60'000};
  /// Without a deadline: the search ends when nothing new was found for so
  /// long; 0 = never.
  std::chrono::milliseconds patience{30'000};
};

/// Makes solvers with the limits of these options.
[[nodiscard]] MakeSolver solver_maker(const SymbolicOptions& options);

/// Solves in a forked child process, so that a solver that breaks down or takes
/// all the memory leaves goals undecided and no more.
///
/// Requires: the system has an encoder; explore() is called while the process
/// has no other threads.
/// Ensures (besides Engine's): goals are unreachable where a proof by induction
/// was found, or Result::closed; GoalResult::reason says which. A covered
/// goal's run is a shortest one unless its reason says that perhaps it is not.
/// Options used: max_steps, step_time_limit, max_hung, memory_bytes.
class SymbolicEngine final : public Engine {
 public:
  SymbolicEngine() = default;
  explicit SymbolicEngine(SymbolicOptions options)
      : options_(std::move(options)) {}

  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) override;

 private:
  SymbolicOptions options_;
};

}  // namespace catenary::engine::reach
