// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report of `catenary check PROGRAM --requirements FILE`.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "report/console/contract_check.h"
#include "suite/json.h"

namespace catenary::report {

/// Whether a program conforms to requirements.
struct ConformanceReport {
  /// Its path and hash.
  std::string program, program_sha256;
  /// Their path and hash.
  std::string requirements, requirements_sha256;
  /// "conforms", "does not conform" or "undecided".
  std::string verdict;
  /// Why it is undecided.
  std::string reason;
  /// Inputs that were not considered; may be empty.
  std::string left_out;
  /// Reachable states of the program and the requirements together.
  std::uint64_t states = 0;
  /// Inputs that were tried in each state.
  std::uint64_t letters = 0;
  // For a program that does not conform: a shortest run, and what its last step
  // violates.
  /// The run; its last answer is forbidden.
  std::vector<CheckedStep> trace;
  /// Ids of the contracts that it violates.
  std::vector<std::string> contracts;
  /// The requirements that it violates.
  std::vector<CheckedRequirement> violated;
  double seconds = 0;
};

/// The document that --json prints (docs/schema/conformance.schema.json).
[[nodiscard]] suite::Json conformance_document(const ConformanceReport& report);
/// Prints the report for people.
void print_conformance(std::ostream& out,
                       const ConformanceReport& report,
                       const ConsoleStyle& style);

}  // namespace catenary::report
