// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check` for files of FRET, which hold several components.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Checks the only or the named component as check_contract() does, or else all
/// of them, one after the other. One that cannot be read does not keep the
/// others from being checked. Gives the worst of the exit codes. With --refines
/// one component has to be named.
/// Requires: kind_of(options.model) is ModelKind::contract.
[[nodiscard]] ExitCode check_components(const CheckOptions& options,
                                        Context& context);

}  // namespace catenary::app
