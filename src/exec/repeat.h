// SPDX-License-Identifier: Apache-2.0
/// \file
/// The common part of running steps and running trees: which tests, how often,
/// and the frame of the results.
#pragma once

#include <functional>
#include <string>

#include "base/budget.h"
#include "exec/runner.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec {

/// Runs a test once; `index` counts in Suite::tests.
using RunOne = std::function<suite::TestResult(const suite::Test& test,
                                               std::size_t index)>;

/// Runs the selected tests, each RunOptions::repeat times (the worst verdict
/// counts; flaky if runs disagree), until the budget is spent, and reports to
/// the listener. Throws InputError if an element of RunOptions::tests names no
/// test.
[[nodiscard]] suite::RunResults run_selected(const suite::Suite& suite,
                                             const RunOptions& options,
                                             const std::string& sandbox,
                                             const RunOne& run,
                                             suite::RunListener& listener,
                                             const base::Budget& budget);

}  // namespace catenary::exec
