// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary report --serve`: a page in a browser that shows a command while it
/// works, and then its report.
///
/// The command is a child process: searches fork, and a process that forks must
/// have no connections and no requests. Its events come through a named pipe
/// (`--events`). Its report is made by another child, so that no model is
/// compiled in the server, and nothing that fails ends it.
#pragma once

#include "app/commands.h"
#include "app/options.h"

namespace catenary::app {

/// Serves until Ctrl-C or ReportOptions::idle. Returns the exit code of the
/// command; without one, success. Prints the address to the log.
[[nodiscard]] ExitCode serve_report(const ReportOptions& options,
                                    Context& context);

}  // namespace catenary::app
