// SPDX-License-Identifier: Apache-2.0
/// \file
/// One run of one test-case tree.
#pragma once

#include <gmpxx.h>

#include <string>

#include "base/budget.h"
#include "base/rng.h"
#include "exec/tree/tree_program.h"
#include "exec/tree/tree_run.h"

namespace catenary::exec {

/// The state that all trees of a run share.
struct TreeContext {
  const suite::Suite& suite;
  /// The system; it may be opened several times.
  TimedAdapter& adapter;
  /// Policy, seed and limits.
  const TimedRunOptions& options;
  /// May be null.
  ConstraintSolver* solver;
  /// Polled between events.
  const base::Budget& budget;
  /// Whether the SUT runs.
  SutStart sut{};
  /// In real time: the largest delay of the tester so far, in the model's time
  /// unit. Observations may have happened that much earlier.
  mpq_class jitter = 0;
  /// The last walk_tree() failed, but would not have at times within the
  /// jitter.
  bool in_doubt = false;
};

/// Why the SUT cannot be reached, as SutStart::reach(); empty = it runs, or its
/// next test has a verdict about that.
[[nodiscard]] std::string reach_sut(TreeContext& context);

/// Runs `test` from a reset, opening the SUT if necessary. `program` is made
/// from the test's tree; `rng` decides what the policy leaves open.
[[nodiscard]] suite::TestResult walk_tree(TreeContext& context,
                                          const suite::Test& test,
                                          TreeProgram& program,
                                          base::Rng rng);

}  // namespace catenary::exec
