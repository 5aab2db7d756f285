// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check` for requirement interfaces.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: kind_of(options.model) is ModelKind::contract.
[[nodiscard]] ExitCode check_contract(const CheckOptions& options,
                                      Context& context);

}  // namespace catenary::app
