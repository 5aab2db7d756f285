// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report of `catenary check` about requirement interfaces.
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
/// An object from the names to the values.
[[nodiscard]] suite::Json values_to_json(const NamedValues& values);
/// "a = 1, b = 2" for people; "anything" without values.
[[nodiscard]] std::string values_text(const NamedValues& values);

/// A step of a run of the interface.
struct CheckedStep {
  /// The values that the environment chose.
  NamedValues inputs;
  /// Outputs and hidden variables; empty = no answer is allowed.
  NamedValues answer;
};

/// A minimal conflict, or the core of a dead end: contracts that cannot be met
/// together.
struct CheckedCulprits {
  /// Names of the contracts.
  std::vector<std::string> contracts;
  /// Ids of the requirements they belong to, each once.
  std::vector<std::string> requirements;
  /// Ranges of variables that take part: "k: 0..2".
  std::vector<std::string> ranges;
  /// A run to the dead end; empty for a conflict of the first step.
  std::vector<CheckedStep> trace;
  /// Inputs alone lead there, whatever the system answers.
  bool inputs_suffice = true;
};

/// The result for one notion of consistency.
struct CheckedNotion {
  /// "consistent", "inconsistent" or "undecided".
  std::string verdict;
  /// The number of steps it is about; nothing = every step, or no step.
  std::optional<std::uint32_t> k;
  /// The verdict holds without a bound.
  bool for_ever = false;
  /// A certificate of the verdict was accepted.
  bool certified = false;
  /// Why it is undecided.
  std::string reason;
  /// Explanations of an inconsistency.
  std::vector<CheckedCulprits> culprits;
  /// Whether all minimal explanations are listed.
  bool all_culprits = true;
  /// Minimal sets of contracts whose removal restores consistency.
  std::vector<std::vector<std::string>> corrections;
  /// Whether all of them are listed.
  bool all_corrections = true;
  /// Why a list is incomplete; may be empty.
  std::string incomplete;
};

/// The results for some views only.
struct CheckedViews {
  /// One view, or several together.
  std::vector<std::string> views;
  /// By the two notions; nothing = not checked.
  std::optional<CheckedNotion> strategy, no_dead_end;
};

/// A requirement that a report mentions.
struct CheckedRequirement {
  /// As in the specification.
  std::string id;
  /// Empty if the specification has none.
  std::string text;
};

/// The whole report. `suite` has the model and the findings.
struct ContractCheckReport {
  /// The specification and what was found.
  suite::Suite suite;
  /// Numbers of variables by role.
  std::uint64_t inputs = 0, outputs = 0, hidden = 0;
  /// How many contracts the requirements consist of.
  std::uint64_t contracts = 0;
  /// Requirements without contracts because they could not be read.
  std::uint64_t left_out = 0;
  /// All of them, for the texts of those that are named.
  std::vector<CheckedRequirement> requirements;
  /// The method that decided.
  std::string method;
  /// By the two notions; nothing = not checked.
  std::optional<CheckedNotion> strategy, no_dead_end;
  /// If results for single views were asked for.
  std::vector<CheckedViews> views;
  /// Why it ended early; may be empty.
  std::string stop;
  /// Wall-clock time.
  double seconds = 0;
};

/// The document that --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json contract_check_document(
    const ContractCheckReport& report);

/// A component of a file that holds several.
struct CheckedComponent {
  std::string name;
  /// Nothing if it could not be read.
  std::optional<ContractCheckReport> report;
  /// Why it could not be read, as findings.
  std::vector<suite::Finding> faults;
};
/// The same for a file of several components: the findings of all, and the
/// document of each. A component that could not be read has its errors as
/// findings.
[[nodiscard]] suite::Json components_check_document(
    const suite::ModelReference& model,
    const std::vector<CheckedComponent>& components);

/// Prints the report for people.
void print_contract_check(std::ostream& out,
                          const ContractCheckReport& report,
                          const ConsoleStyle& style);

}  // namespace catenary::report
