// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command `bench`: measures Catenary on the rows of benchmark files, in
/// child processes, and prints tables. It is a program of its own,
/// `catenary-bench`; nothing else depends on it.
#pragma once

#include "app/commands.h"
#include "cli/bench.h"

namespace catenary::tools::bench {

using Options = cli::BenchOptions;

/// Measures all rows, each once to warm up and then Options::runs times, and
/// writes the tables; or writes a random machine. Throws as app/commands.h
/// says.
[[nodiscard]] app::ExitCode run(const Options& options, app::Context& context);

}  // namespace catenary::tools::bench
