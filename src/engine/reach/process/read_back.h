// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns what an explicit-state search left in its RunMemory into a Result:
/// runs, statuses with their reasons, ranges and the graph. Works on whatever
/// was complete when the child ended.
#pragma once

#include <string>

#include "engine/reach/engine.h"
#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"

namespace catenary::engine::reach {

/// The run that ends with this step: the steps by which the states were found,
/// followed backwards. A shortest run if the order was breadth first. With
/// kNoLetter, a run to the state itself.
[[nodiscard]] model::Trace trace_to(StepRef step,
                                    const RunMemory& memory,
                                    const Letters& letters);

/// Everything of a Result but `seconds` and `samples`. `extra` is a finding
/// that the search could not record because it died; null = none. Goals that
/// were hit get Trust::claimed.
[[nodiscard]] Result read_back(const SearchContext& context,
                               Stop stop,
                               const std::string& stop_text,
                               const Finding* extra);

/// The status of a goal that was not hit, from the rest of `result`. `started`:
/// every initialisation was run. `gap`: why the end of the search is not a
/// proof; empty = it is one.
[[nodiscard]] model::GoalResult judge_not_hit(const Result& result,
                                              bool started,
                                              const std::string& gap);

}  // namespace catenary::engine::reach
