// SPDX-License-Identifier: Apache-2.0
/// \file
/// The results of mutation testing, for people and programs.
#pragma once

#include <iosfwd>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/mutation.h"

namespace catenary::report {

/// The document that --json prints (docs/schema/mutation.schema.json).
[[nodiscard]] suite::Json mutation_document(
    const suite::MutationReport& report);
/// Prints a table by mutation operators, then the mutants that were not killed.
void print_mutation(std::ostream& out,
                    const suite::MutationReport& report,
                    const ConsoleStyle& style);

}  // namespace catenary::report
