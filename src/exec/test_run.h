// SPDX-License-Identifier: Apache-2.0
/// \file
/// One run of one test.
#pragma once

#include <string>
#include <vector>

#include "exec/runner.h"

namespace catenary::exec {

/// What all tests of a run share.
struct RunContext {
  const suite::Suite& suite;
  Adapter& adapter;
  const RunOptions& options;
  FormulaOracle* oracle;
  SutInfo info;
  bool is_open = false;
  /// Of a SUT that kept us waiting for its greeting: it is not started again.
  std::string no_greeting;
};

/// Runs `test` from a reset, opening the SUT where it is not. Updates
/// RunContext::is_open.
[[nodiscard]] suite::TestResult run_test(RunContext& context,
                                         const suite::Test& test);

}  // namespace catenary::exec
