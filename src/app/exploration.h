// SPDX-License-Identifier: Apache-2.0
/// \file
/// One search of a model with everything around it that commands share: the
/// engine, progress, replay of what was found.
#pragma once

#include <cstdint>
#include <optional>

#include "app/commands.h"
#include "app/options.h"
#include "base/work_clock.h"
#include "engine/reach/engine.h"
#include "engine/reach/replay.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// How many processors this process may use: those of its affinity, which a
/// container or a batch system may have restricted. At least 1.
[[nodiscard]] std::uint32_t usable_cores();

/// Threads that `jobs` of the command line stands for; at least 1.
[[nodiscard]] std::uint32_t threads_for(const BudgetOptions& options);

/// The options of a search as the command line gives them.
[[nodiscard]] engine::reach::Options reach_options(const SearchOptions& search,
                                                   const BudgetOptions& budget,
                                                   const Context& context);

/// Explores, shows progress, and confirms by replay what was found. `end`: see
/// make_engine(). Throws InputError where the assumptions forbid every first
/// step.
[[nodiscard]] engine::reach::Result explore(
    const model::StepSystem& system,
    EngineChoice choice,
    const engine::reach::Options& options,
    const base::Budget& budget,
    Context& context,
    std::optional<base::WorkClock::time_point> end = std::nullopt);

/// Time for replays of its own: what was found before Ctrl-C or the deadline
/// is still replayed, since nothing goes into a suite that was not. A minute at
/// most; after a deadline a second, so that it is not overrun by much.
[[nodiscard]] base::Budget replay_budget(const base::Budget& of);

}  // namespace catenary::app
