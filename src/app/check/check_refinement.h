// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check A.req --refines B.req`.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Requires: kind_of(options.model) is ModelKind::contract, and
/// options.refines is not empty.
[[nodiscard]] ExitCode check_refinement(const CheckOptions& options,
                                        Context& context);

}  // namespace catenary::app
