// SPDX-License-Identifier: Apache-2.0
/// \file
/// One run of one test.
#pragma once

#include <string>
#include <vector>

#include "exec/runner.h"

namespace catenary::exec {

/// The state that all tests of a run share.
struct RunContext {
  /// All references must outlive the context.
  const suite::Suite& suite;
  /// The system; it may be opened several times.
  Adapter& adapter;
  /// Limits, and what is recorded.
  const RunOptions& options;
  /// Whether a test has formulas, which may mention every earlier step.
  bool keep_values;
  /// The signals of the SUT; filled when it is opened.
  SutInfo info;
  /// Whether the SUT runs.
  SutStart sut;
};

/// Why the SUT cannot be reached, as SutStart::reach(); empty = it runs, or its
/// next test has a verdict about that.
[[nodiscard]] std::string reach_sut(RunContext& context);

/// Runs `test` from a reset, opening the SUT if necessary.
[[nodiscard]] suite::TestResult run_test(RunContext& context,
                                         const suite::Test& test);

}  // namespace catenary::exec
