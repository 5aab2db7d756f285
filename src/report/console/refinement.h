// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary check --refines` says.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/contract_check.h"

namespace catenary::report {

/// `suite` has the refining model and the findings.
struct RefinementReport {
  suite::Suite suite;
  suite::ModelReference refined;
  std::string verdict;  ///< "refines", "fails" or "undecided"
  std::string reason;   ///< why undecided
  /// Where it fails; the last answer is forbidden by `refined`, or empty.
  std::vector<CheckedStep> trace;
  // Of `refined`, where the last answer is forbidden: an explanation.
  std::vector<std::string> contracts;
  std::vector<std::string> ranges;  ///< names of variables
  std::vector<std::string> requirements;
  std::vector<CheckedRequirement> texts;
  double seconds = 0;
};

/// What --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json refinement_document(const RefinementReport& report);
void print_refinement(std::ostream& out,
                      const RefinementReport& report,
                      const ConsoleStyle& style);

}  // namespace catenary::report
