// SPDX-License-Identifier: Apache-2.0
/// \file
/// From --engine to a reachability engine: the one place that knows them all.
#pragma once

#include <memory>
#include <optional>

#include "app/options.h"
#include "base/work_clock.h"
#include "engine/reach/engine.h"

namespace catenary::app {

/// Whether the engine can be asked about the system at all.
[[nodiscard]] bool suits(EngineChoice choice, const model::StepSystem& system);

/// The engine asked for, set up for a system of this kind. What it really was,
/// where `automatic` chose or several worked together, is in
/// reach::Result::engine.
/// `end`: for `automatic`, see engine::portfolio::TurnTimes::end.
[[nodiscard]] std::shared_ptr<engine::reach::Engine> make_engine(
    EngineChoice choice,
    const model::StepSystem& system,
    std::optional<base::WorkClock::time_point> end = std::nullopt);

}  // namespace catenary::app
