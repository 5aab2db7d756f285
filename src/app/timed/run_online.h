// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --online`: random testing of a timed system by its model.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// RunOptions::suite is the model.
[[nodiscard]] ExitCode run_online(const RunOptions& options, Context& context);

/// How long --online tests.
struct OnlineLimit {
  std::chrono::milliseconds time{0};  ///< 0 = any
  std::uint64_t steps = 0;            ///< messages and silences; 0 = any
};

/// "10s", "500steps", "500 steps"; InputError for anything else.
[[nodiscard]] OnlineLimit read_limit(const std::string& text);

}  // namespace catenary::app
