// SPDX-License-Identifier: Apache-2.0
/// \file
/// What another process says of some goals: the suite that it made for them,
/// judged by what its tests do here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"
#include "suite/suite.h"

namespace catenary::app {

/// Reads a suite that `generate --goal` made for the goals `asked` of `system`,
/// as the result of a search.
///
/// Its tests are replayed here, and only what they hit here is covered, goals
/// that were not asked for included. A run is a shortest one where the suite
/// says that it was proved, and the run has that length. That a goal is
/// unreachable, or not within a bound, is taken from the suite for goals that
/// were asked for. Goals that stay open have the reason of the suite.
///
/// Throws base::InputError where the suite is of another program, or
/// contradicts itself or what its tests do here: nothing of it is to be
/// believed then.
[[nodiscard]] engine::reach::Result read_goal_answer(
    const suite::Suite& suite,
    const std::vector<std::uint32_t>& asked,
    const model::StepSystem& system,
    std::chrono::milliseconds step_timeout,
    const base::Budget& budget);

}  // namespace catenary::app
