// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs over projected states, for systems with too many states for
/// exhaust(). Variables that few paths read, such as the histories of a state
/// machine, are left out: they may have any value before every step. If a goal
/// is hit then, the run is executed natively. If it takes another way, the
/// variables that are to blame are restored, and the exploration is repeated.
///
/// Method: Clarke, Grumberg, Jha, Lu, Veith, "Counterexample-guided abstraction
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
  /// Largest number of states that are explored with nothing left out.
  std::size_t whole_states = 5'000;
  /// Work after which that exploration is not extended any more.
  std::chrono::milliseconds whole_time{3'000};
  /// Variables on which less than this fraction of the results depends are left
  /// out first; see rarely_read().
  double rarely = 1.0 / 12;
  /// Largest number of states that are expanded in a GuidedSearch for one goal.
  std::size_t guided_states = 3'000;
  /// Whether prove_by_sets() is called first, with all variables.
  bool by_sets = true;
  /// Largest number of explorations with variables left out.
  std::size_t rounds = 8;
};

/// Decides goals for which the board has no run:
/// - First nothing is left out. If there are few states, this decides all
///   goals.
/// - Otherwise prove_by_sets() decides what it can.
/// - Then the variables on which the fewest results depend are left out. Goals
///   that no step hits are unreachable. GuidedSearch looks for the others. For
///   those that it does not decide, the run over projected states is executed,
///   and variables that make it fail are restored for the next round.
///
/// Reports to the board: goals, as unreachable with a reason or hit by a run;
/// errors in states of which nothing is left out; and SearchPosition::closed,
/// if no step ends with an error for which the board has no finding.
///
/// Requires: can_exhaust().
/// Cost: as exhaust(), for each class of states.
void prove_by_projection(const Exploring& on,
                         const ProjectionOptions& projection);

/// The same in a forked child process, which knows the runs and findings of
/// `found`. Options used: memory_bytes.
///
/// Requires also: this process has no other threads.
[[nodiscard]] reach::Result prove_by_projection(
    const model::StepSystem& system,
    const ProjectionOptions& projection,
    const reach::Options& options,
    const reach::Result& found,
    const base::Budget& budget,
    const reach::ProgressCallback& progress);

}  // namespace catenary::engine::abstraction
