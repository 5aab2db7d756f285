// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary check` says of requirement interfaces.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

/// Names with values as text, in the order of the interface.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

struct CheckedStep {
  NamedValues inputs;
  NamedValues answer;  ///< outputs and hidden variables; empty: there is none
};

/// A minimal conflict or a core of a dead end.
struct CheckedCulprits {
  std::vector<std::string> contracts;
  std::vector<std::string> requirements;
  std::vector<std::string> ranges;  ///< "k: 0..2"
  std::vector<CheckedStep> trace;
  bool inputs_suffice = true;
};

/// One notion of consistency.
struct CheckedNotion {
  std::string verdict;  ///< "consistent", "inconsistent" or "undecided"
  std::optional<std::uint32_t> k;  ///< none: of every step, or of no step
  bool for_ever = false;
  std::string reason;
  std::vector<CheckedCulprits> culprits;
  bool all_culprits = true;
  std::vector<std::vector<std::string>> corrections;
  bool all_corrections = true;
  std::string incomplete;
};

struct CheckedViews {
  std::vector<std::string> views;  ///< one, or several together
  std::optional<CheckedNotion> strategy, no_dead_end;
};

struct CheckedRequirement {
  std::string id;
  std::string text;
};

/// `suite` has the model and the findings.
struct ContractCheckReport {
  suite::Suite suite;
  std::uint64_t inputs = 0, outputs = 0, hidden = 0;
  std::uint64_t contracts = 0;
  std::vector<CheckedRequirement> requirements;
  std::string method;
  std::optional<CheckedNotion> strategy, no_dead_end;
  std::vector<CheckedViews> views;
  std::string stop;  ///< why it ended early; may be empty
  double seconds = 0;
};

/// What --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json contract_check_document(
    const ContractCheckReport& report);
void print_contract_check(std::ostream& out,
                          const ContractCheckReport& report,
                          const ConsoleStyle& style);

}  // namespace catenary::report
