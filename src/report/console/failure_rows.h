// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rows of the table of a failed test; see report/console/failure.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/console/failure.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// One row; cells may be empty.
struct FailureRow {
  std::string at;  ///< the step, from 1; a time; empty = that of the row above
  std::string signal;
  std::string expected;
  std::string observed;
};

/// All rows, and how many things are not among them.
struct FailureRows {
  bool timed = false;
  std::vector<FailureRow> rows;
  std::size_t before = 0;  ///< steps or events that come first
  std::size_t more = 0;    ///< violations that come last
};

/// The rows for a test that did not pass. `test` may be null.
[[nodiscard]] FailureRows failure_rows(const suite::Suite& suite,
                                       const suite::Test* test,
                                       const suite::TestResult& result,
                                       FailureDetail detail);

/// The values of a violation with the names that the suite has for them.
[[nodiscard]] std::string observed_of(const suite::Suite& suite,
                                      const suite::Violation& violation);
[[nodiscard]] std::string allowed_of(const suite::Suite& suite,
                                     const suite::Violation& violation);

}  // namespace catenary::report
