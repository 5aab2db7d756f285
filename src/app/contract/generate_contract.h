// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary generate` for requirement interfaces.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: frontend::contract::handles(options.model).
[[nodiscard]] ExitCode generate_contract(const GenerateOptions& options,
                                         Context& context);

}  // namespace catenary::app
