// SPDX-License-Identifier: Apache-2.0
/// \file
/// How timed tests are run.
#pragma once

#include "app/options.h"
#include "exec/tree/tree_run.h"

namespace catenary::app {

/// Policy and seed; TimedRunOptions::run is left to the caller.
[[nodiscard]] exec::TimedRunOptions timed_run_options(
    const RunOptions& options);

}  // namespace catenary::app
