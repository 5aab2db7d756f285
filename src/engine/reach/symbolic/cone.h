// SPDX-License-Identifier: Apache-2.0
/// \file
/// The variables of the state on which goals depend: cone-of-influence
/// reduction (Clarke, Grumberg, Peled, "Model Checking", MIT Press, 1999).
#pragma once

#include <cstddef>
#include <vector>

#include "base/budget.h"
#include "logic/term/term.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Indices into Encoding::state, ascending: the slots that `wanted` reads,
/// terms of the step, and those that the next values of such slots read.
[[nodiscard]] std::vector<std::size_t> cone_of_influence(
    const model::Encoding& encoding, std::vector<logic::Term> wanted);

/// Adjacent bytes of a packed state.
struct ByteRange {
  std::size_t offset = 0;
  std::size_t size = 0;
};

/// What goals do not depend on.
struct Cone {
  /// The bytes of packed states on which no outcome, goal, event or final state
  /// of any later step depends: two states that differ only there are
  /// bisimilar, up to steps of which limit_of() is true. Empty if there are
  /// none, or if that is not known.
  std::vector<ByteRange> irrelevant;
  /// limit_of() may be true.
  bool has_limits = false;
};

/// Whether a step goes beyond what the encoding describes while the program
/// runs on; over the variables of the encoding.
[[nodiscard]] logic::Term limit_of(logic::TermManager& terms,
                                   const model::EncodedPart& step);

/// Throws what Encoder::encode() throws.
[[nodiscard]] Cone irrelevant_bytes(const model::StepSystem& system,
                                    const base::Budget& budget);

/// The same in a forked child process. Empty also where the budget or the
/// memory did not do. Requires: this process has no other threads.
[[nodiscard]] Cone irrelevant_bytes_in_child(const model::StepSystem& system,
                                             const base::Budget& budget,
                                             std::uint64_t memory_bytes);

}  // namespace catenary::engine::reach
