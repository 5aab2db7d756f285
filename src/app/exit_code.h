// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exit codes, the same for every command.
#pragma once

namespace catenary::app {

/// Where several apply, the first in this order: internal_error, interrupted,
/// usage, tool_error, findings, budget_spent, inconclusive, success.
enum class ExitCode : int {
  success = 0,       ///< every goal covered, proved unreachable or excluded;
                     ///< every test passed
  findings = 1,      ///< failed test, violated property, conflict, defect;
                     ///< coverage below --min-coverage
  usage = 2,         ///< wrong options or faulty input
  tool_error = 3,    ///< a tool, an engine or the SUT failed
  budget_spent = 4,  ///< a limit was reached; partial results are written
  inconclusive = 5,  ///< nothing but inconclusive verdicts
  internal_error = 70,
  interrupted = 130  ///< Ctrl-C; partial results are written
};

}  // namespace catenary::app
