// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate`: which faults of a model would a suite find?
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "suite/suite.h"

namespace catenary::app {

/// Runs the timed tests of `suite` on mutants of the model that --sut names.
/// Exit code: findings where a mutant that does not conform survives.
[[nodiscard]] ExitCode run_mutants(const RunOptions& options,
                                   const suite::Suite& suite,
                                   Context& context);

}  // namespace catenary::app
