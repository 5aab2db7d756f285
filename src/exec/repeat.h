// SPDX-License-Identifier: Apache-2.0
/// \file
/// The common part of running steps and running trees: which tests, how often,
/// and the frame of the results.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "exec/runner.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec {

/// How tests are run on one system.
struct TestLoop {
  /// The system as the user named it.
  std::string sut;
  /// How it is confined, as Adapter::sandbox().
  std::string sandbox;
  /// Called before a test is chosen for this system, if there are others: why
  /// it cannot be reached; empty = it can.
  std::function<std::string()> reach;
  /// Runs a test once; `index` counts in Suite::tests.
  std::function<suite::TestResult(const suite::Test& test, std::size_t index)>
      run;
  /// Called before each run with its number: where systems choose at random,
  /// they choose the same in the n-th run, whatever ran before. Counts from 0.
  std::function<void(std::uint64_t number)> begin;
  /// Called at the end.
  std::function<void()> close;
};

/// Runs the selected tests, each RunOptions::repeat times (the worst verdict
/// counts; flaky if runs disagree), until the budget is spent, and reports to
/// the listener, in the order of the suite. There is a loop for each system; on
/// each, RunOptions::jobs processes take the next test from the same queue, so
/// that all repetitions of a test are on one system. Of several systems, one
/// that cannot be reached before a test gets no more tests, as long as another
/// is left. Throws InputError if an element of RunOptions::tests names no test.
[[nodiscard]] suite::RunResults run_selected(const suite::Suite& suite,
                                             const RunOptions& options,
                                             const std::vector<TestLoop>& loops,
                                             suite::RunListener& listener,
                                             const base::Budget& budget);

}  // namespace catenary::exec
