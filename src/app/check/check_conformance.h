// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check PROGRAM --requirements FILE`: does a program conform to a
/// requirement interface?
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: kind_of(options.model) is ModelKind::step. Exit code: findings
/// where it does not conform, budget_spent where that is undecided.
[[nodiscard]] ExitCode check_program_conformance(const CheckOptions& options,
                                                 Context& context);

}  // namespace catenary::app
