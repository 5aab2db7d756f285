// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check` for timed models and for suites.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: kind_of(options.model) is ModelKind::timed.
[[nodiscard]] ExitCode check_timed(const CheckOptions& options,
                                   Context& context);

/// Whether in every state of every tree of a suite the guards of different
/// verdicts are disjoint, and nothing is left out.
[[nodiscard]] ExitCode check_suite(const CheckOptions& options,
                                   Context& context);

}  // namespace catenary::app
