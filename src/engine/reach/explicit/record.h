// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a search in the child process records a result for its parent: first the
/// element, then the counter that covers it, as RunMemory requires.
#pragma once

#include <cstdint>

#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"

namespace catenary::engine::reach {

/// Records the first hit of a goal, by a run of `depth` steps. Requires: no hit
/// of the goal was recorded before.
void record_hit(const RunMemory& memory,
                const NewHit& hit,
                std::uint32_t depth);

/// Records a step that ended with an error. Only the first step with the same
/// outcome and event is kept; further ones are counted. Beyond
/// RunMemory::kMaxFindings distinct errors, further ones are not recorded.
void record_finding(const RunMemory& memory, const NewFinding& finding);

}  // namespace catenary::engine::reach
