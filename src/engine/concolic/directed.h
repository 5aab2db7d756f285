// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a directed search asks the reachability engines about, and what both
/// know together.
#pragma once

#include "base/budget.h"
#include "engine/concolic/concolic.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

/// Whether some goal is not hit, so that there is something to ask.
[[nodiscard]] bool leaves_goals(const reach::Result& found);

/// Searches and proofs for what `found` leaves open; its runs are known to
/// them. Ensures: of goals that both hit the shorter run is kept; where an
/// engine excludes what a run showed, nothing is a proof any more.
[[nodiscard]] reach::Result settle(const model::StepSystem& system,
                                   const ConcolicOptions& options,
                                   reach::Result found,
                                   const base::Budget& budget,
                                   const reach::ProgressCallback& progress);

}  // namespace catenary::engine::concolic
