// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report of `catenary check --refines`.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/contract_check.h"

namespace catenary::report {

/// The whole report. `suite` has the refining model and the findings.
struct RefinementReport {
  suite::Suite suite;
  /// The interface that should be refined.
  suite::ModelReference refined;
  /// "refines", "fails" or "undecided".
  std::string verdict;
  /// Why it is undecided.
  std::string reason;
  /// A run that shows the failure; its last answer is forbidden by `refined`,
  /// or empty.
  std::vector<CheckedStep> trace;
  // For a last answer that `refined` forbids: what it violates.

  /// Ids of contracts.
  std::vector<std::string> contracts;
  /// Names of variables whose range is left.
  std::vector<std::string> ranges;
  /// Ids of requirements.
  std::vector<std::string> requirements;
  /// The same requirements with their texts.
  std::vector<CheckedRequirement> texts;
  double seconds = 0;
};

/// The document that --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json refinement_document(const RefinementReport& report);
/// Prints the report for people.
void print_refinement(std::ostream& out,
                      const RefinementReport& report,
                      const ConsoleStyle& style);

}  // namespace catenary::report
