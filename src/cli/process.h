// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every main() of ours does: reads the surroundings of the process, and
/// watches signals while the program runs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/exit_code.h"
#include "cli/program.h"
#include "cli/signals.h"

namespace catenary::cli {

/// A program: gets the arguments without its own name, the process around it,
/// and the watch over signals, which interrupts Surroundings::budget.
using ProgramBody = std::function<app::ExitCode(
    const std::vector<std::string>&, Surroundings&, SignalWatch&)>;

/// Calls `body` and returns its exit code for main(). Requires: no other thread
/// exists yet (see SignalWatch).
[[nodiscard]] int run_in_process(int argc,
                                 char** argv,
                                 const ProgramBody& body);

}  // namespace catenary::cli
