// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the execution of test-case trees asks of a solver, answered by Z3.
#pragma once

#include <chrono>
#include <memory>

#include "base/budget.h"
#include "exec/constraint_solver.h"
#include "model/timed/timed_automaton.h"
#include "model/timed/timed_run.h"

namespace catenary::exec::timed {

/// For one question of the runner to a solver.
inline constexpr std::chrono::milliseconds kSolverTime{5000};

/// `query_time` is that of one query; 0 = no limit. A copy of `budget`
/// is kept. Models are checked by our evaluator where it can.
[[nodiscard]] std::unique_ptr<exec::ConstraintSolver> make_constraint_solver(
    std::chrono::milliseconds query_time, const base::Budget& budget);

/// For TimedModelOptions::find_run. The automaton must outlive it.
[[nodiscard]] model::FindTimedRun find_runs_of(
    const model::TimedAutomaton& automaton, const base::Budget& budget);

}  // namespace catenary::exec::timed
