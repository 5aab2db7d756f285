// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary run --mutate` has in common for all kinds of models.
#pragma once

#include <cstddef>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "report/console/timed_run.h"

namespace catenary::app {

/// Which of so many mutants --mutate asks for, ascending; drawn by the seed
/// where it does not ask for all.
[[nodiscard]] std::vector<std::size_t> chosen_mutants(const RunOptions& options,
                                                      std::size_t possible);

/// Writes and prints the report. `complete`: every mutant asked for is in it.
/// Exit code: findings where a mutant that does not conform survives.
[[nodiscard]] ExitCode conclude_mutation(const RunOptions& options,
                                         const report::MutationReport& report,
                                         bool complete,
                                         Context& context);

}  // namespace catenary::app
