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

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/budget.h"
#include "engine/abstraction/explored_states.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::abstraction {

struct ProjectionOptions {
  /// States explored with nothing left out, at most.
  std::size_t whole_states = 5'000;
  /// How long that may take before fewer are enough.
  std::chrono::milliseconds whole_time{3'000};
  /// What less than this part of classes of states depends on is left out
  /// first, see rarely_read().
  double rarely = 1.0 / 12;
  /// States expanded on the way to a goal that is hit where variables are left
  /// out.
  std::size_t guided_states = 3'000;
  bool by_sets = true;     ///< see prove_by_sets(); before anything is left out
  std::size_t rounds = 8;  ///< in which variables are taken back
};

/// Of the goals that the board has no run of: what no step hits from any state
/// that there is, or that differs from one only in what is left out. First
/// nothing is left out; where states are too many then, prove_by_sets() says
/// what it can, and for what is left the variables that the fewest classes of
/// states depend on are left out. Goals that are hit there are searched
/// for, least far first; those that are not found are tried, and what is to
/// blame for their failure is taken back.
///
/// To the board go goals, unreachable with a reason or hit by a run, what goes
/// wrong in states of which nothing is left out, and `closed`, where no step
/// does anything but what the board has findings of.
///
/// Requires: can_exhaust().
/// Cost: as exhaust(), for each class of states.
void prove_by_projection(const Exploring& on,
                         const ProjectionOptions& projection);

/// The same in a forked child, with goals of which there are runs in `found`.
/// Options used: memory_bytes.
///
/// Requires: besides, this process has no other threads.
[[nodiscard]] reach::Result prove_by_projection(
    const model::StepSystem& system,
    const ProjectionOptions& projection,
    const reach::Options& options,
    const reach::Result& found,
    const base::Budget& budget,
    const reach::ProgressCallback& progress);

}  // namespace catenary::engine::abstraction
