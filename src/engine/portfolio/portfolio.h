// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default search: all reachability engines together.
///
/// States are explored while they are few. A solver then decides the goals that
/// exploration left open: BMC finds runs, k-induction and IC3 prove that goals
/// are unreachable. Novelty search, concolic runs and the exploration of input
/// equivalence classes take their shares of the time in between.
///
/// No engine calls another one. This component calls them in turn, passes what
/// one found to the next, and compares every result with those before. Where
/// two of them contradict each other, nothing counts as proved any more.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/reach/engine.h"
#include "engine/reach/random/novelty_search.h"
#include "engine/reach/symbolic/symbolic.h"
#include "model/goal.h"

namespace catenary::engine::portfolio {

/// Settings of a Portfolio: how much work each part of the search may do. All
/// times are work (see base/work_clock.h). The values were chosen so that small
/// systems finish in the first part, and so that no part starves the others
/// where the budget has no limit.
struct Settings {
  /// What was decided of each goal before, for Result::shares alone; empty =
  /// nothing.
  std::vector<model::GoalStatus> known;
  /// For the solver. The runs of the earlier parts are added to its
  /// `known_runs`; its `known_depth` is replaced.
  reach::SymbolicOptions symbolic;
  /// For explicit-state search before the solver is asked. If the budget is
  /// limited, it is also at most a third of what is left.
  std::chrono::milliseconds explore_first{20'000};
  /// The same if the domains of the inputs are samples: exploration then proves
  /// nothing, so that less time is spent on it.
  std::chrono::milliseconds sample_first{1'500};
  /// Limit of the memory, in bytes, for states of such a sampled exploration.
  std::uint64_t sampled_memory_bytes = std::uint64_t{256} << 20;
  /// Settings of the novelty search for goals that lie too deep for
  /// breadth-first search.
  reach::NoveltyOptions novelty{.patience_steps = 5'000'000};
  /// For the novelty search. If the budget is limited, it is also at most a
  /// third of what is left.
  std::chrono::milliseconds search_deep{120'000};
  /// The same if the domains of the inputs are samples.
  std::chrono::milliseconds sample_deep{500};
  /// Random runs that are made if the domains of the inputs are samples: some
  /// before everything else, so that nothing is worse than they alone, and more
  /// of them, where goals are open, before the solver gets the rest of the
  /// time, or after what ended the search. They are counted, but have a limit
  /// of work as well.
  std::uint64_t random_runs = 2'000;
  std::chrono::milliseconds random_first{2'000};
  std::uint64_t random_runs_later = 100'000;
  std::chrono::milliseconds random_later{5'000};
  /// Makes the concolic engine, which goes on from known runs; or none. Only
  /// its runs count: statuses other than
  /// `covered` are ignored. It is called before the solver, because the solver
  /// is slow while it tries to prove something false. If the domains of the
  /// inputs are samples, it is called a second time: when the solver has spent
  /// `solve_first` without deciding every goal. If more than `many_goals` are
  /// open, it is called before that solving, too, in turn with random runs, for
  /// longer and longer, as long as one of them finds something.
  std::function<std::shared_ptr<reach::Engine>(std::vector<model::Trace>)>
      concolic;
  /// Time of the first call of `concolic`. It is skipped if more than
  /// `many_goals` are open.
  std::chrono::milliseconds concolic_first{3'000};
  /// With more open goals than this, one question to a solver about all of them
  /// is large: the searches for runs come first.
  std::size_t many_goals = 100;
  /// Time for the solver before the second call of `concolic` or `classes`.
  std::chrono::milliseconds solve_first{90'000};
  /// Time of the first of these turns, for each of both, and the longest of
  /// them. Who finds much less than the other does not get more.
  std::chrono::milliseconds turn_first{500};
  std::chrono::milliseconds turn_longest{32'000};
  /// Time of the second call of `concolic` if few goals are open.
  std::chrono::milliseconds concolic_later{120'000};
  /// The engine that explores one input of each equivalence class, and so may
  /// exhaust the states although the inputs cannot be enumerated; or none. All
  /// of its result counts, proofs included. It is called before everything
  /// else but random runs, and once more, for longer, when the solver, or the
  /// searches for runs, have not decided every goal.
  std::shared_ptr<reach::Engine> classes;
  /// Time of the first call of `classes`.
  std::chrono::milliseconds classes_first{2'000};
  /// Time of its second call, and of the call for systems with many letters.
  std::chrono::milliseconds classes_later{60'000};
};

/// The parts of the search, in their order. If explicit-state search finishes,
/// its result is the result. Otherwise:
/// - If only some input values are tried, random runs are made, and
///   Settings::classes is called, before all other parts; again after the
///   solver.
/// - Explicit-state search gets a share of the time. The lengths that it
///   exhausted are known afterwards: a run of at most one step more is
///   shortest.
/// - NoveltyEngine looks for the goals that are left. The lengths of its runs
///   are upper bounds.
/// - Settings::concolic looks for runs; in turn with random runs if only some
///   input values are tried and many goals are open.
/// - SymbolicEngine decides the rest, beside native runs that start in states
///   of its models.
/// - If the solver gives up, the inputs can be enumerated and exploration had
///   stopped for lack of time, exploration gets the rest of the budget.
///
/// If the system has no encoder, concolic runs and the solver are left out.
///
/// Determinism: each part visits states in a fixed order, and work ends it, so
/// that the result is the same on every machine and at any load. Only a
/// deadline makes a difference, once it ends a part.
///
/// Result::graph is that of the explicit search and need not be closed.
class Portfolio final : public reach::Engine {
 public:
  /// With the defaults, and neither Settings::concolic nor Settings::classes.
  Portfolio() = default;
  explicit Portfolio(Settings settings) : settings_(std::move(settings)) {}

  /// Contract and errors: see Engine::explore(). Result::engine is "explicit",
  /// "symbolic" or "explicit and symbolic", or what Settings::classes calls
  /// itself. Result::shares tells what was asked of which engine.
  [[nodiscard]] reach::Result explore(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override;

 private:
  /// Never changed by a search: explore() may be called any number of times.
  Settings settings_;
};

/// The portfolio with all engines, and times that suit the kind of the system.
[[nodiscard]] Portfolio default_portfolio(const model::StepSystem& system);

}  // namespace catenary::engine::portfolio
