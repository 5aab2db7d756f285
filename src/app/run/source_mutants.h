// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate` for step programs: which faults of C and C++ code
/// would a suite find?
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "suite/suite.h"

namespace catenary::app {

/// Runs the suite on mutants of the program that --sut names. Mutants on which
/// no test fails are compared exhaustively with the requirements, those of
/// --oracle or those that the suite was made from: they conform or they do not.
/// Exit code: as test_mutants() says.
[[nodiscard]] ExitCode run_source_mutants(const RunOptions& options,
                                          const suite::Suite& suite,
                                          Context& context);

}  // namespace catenary::app
