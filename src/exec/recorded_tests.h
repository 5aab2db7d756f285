// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of tests that are kept in the journal of the command (base/journal),
/// where it has one: tests that were run are not run again when the command is
/// resumed.
#pragma once

#include <cstdint>
#include <optional>

#include "exec/runner.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec {

/// The result that was kept of the test that ran as the `number`-th; nothing if
/// there is none, or RunOptions::keep_results is not set.
[[nodiscard]] std::optional<suite::TestResult> kept_result(
    const RunOptions& options, const suite::Test& test, std::uint64_t number);

/// Seconds. To keep a result takes a good part of a millisecond.
inline constexpr double kWorthKeeping = 0.003;

/// Keeps a result; `frame` has the outputs and channels of the run. Results of
/// tests that could not be run (Verdict::error), or took less than
/// kWorthKeeping, are not kept: they are run again.
void keep_result(const RunOptions& options,
                 const suite::Test& test,
                 std::uint64_t number,
                 const suite::TestResult& result,
                 const suite::RunResults& frame);

}  // namespace catenary::exec
