// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts in tests as people would write them: nothing where any text would do,
/// nothing behind the end, letters where any character would do.
#pragma once

#include <vector>

#include "app/generate/suite_builder.h"
#include "base/budget.h"
#include "engine/reach/replay.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// Changes runs of `planned`, together with their replays, where a replay shows
/// that the changed run does the same, step by step. Requires: all runs are
/// replayed. Cost: some replays of each run.
void tidy_texts(const model::StepSystem& system,
                const engine::reach::ReplayOptions& options,
                const base::Budget& budget,
                std::vector<PlannedTest>& planned);

/// Adds to the reasons of unreachable goals how long texts may be. Does nothing
/// where the system takes no texts.
void note_bound_of_texts(const model::StepSystem& system,
                         std::vector<model::GoalResult>& results);

}  // namespace catenary::app
