// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests as people would write them: values that are held, small and round,
/// wherever they make no difference to what a test covers.
#pragma once

#include <cstddef>
#include <vector>

#include "app/generate/given_tests.h"
#include "app/generate/suite_builder.h"
#include "base/budget.h"
#include "engine/reach/engine.h"
#include "engine/reach/replay.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// Changes tests of `planned` from index `first` on, together with their
/// replays, and none of them in length. A changed test was replayed: it hits
/// each goal that it hit before, and ends as before. It may hit other goals
/// that `reached` has as covered.
///
/// Returns replayed runs to goals that `reached` does not have as covered, if
/// a change hit some. Requires: all runs are replayed. Cost: at most a tenth of
/// the work so far, or a quarter of a second if that is more.
[[nodiscard]] GivenTests tidy_tests(const model::StepSystem& system,
                                    const engine::reach::Result& reached,
                                    const engine::reach::ReplayOptions& options,
                                    const base::Budget& budget,
                                    std::size_t first,
                                    std::vector<PlannedTest>& planned);

}  // namespace catenary::app
