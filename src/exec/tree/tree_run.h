// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs the test-case trees of a suite on a timed system under test.
///
/// Execution after Bannour, Lapitre, Le Gall, Nguyen, "Symbolic path-guided
/// test cases for models with data and time" (2023), definition 7: the tester
/// keeps the values of everything it has sent and observed, solves for the next
/// stimulation under them, and solves again after each observation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "exec/constraint_solver.h"
#include "exec/policy.h"
#include "exec/runner.h"
#include "exec/timed_adapter.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec {

/// Settings of a run of trees. RunOptions::keep_going and ::record_observed
/// have no meaning for trees, and RunOptions::test_time has none in virtual
/// time; limits of single answers are those of the adapter.
struct TimedRunOptions {
  /// The settings that runs of steps have as well.
  RunOptions run;
  /// How delays and values are chosen.
  Policy policy = Policy::minimal;
  /// Seed of the policies that choose at random: the same choices for the same
  /// seed, whichever tests are selected, as long as the system answers the
  /// same. Seeds 1, 2, … enumerate the plans of Policy::boundary.
  std::uint64_t seed = 1;
  /// For real time: a stimulation is planned so that it may be sent this much
  /// later than planned, in the model's time unit, if its guard allows that.
  mpq_class margin = mpq_class(1, 5);
};

/// One of the timed systems that run the trees of a suite.
struct TimedBench {
  /// As the user named it.
  std::string sut;
  /// Not null; must outlive the run.
  TimedAdapter* adapter = nullptr;
};

/// Runs every tree of `suite`, each from a reset; a SUT that died is started
/// again for the next. Tests that are not trees are inconclusive. Requires: the
/// suite is finished (suite::canonicalise()).
///
/// A system that dies, hangs or violates the protocol is an error, never a
/// verdict. A guard that cannot be decided makes the test inconclusive. A tree
/// in which no transition, or several, fit an observation is an error.
/// TestResult::step counts the steps of the purpose that were reached. `solver`
/// may be null: guards that need one are undecided then.
///
/// Throws InputError if an element of RunOptions::tests names no test.
[[nodiscard]] suite::RunResults run_timed_suite(const suite::Suite& suite,
                                                TimedAdapter& adapter,
                                                const TimedRunOptions& options,
                                                ConstraintSolver* solver,
                                                suite::RunListener& listener,
                                                const base::Budget& budget);

/// The same on several systems at a time: run_selected() in exec/repeat.h says
/// how trees are divided. Results of tests name their system. Requires: one
/// bench or more, of different names.
[[nodiscard]] suite::RunResults run_timed_suite(
    const suite::Suite& suite,
    const std::vector<TimedBench>& benches,
    const TimedRunOptions& options,
    ConstraintSolver* solver,
    suite::RunListener& listener,
    const base::Budget& budget);

}  // namespace catenary::exec
