// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check` for models of state machines.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: kind_of(options.model) is ModelKind::machine.
[[nodiscard]] ExitCode check_machine(const CheckOptions& options,
                                     Context& context);

}  // namespace catenary::app
