// SPDX-License-Identifier: Apache-2.0
/// \file
/// Full-state shadow: is the state that is saved all that steps depend on?
///
/// Everything that engines prove rests on it: they take up runs where a saved
/// state is loaded. Here runs are made from the reset to their end without
/// loading anything, so that every byte of memory is as the program left it.
/// Then each of their steps is made again from its saved state, in reverse
/// order, so that bytes which belong to no saved state have other values. Both
/// must have the same outcome, cover the same goals, show the same outputs and
/// end in the same state. Bytes that differ and are never read do no harm and
/// raise no alarm.
///
/// That a system's declared state determines its behaviour is what a
/// self-composition checks; here by testing instead of proof.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::shadow {

/// A run whose last step depends on more than its saved state.
struct Difference {
  model::Trace trace;
  std::string text;  ///< what differs, e.g. "it covers goal 'open' only …"
};

struct Comparison {
  std::uint64_t steps = 0;  ///< made twice
  std::optional<Difference> difference;
};

/// Compares about `steps` steps: up to half of them of the `suggested` runs,
/// each followed by some random inputs, the others of random runs from the
/// reset. Runs in a forked child; where that dies, or the budget ends it, there
/// is no difference. The same arguments give the same result.
///
/// Requires: as ExplicitEngine. Cost: 2 step calls for each step; two copies of
/// the program where states are portable.
[[nodiscard]] Comparison compare(const model::StepSystem& system,
                                 std::span<const model::Trace> suggested,
                                 std::uint64_t steps,
                                 const base::Budget& budget);

/// Compares the steps of runs that `result` has, and random ones: 1,000 and one
/// for every 256 steps of the search. A difference takes back all that `result`
/// says of what no run does, and is kept as Result::refutation.
void challenge(const model::StepSystem& system,
               reach::Result& result,
               const base::Budget& budget);

}  // namespace catenary::engine::shadow
