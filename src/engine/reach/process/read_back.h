// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns what a search left in its RunMemory into a Result: traces, statuses
/// with their reasons, the graph.
#pragma once

#include <string>

#include "engine/reach/engine.h"
#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"

namespace catenary::engine::reach {

/// The shortest run that ends with this step.
[[nodiscard]] model::Trace trace_to(StepRef step,
                                    const RunMemory& memory,
                                    const Letters& letters);

/// Everything of a Result but `seconds`. `extra`, if not null, is a finding
/// that the search did not live to record.
[[nodiscard]] Result read_back(const SearchContext& context,
                               Stop stop,
                               const std::string& stop_text,
                               const Finding* extra);

/// The status of a goal that was not hit, from everything else in `result`.
/// `started`: every initialisation was run. `gap`: what keeps an exhausted
/// search from being a proof; empty = nothing.
[[nodiscard]] model::GoalResult judge_not_hit(const Result& result,
                                              bool started,
                                              const std::string& gap);

}  // namespace catenary::engine::reach
