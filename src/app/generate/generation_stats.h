// SPDX-License-Identifier: Apache-2.0
/// \file
/// Statistics of a generation, for `--stats`.
#pragma once

#include <string>

#include "app/commands.h"
#include "app/generate/generate_methods.h"
#include "suite/listener.h"

namespace catenary::app {

/// How much was explored and encoded, and how long that took.
[[nodiscard]] suite::GenerateStats generation_stats(const Made& made,
                                                    double compile_seconds,
                                                    double challenge_seconds);

/// Prints the same for people, with a summary of the challenge, which may be
/// empty.
void report_stats(const engine::reach::Result& reached,
                  const suite::GenerateStats& stats,
                  const std::string& challenged,
                  Context& context);

}  // namespace catenary::app
