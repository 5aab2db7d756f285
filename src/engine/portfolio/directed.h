// SPDX-License-Identifier: Apache-2.0
/// \file
/// Directed concolic search, and proofs of what its runs leave open.
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "engine/concolic/concolic.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::portfolio {

/// Runs by concolic::Strategy::directed for a part of the time. Then, in the
/// same process, abstraction::prove_by_projection() with the formulas of paths
/// that the runs needed. What is open after that goes to classes::exhaust() and
/// to a Portfolio, which know all of these runs. `jobs`: threads of the
/// searches for proofs; the strategy of `options` does not matter.
///
/// Requires: as concolic::search().
/// Ensures:  of two runs to one goal the shorter one is kept. If one part
///           excludes what a run of another one shows, nothing is a proof any
///           more.
[[nodiscard]] concolic::ConcolicResult search_directed(
    const model::StepSystem& system,
    const concolic::ConcolicOptions& options,
    std::uint32_t jobs,
    const base::Budget& budget,
    const concolic::CoverageCallback& progress);

}  // namespace catenary::engine::portfolio
