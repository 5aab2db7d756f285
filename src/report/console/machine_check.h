// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary check` says of a model of state machines.
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

/// How many there are of something, e.g. 4 "triggers".
using MachineCount = std::pair<std::string, std::uint64_t>;

struct CheckedVertex {
  std::string name;  ///< qualified
  std::string kind;  ///< "state", "choice", …
  base::SourceLocation where;
};
struct CheckedTransition {
  std::string name;  ///< qualified
  std::string kind;  ///< "external", …
  std::string from, to;
  std::vector<std::string> triggers;  ///< "port.message"
  bool guarded = false;
  base::SourceLocation where;
};
struct CheckedCapsule {
  std::string name;
  base::SourceLocation where;
  bool has_machine = false;
  bool has_code = false;  ///< C++ that was compiled
  std::vector<MachineCount> counts;
  std::vector<CheckedVertex> vertices;
  std::vector<CheckedTransition> transitions;
};

/// `suite` has the model and the findings.
struct MachineCheckReport {
  suite::Suite suite;
  std::vector<MachineCount> counts;   ///< of the whole file
  std::vector<MachineCount> ignored;  ///< elements without behaviour
  std::vector<CheckedCapsule> capsules;
  double seconds = 0;
};

/// What --json prints (docs/schema/check.schema.json).
[[nodiscard]] suite::Json machine_check_document(
    const MachineCheckReport& report);
void print_machine_check(std::ostream& out,
                         const MachineCheckReport& report,
                         const ConsoleStyle& style);

}  // namespace catenary::report
