// SPDX-License-Identifier: Apache-2.0
/// \file
/// The strategies that ask no solver: random runs, and simple exploration.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "engine/concolic/messages.h"
#include "engine/concolic/native.h"
#include "engine/reach/process/board.h"

namespace catenary::engine::concolic {

/// Runs with random messages and values until Native::over().
void run_randomly(Native& native, const Messages& messages);

/// Each message once from each configuration, with random values, breadth
/// first; and then again with other values, ConcolicOptions::set_executions
/// times in all. Ends with Native::over(), or when all of that is done.
void explore_simply(Native& native,
                    const Messages& messages,
                    reach::Board& board);

/// Takes a step with a random letter. A letter is drawn again if an assumption
/// discards it or its message was chosen too often. Returns whether the run can
/// go on.
[[nodiscard]] bool random_step(Native& native,
                               Repeats& repeats,
                               base::Rng& rng);

}  // namespace catenary::engine::concolic
