// SPDX-License-Identifier: Apache-2.0
/// \file
/// What became of a command of a batch, by its exit code and what it printed.
#pragma once

#include <string>
#include <vector>

#include "app/batch/project.h"
#include "app/exit_code.h"
#include "report/batch/batch_report.h"

namespace catenary::app {

/// How a command ended that ended by itself.
[[nodiscard]] report::BatchEnd end_of(ExitCode code);
/// The exit code that stands for an end.
[[nodiscard]] ExitCode code_of(report::BatchEnd end);
/// The worst of these statuses, the first of several; "ok" where there are
/// none.
[[nodiscard]] report::BatchStatus worst_of(
    const std::vector<report::BatchStatus>& statuses);
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
