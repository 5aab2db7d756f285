// SPDX-License-Identifier: Apache-2.0
/// \file
/// The report of `catenary check` about a model of state machines.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

/// A number and what it counts, e.g. 4 "triggers".
using MachineCount = std::pair<std::string, std::uint64_t>;

/// A vertex of a state machine.
struct CheckedVertex {
  /// The qualified name.
  std::string name;
  /// "state", "choice", …
  std::string kind;
  /// Its place in the file.
  base::SourceLocation where;
};
/// A transition of a state machine.
struct CheckedTransition {
  /// The qualified name.
  std::string name;
  /// "external", …
  std::string kind;
  /// Names of the vertices.
  std::string from, to;
  /// "port.message".
  std::vector<std::string> triggers;
  /// Whether it has a guard.
  bool guarded = false;
  /// Its place in the file.
  base::SourceLocation where;
};
/// A capsule of the model.
struct CheckedCapsule {
  /// As in the model.
  std::string name;
  /// Its place in the file.
  base::SourceLocation where;
  /// Whether it has a state machine: some capsules only contain others.
  bool has_machine = false;
  /// C++ that was compiled.
  bool has_code = false;
  /// Numbers of its elements.
  std::vector<MachineCount> counts;
  /// States and pseudostates, in the order of the file.
  std::vector<CheckedVertex> vertices;
  /// In the order of the file.
  std::vector<CheckedTransition> transitions;
};

/// The whole report. `suite` has the model and the findings.
struct MachineCheckReport {
  /// Name and findings of the model; no tests.
  suite::Suite suite;
  /// Numbers of the elements of the whole file.
  std::vector<MachineCount> counts;
  /// Elements without behaviour.
  std::vector<MachineCount> ignored;
  /// In the order of the file.
  std::vector<CheckedCapsule> capsules;
  /// Wall-clock time.
  double seconds = 0;
};

/// The document that --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json machine_check_document(
    const MachineCheckReport& report);
/// Prints the report for people.
void print_machine_check(std::ostream& out,
                         const MachineCheckReport& report,
                         const ConsoleStyle& style);

}  // namespace catenary::report
