// SPDX-License-Identifier: Apache-2.0
/// \file
/// Why tests failed: what `catenary trace` says.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// One way to explain a failed test.
/// What may be violated, down to the requirement.
struct Culprit {
  std::string contract;                 ///< its id, or "range of NAME"
  std::string requirement, text, view;  ///< empty for a range
  std::string from;  ///< id in the tool it comes from; may be empty
};

struct Diagnosis {
  std::vector<std::string> requirements;
  std::vector<std::string> contracts;
  suite::VerdictCode code = suite::VerdictCode::expectation_violated;
  std::string reason;                        ///< as the run gave it, for people
  std::vector<suite::Violation> violations;  ///< observed and allowed
  /// Per step the values of the signals and internal variables; of a timed
  /// test the messages, as results have them.
  suite::Json execution = suite::Json::array();
  std::vector<suite::TimedObservation> events;  ///< of a timed test
  // Of tests of requirement interfaces.
  std::vector<Culprit> culprits = {};
  std::int64_t step = 0;  ///< that is violated, from 1
  bool latent = false;    ///< it comes before the one that was seen to fail
};
struct TestDiagnoses {
  std::string id;
  std::vector<Diagnosis> diagnoses;
};

/// Diagnoses from what the runner saw: one for each failed test, with the
/// requirements and goals (as contracts) of its first violated step and the
/// inputs and observed outputs up to there, or the messages of a timed test.
/// Tests that did not fail have none.
[[nodiscard]] std::vector<TestDiagnoses> trace_failures(
    const suite::Suite& suite, const suite::RunResults& results);

/// `results` is the path of the results that were traced.
[[nodiscard]] suite::Json trace_document(
    const std::string& results, const std::vector<TestDiagnoses>& tests);

void print_trace(std::ostream& out,
                 const std::vector<TestDiagnoses>& tests,
                 const ConsoleStyle& style);

}  // namespace catenary::report
