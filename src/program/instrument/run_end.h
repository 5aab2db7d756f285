// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a program ends its run by itself, the step is complete as it stands
/// and is judged before it stops. Internal to program/.
#pragma once

#include <string>

#include "program/build/workspace.h"

namespace catenary::program {

/// A function that judges the state as it stands, as a step that returns does;
/// defined by add_entries() where it is called.
inline constexpr const char* kJudgeEnd = "__cat_judge_end";

/// Adds the end of a run in front of `at`: a call of kJudgeEnd and of kStop.
void end_run(Workspace& w, llvm::Instruction& at, const std::string& text);

}  // namespace catenary::program
