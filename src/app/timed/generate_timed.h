// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary generate` for timed models.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: kind_of(options.model) is ModelKind::timed.
[[nodiscard]] ExitCode generate_timed(const GenerateOptions& options,
                                      Context& context);

}  // namespace catenary::app
