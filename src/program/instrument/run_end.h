// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ends of a run by the program itself (exit(), a failed assertion): the step
/// is complete as it stands and is judged before it stops. Internal to
/// program/.
#pragma once

#include <string>

#include "program/build/workspace.h"

namespace catenary::program {

/// A function that judges the state as it stands, like a step that returns:
/// properties, goals, states. add_entries() defines it where it is called.
inline constexpr const char* kJudgeEnd = "__cat_judge_end";

/// Adds the end of a run in front of `at`: a call of kJudgeEnd (not in
/// expressions of the description) and of kStop with StepOutcome::ended. `text`
/// is for people. The code behind it stays and is not run.
void end_run(Workspace& w, llvm::Instruction& at, const std::string& text);

}  // namespace catenary::program
