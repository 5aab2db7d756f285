// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--map` without `--oracle`: which signals of the system under test the tests
/// of requirements mean.
#pragma once

#include "app/options.h"
#include "exec/adapter/renamed.h"
#include "suite/suite.h"

namespace catenary::app {

/// RunOptions::map as names of signals of the suite and of the system. Throws
/// base::InputError for an entry that is none, or whose variable the suite does
/// not have, or has twice.
[[nodiscard]] exec::SignalRenaming signal_map(const RunOptions& options,
                                              const suite::Suite& suite);

}  // namespace catenary::app
