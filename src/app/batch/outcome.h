// SPDX-License-Identifier: Apache-2.0
/// \file
/// What became of a command of a batch, by its exit code and what it printed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/batch/project.h"
#include "app/exit_code.h"
#include "report/batch/batch_report.h"

namespace catenary::app {

/// report::BatchAction::status of a command that ended by itself.
[[nodiscard]] const char* status_of(ExitCode code);
/// The worst of these statuses, as app/exit_code.h orders them, and the exit
/// code that stands for it; "ok" where there are none.
[[nodiscard]] std::pair<std::string, ExitCode> worst_of(
    const std::vector<std::string>& statuses);
/// The first error in what a command wrote to standard error, in one line;
/// empty where there is none.
[[nodiscard]] std::string first_error(const std::string& text);
/// Takes the figures of the document that a command printed with --json. A
/// document that is none leaves them out.
void take_figures(Action action,
                  const std::string& document,
                  report::BatchModel& to);
/// One line for a command that ended as it should, without success.
[[nodiscard]] std::string why_not_ok(Action action,
                                     const report::BatchModel& m);

}  // namespace catenary::app
