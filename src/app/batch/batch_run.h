// SPDX-License-Identifier: Apache-2.0
/// \file
/// The coordinator of a batch: which command of which model is next, and what
/// became of those that ended.
#pragma once

#include <string>

#include "app/batch/batch_words.h"
#include "app/batch/executor.h"
#include "app/batch/project.h"
#include "app/commands.h"
#include "report/batch/batch_report.h"

namespace catenary::app {

/// Checks the options of all commands before anything is run. Throws
/// base::InputError at the model or the project file.
void check_options(const Project& project,
                   const std::string& file,
                   const BatchSetting& setting,
                   const CallProgram& call);

/// Runs the commands of all models. The commands of one model run one after the
/// other, models beside each other. Where the budget is used up, commands that
/// still run are ended, and the others are not begun. Fills everything of the
/// report but project, left_out and seconds.
void run_batch(const Project& project,
               const BatchSetting& setting,
               Executor& executor,
               Context& context,
               report::BatchReport& report);

}  // namespace catenary::app
