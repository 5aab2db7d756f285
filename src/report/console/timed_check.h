// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reports of `catenary check` about a timed model, and about a suite of
/// test-case trees.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

/// A variable of the model.
struct CheckedTimedVariable {
  std::string name;
  /// As the model writes it, e.g. "urational".
  std::string type;
  /// "variable", "clock" or "parameter".
  std::string role;
  /// Otherwise its first value is arbitrary.
  bool initialised = true;
};

/// The report about a model. `suite` has the model, its signature, its states
/// and transitions as goals of the kinds "state" and "transition", and the
/// findings.
struct TimedCheckReport {
  suite::Suite suite;
  std::vector<CheckedTimedVariable> variables;
  /// Everything reachable was explored.
  bool exhaustive = false;
  /// Why it ended before that; may be empty.
  std::string stop;
  double seconds = 0;
};

/// The document that --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json timed_check_document(const TimedCheckReport& report);
/// Prints the report for people.
void print_timed_check(std::ostream& out,
                       const TimedCheckReport& report,
                       const ConsoleStyle& style);

/// The report about a suite whose trees were checked. `suite` is that suite,
/// with the findings of the check in place of its own.
struct SuiteCheckReport {
  suite::Suite suite;
  /// Trees that were checked.
  std::uint64_t trees = 0;
  /// Tests that are not trees, so that there is nothing to check.
  std::uint64_t others = 0;
  /// Numbers of trees.
  std::uint64_t faulty = 0, undecided = 0;
  /// Why it ended early; may be empty.
  std::string stop;
  double seconds = 0;
};

/// The document that --json prints.
[[nodiscard]] suite::Json suite_check_document(const SuiteCheckReport& report);
/// Prints the report for people.
void print_suite_check(std::ostream& out,
                       const SuiteCheckReport& report,
                       const ConsoleStyle& style);

}  // namespace catenary::report
