// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate` for requirements: which faults of contracts would a
/// suite find?
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "suite/suite.h"

namespace catenary::app {

/// Runs the suite on mutants of the requirements that --sut names, from which
/// it was made. Exit code: as test_mutants() says.
[[nodiscard]] ExitCode run_contract_mutants(const RunOptions& options,
                                            const suite::Suite& suite,
                                            Context& context);

}  // namespace catenary::app
