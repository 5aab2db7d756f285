// SPDX-License-Identifier: Apache-2.0
/// \file
/// A test that did not pass, as a small table: the inputs that changed before
/// the failure, and what was expected and observed. The console and the JUnit
/// export print the same.
#pragma once

#include <cstddef>
#include <string>

#include "report/console/console.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// The lines of the table, each with a line feed, for example
///
///     STEP  SIGNAL     EXPECTED  OBSERVED
///        1  call       set to 3
///        2  floor_now  2         3
///     LIFT-1: floor_now == 2 && call == 3 -> floor_now == 3
///
/// with the names and units that the suite has for values; of a timed test the
/// last messages, with their times. Without control characters. Empty if
/// nothing was run, or for a test that passed. `test` may be null; then only
/// violations and messages are known. Cost: linear in the run.
[[nodiscard]] std::string failure_table(const suite::Suite& suite,
                                        const suite::Test* test,
                                        const suite::TestResult& result,
                                        FailureDetail detail);

/// What happened in one line that the table need not repeat, for example
/// "expectation-violated at step 2 of 3"; the reason of a verdict that is not
/// about expectations. Of several systems the one that ran the test is named:
/// "... on tcp:rig2:9000". Without control characters.
[[nodiscard]] std::string failure_headline(const suite::Test* test,
                                           const suite::TestResult& result);

/// The first violation with its step, signal and values: "step 2: floor_now is
/// 3, expected 2". Else the reason. Not longer than `most` characters.
[[nodiscard]] std::string failure_message(const suite::Suite& suite,
                                          const suite::TestResult& result,
                                          std::size_t most);

/// A value as `Violation` and observations spell it, with the name that the
/// signal has for it, or its unit: "HEATING", "3 km/h".
[[nodiscard]] std::string named_value(const suite::Signal& signal,
                                      const std::string& spelling);

/// Where a timed test failed and by which rule: the reason without what was
/// observed and allowed, which stand beside it.
[[nodiscard]] std::string reason_beside(const std::string& reason,
                                        const suite::Violation& violation);

}  // namespace catenary::report
