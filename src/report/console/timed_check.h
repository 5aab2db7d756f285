// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary check` says of a timed model, and of a suite of test-case
/// trees.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

struct CheckedTimedVariable {
  std::string name;
  std::string type;         ///< as the model writes it, e.g. "urational"
  std::string role;         ///< "variable", "clock" or "parameter"
  bool initialised = true;  ///< else its first value is anybody's guess
};

/// `suite` has the model, its signature, its states and transitions as goals
/// of the kinds "state" and "transition", and the findings.
struct TimedCheckReport {
  suite::Suite suite;
  std::vector<CheckedTimedVariable> variables;
  bool exhaustive = false;  ///< everything reachable was explored
  std::string stop;         ///< why it ended before that; may be empty
  double seconds = 0;
};

/// What --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json timed_check_document(const TimedCheckReport& report);
void print_timed_check(std::ostream& out,
                       const TimedCheckReport& report,
                       const ConsoleStyle& style);

/// Every tree of a suite was checked; `suite` is that suite with the findings
/// of the check in place of its own.
struct SuiteCheckReport {
  suite::Suite suite;
  std::uint64_t trees = 0;   ///< checked
  std::uint64_t others = 0;  ///< tests that are no trees: nothing to check
  std::uint64_t faulty = 0, undecided = 0;  ///< trees
  std::string stop;
  double seconds = 0;
};

[[nodiscard]] suite::Json suite_check_document(const SuiteCheckReport& report);
void print_suite_check(std::ostream& out,
                       const SuiteCheckReport& report,
                       const ConsoleStyle& style);

}  // namespace catenary::report
