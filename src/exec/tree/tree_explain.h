// SPDX-License-Identifier: Apache-2.0
/// \file
/// Explanations of verdicts of test-case trees, for people.
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

#include "exec/constraint_solver.h"
#include "exec/timed_adapter.h"
#include "exec/tree/tree_program.h"
#include "logic/term/evaluate/evaluate.h"
#include "suite/results.h"
#include "suite/signature.h"
#include "suite/suite.h"

namespace catenary::exec {

/// For example "Cash(5)", "Start".
[[nodiscard]] std::string show_message(const suite::Channel& channel,
                                       const std::vector<logic::Value>& values);

/// The outputs that would have been allowed in `state` under `known`, e.g.
/// "Cash(5) after [0, 10]"; the ranges of the delay and of each value are
/// computed separately. "no output" if there are none.
[[nodiscard]] std::string allowed_outputs(TreeProgram& program,
                                          const ProgramState& state,
                                          const suite::Signature& signature,
                                          const logic::Assignment& known,
                                          ConstraintSolver* solver);

/// The verdict code of a leaf: that of its name if it agrees with its verdict,
/// else one of its verdict.
[[nodiscard]] suite::VerdictCode code_of(const suite::TreeLeaf& leaf,
                                         bool is_silence);

/// The verdict of a test whose SUT returned an outcome other than `ok`.
struct SutEnd {
  /// Inconclusive if a log ended or the run was interrupted, else an error.
  suite::Verdict verdict = suite::Verdict::error;
  /// Which error.
  suite::VerdictCode code = suite::VerdictCode::adapter_protocol;
  /// For example "the SUT crashed".
  std::string text;
};
/// `is_recorded`: the SUT is a log, which can end but not die.
[[nodiscard]] SutEnd explain_end(SutOutcome outcome, bool is_recorded);

/// For example " (goals q0.tr1; requirements R-3)"; empty if there are none.
[[nodiscard]] std::string about(const suite::Test& test);

}  // namespace catenary::exec
