// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary check PROGRAM --requirements FILE` says.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "report/console/contract_check.h"
#include "suite/json.h"

namespace catenary::report {

struct ConformanceReport {
  std::string program, program_sha256;  ///< path and hash
  std::string requirements, requirements_sha256;
  std::string verdict;  ///< "conforms", "does not conform" or "undecided"
  std::string reason;
  std::string left_out;  ///< inputs that were not looked at; may be empty
  std::uint64_t states = 0;
  std::uint64_t letters = 0;  ///< inputs tried in each
  // Of a program that does not conform: a shortest run, and what it violates
  // in its last step.
  std::vector<CheckedStep> trace;
  std::vector<std::string> contracts;
  std::vector<CheckedRequirement> violated;
  double seconds = 0;
};

/// What --json prints (docs/schema/conformance.schema.json).
[[nodiscard]] suite::Json conformance_document(const ConformanceReport& report);
void print_conformance(std::ostream& out,
                       const ConformanceReport& report,
                       const ConsoleStyle& style);

}  // namespace catenary::report
