// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --goal`: a model with the goals that were chosen. The others are
/// no goals of the suite: they are neither searched nor counted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// Leaves only the goals of these ids in a system and in its plain program,
/// which may be null; all of them where `ids` is empty. A goal that needs two
/// hits (model::PairGoal) keeps the vectors of its pairs. A vector that is
/// named itself, and that no chosen pair has, becomes a goal like others.
///
/// Throws base::InputError if an id names no goal of the model.
void keep_goals(const std::vector<std::string>& ids,
                model::StepSystem& system,
                std::shared_ptr<model::PlainProgram>& plain);

}  // namespace catenary::app
