// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report of `catenary trace`: why tests failed.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// A contract or range that may be violated, down to the requirement.
struct Culprit {
  /// Its id, or "range of NAME".
  std::string contract;
  /// Empty for a range.
  std::string requirement, text, view;
  /// Id in the tool it comes from; may be empty.
  std::string from;
};

/// One explanation of a failed test.
struct Diagnosis {
  std::vector<std::string> requirements;
  std::vector<std::string> contracts;
  suite::VerdictCode code = suite::VerdictCode::expectation_violated;
  /// As the run gave it, for people.
  std::string reason;
  /// The observed and the allowed values.
  std::vector<suite::Violation> violations;
  /// For each step the values of the signals and internal variables; for a
  /// timed test the messages, as results contain them.
  suite::Json execution = suite::Json::array();
  /// For a timed test.
  std::vector<suite::TimedObservation> events;
  // For tests of requirement interfaces.

  /// The contracts that may be violated.
  std::vector<Culprit> culprits = {};
  /// The step that is violated, from 1.
  std::int64_t step = 0;
  /// It precedes the step at which the failure was observed.
  bool latent = false;
};
/// All explanations of one test.
struct TestDiagnoses {
  std::string id;
  std::vector<Diagnosis> diagnoses;
};

/// Explanations from what the runner observed: one for each failed test, with
/// the requirements and goals (as contracts) of its first violated step and the
/// inputs and observed outputs up to there, or the messages of a timed test.
/// Tests that did not fail have none.
[[nodiscard]] std::vector<TestDiagnoses> trace_failures(
    const suite::Suite& suite, const suite::RunResults& results);

/// The document that --json prints. `results` is the path of the results that
/// were traced.
[[nodiscard]] suite::Json trace_document(
    const std::string& results, const std::vector<TestDiagnoses>& tests);

/// Prints the explanations for people.
void print_trace(std::ostream& out,
                 const std::vector<TestDiagnoses>& tests,
                 const ConsoleStyle& style);

}  // namespace catenary::report
