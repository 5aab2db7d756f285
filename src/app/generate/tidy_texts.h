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

/// Changes runs of `planned`, all of them replayed, where a replay shows that
/// the changed run does the same, step by step; their replays with them.
/// Cost: some replays of each run.
void tidy_texts(const model::StepSystem& system,
                const engine::reach::ReplayOptions& options,
                const base::Budget& budget,
                std::vector<PlannedTest>& planned);

/// Says with what is proved unreachable that texts have a bound, where the
/// system takes any.
void note_bound_of_texts(const model::StepSystem& system,
                         std::vector<model::GoalResult>& results);

}  // namespace catenary::app
