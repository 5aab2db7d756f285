// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shadow runs: a test whether the saved state is everything that steps depend
/// on.
///
/// All proofs of the engines rest on this, because they continue runs by
/// loading a saved state. Here, runs are made from the reset to their end
/// without loading anything, so that every byte of memory is as the program
/// left it. Then each step is made again from its saved state, in reverse
/// order, so that bytes that belong to no saved state have other values. Both
/// must have the same outcome, cover the same goals, show the same outputs and
/// end in the same state. Bytes that differ and are never read raise no alarm.
///
/// "The state determines the behaviour" is a 2-safety property, which a
/// self-composition would prove; here it is tested.
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
  /// The run; the last step differs. Without steps, two initialisations differ.
  model::Trace trace;
  /// What differs, for messages, e.g. "the step covers goal open only from the
  /// saved state".
  std::string text;
};

/// The result of a comparison.
struct Comparison {
  /// Steps that were made, each of them twice.
  std::uint64_t steps = 0;
  /// The first difference found; nothing if none was found, which is not a
  /// proof.
  std::optional<Difference> difference;
};

/// Compares about `steps` steps. Up to half of them come from the `suggested`
/// runs, each followed by some random inputs, the others from random runs that
/// begin with the reset. Runs in a forked child process; if that dies, or if
/// the budget ends it, there is no difference. The same arguments give the same
/// result.
///
/// Requires: as ExplicitEngine. Cost: 2 step calls for each step; two copies of
/// the program where states are portable.
[[nodiscard]] Comparison compare(const model::StepSystem& system,
                                 std::span<const model::Trace> suggested,
                                 std::uint64_t steps,
                                 const base::Budget& budget);

/// Compares steps of the runs in `result`, and of random ones: 1,000 and one
/// for every 256 steps of the search. If there is a difference, distrust()
/// withdraws all claims of `result` about absence, and the run becomes
/// Result::refutation. Result::samples is empty afterwards.
void challenge(const model::StepSystem& system,
               reach::Result& result,
               const base::Budget& budget);

}  // namespace catenary::engine::shadow
