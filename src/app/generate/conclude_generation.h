// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every kind of `catenary generate` ends with: the suite is written and
/// summarised, and the exit code follows from its findings and coverage.
#pragma once

#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// Makes the goals agree with the tests (suite::revoke_untested_coverage()),
/// names the tests, writes the suite and prints what it is: what every kind of
/// generation ends with.
void conclude_generation(const GenerateOptions& options,
                         suite::Suite& suite,
                         const suite::GenerateSummary& summary,
                         Context& context);

/// Adds as certificates that no run hits the unreachable goals, by `by`, and,
/// where the bound is minimal, that no suite costs less. `never` says the
/// former: "no run of any length hits these goals".
void add_conclusions(const std::string& never,
                     const std::string& by,
                     const suite::Bound& bound,
                     suite::Suite& suite);

/// Findings, coverage below what was asked for, or success.
[[nodiscard]] ExitCode exit_code_of(const suite::Suite& suite,
                                    double min_coverage);

}  // namespace catenary::app
