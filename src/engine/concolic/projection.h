// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs over states of which some variables are left out: too many states for
/// exhaust() differ in variables that few paths read, as the histories of
/// a state machine are. What is left out may have any value before every step.
/// Where that lets a goal be hit, the run is tried; where it goes another way
/// the variables that are to blame are taken back, and all is done once more.
///
/// Clarke, Grumberg, Jha, Lu, Veith, "Counterexample-guided abstraction
/// refinement for symbolic model checking", Journal of the ACM 50(5), 2003, doi
/// 10.1145/876638.876643, with projections of explicit states.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step_system.h"

namespace catenary::engine::concolic {

struct ProjectionOptions {
  /// States explored with nothing left out, at most.
  std::size_t whole_states = 5'000;
  /// What less than one path in so many reads is left out first; 0: all that
  /// can be.
  std::uint64_t rarely = 24;
};

/// Of the goals that `found` has no run of: what no step hits from any state
/// that there is, or that differs from one only in what is left out. First
/// nothing is left out; where states are too many then, the variables that the
/// fewest paths read.
///
/// Result::goals: unreachable, with a reason; covered, with a run, not a
/// shortest one; or undecided. Result::closed: besides, no step does anything
/// but what `found` has findings of. Nothing else is in the result but
/// transitions and seconds.
///
/// Works in a forked child. Options used: memory_bytes.
///
/// Requires: can_exhaust(); this process has no other threads.
/// Cost: as exhaust(), for each class of states.
[[nodiscard]] reach::Result prove_by_projection(
    const model::StepSystem& system,
    const ProjectionOptions& projection,
    const reach::Options& options,
    const reach::Result& found,
    const base::Budget& budget,
    const reach::ProgressCallback& progress);

}  // namespace catenary::engine::concolic
