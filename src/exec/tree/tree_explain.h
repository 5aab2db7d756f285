// SPDX-License-Identifier: Apache-2.0
/// \file
/// What people are told about a verdict of a test-case tree.
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

/// E.g. "Cash(5)", "Start".
[[nodiscard]] std::string show_message(const suite::Channel& channel,
                                       const std::vector<logic::Value>& values);

/// The outputs that would have been right in `state` under `known`, e.g.
/// "Cash(5) after [0, 10]"; each of `delays` and values on its own. "no output"
/// where there is none.
[[nodiscard]] std::string allowed_outputs(TreeProgram& program,
                                          const ProgramState& state,
                                          const suite::Signature& signature,
                                          const logic::Assignment& known,
                                          ConstraintSolver* solver);

/// The code of a leaf: that of its name where they agree, else one of its
/// verdict.
[[nodiscard]] suite::VerdictCode code_of(const suite::TreeLeaf& leaf,
                                         bool is_silence);

/// What an outcome that is not ok makes of a test. `is_recorded`: of a log,
/// which can end but not die.
struct SutEnd {
  suite::Verdict verdict = suite::Verdict::error;
  suite::VerdictCode code = suite::VerdictCode::adapter_protocol;
  std::string text;  ///< e.g. "the SUT crashed"
};
[[nodiscard]] SutEnd explain_end(SutOutcome outcome, bool is_recorded);

/// E.g. " (goals q0.tr1; requirements R-3)"; "" where there are none.
[[nodiscard]] std::string about(const suite::Test& test);

}  // namespace catenary::exec
