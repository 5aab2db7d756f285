// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a search in the child process notes what it found for the parent, in
/// the order of RunHeader: first the element, then what covers it.
#pragma once

#include <cstdint>

#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"

namespace catenary::engine::reach {

/// The first hit of a goal, at the end of a run of `depth` steps. Requires: the
/// goal was not hit before.
void record_hit(const RunMemory& memory,
                const NewHit& hit,
                std::uint32_t depth);

/// A step that went wrong; the first of its event is kept, and how many there
/// were.
void record_finding(const RunMemory& memory, const NewFinding& finding);

}  // namespace catenary::engine::reach
