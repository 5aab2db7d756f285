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

/// What all trees of a run share.
struct TreeContext {
  const suite::Suite& suite;
  TimedAdapter& adapter;
  const TimedRunOptions& options;
  ConstraintSolver* solver;
  const base::Budget& budget;
  bool is_open = false;
  /// Of a SUT that kept us waiting for its greeting: it is not started again.
  std::string no_greeting;
  /// Real time: by how much the tester was late at most so far, in the model's
  /// time unit. What was seen may have happened that much earlier.
  mpq_class jitter = 0;
  /// The last walk_tree() failed, and had not at times within that.
  bool in_doubt = false;
};

/// Runs `test` from a reset, opening the SUT where it is not. Updates
/// TreeContext::is_open. `program` is made of the test's tree; `rng` decides
/// what the policy leaves open.
[[nodiscard]] suite::TestResult walk_tree(TreeContext& context,
                                          const suite::Test& test,
                                          TreeProgram& program,
                                          base::Rng rng);

}  // namespace catenary::exec
