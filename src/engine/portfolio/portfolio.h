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
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/work_clock.h"
#include "engine/portfolio/turns.h"
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
  /// For finding out on which parts of the state no goal depends, where
  /// exploration did not finish in that time.
  std::chrono::milliseconds find_cone{5'000};
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
  /// The concolic engine, or none. Only its runs count: statuses other than
  /// `covered` are ignored. Where all inputs are tried, it is called beside the
  /// first work of the solver, which is slow while it tries to prove something
  /// false.
  std::shared_ptr<reach::Engine> concolic;
  /// Work of that call. It is skipped if more than `many_goals` are open.
  std::chrono::milliseconds concolic_first{3'000};
  /// With more open goals than this, a short search by paths is of no use.
  std::size_t many_goals = 100;
  /// Work of the slices in which engines search in turn, see Turns. Its end is
  /// that of all parts.
  TurnTimes turns;
  /// Work of `concolic` in all then, if the budget has no limit.
  std::chrono::milliseconds concolic_later{120'000};
  /// The engine that explores one input of each equivalence class, and so may
  /// exhaust the states although the inputs cannot be enumerated; or none. All
  /// of its result counts, proofs included. It is called before everything
  /// else but random runs, and goes on when the engines search in turn.
  std::shared_ptr<reach::Engine> classes;
  /// Time of the first call of `classes`.
  std::chrono::milliseconds classes_first{2'000};
  /// Work of it in turns if the budget has no limit, and of the call for
  /// systems with many letters.
  std::chrono::milliseconds classes_later{60'000};
};

/// The parts of the search, in their order. If explicit-state search finishes,
/// its result is the result. Otherwise:
/// - If only some input values are tried, random runs are made, and
///   Settings::classes is called, before all other parts.
/// - Explicit-state search gets a share of the time. The lengths that it
///   exhausted are known afterwards: a run of at most one step more is
///   shortest.
/// - Where goals do not depend on all of the state, another one begins, with
///   states that are equal within their cone of influence as one: see
///   ConeEngine. Where it ends within the first share, but left out a step that
///   cannot be encoded, the first one goes on.
/// - NoveltyEngine looks for the goals that are left, beside the first work of
///   SymbolicEngine. The lengths of its runs are upper bounds.
/// - If only some input values are tried, SymbolicEngine, Settings::concolic,
///   Settings::classes and random runs search in turn, to the end: see Turns.
/// - Otherwise Settings::concolic looks for runs for a short time, beside
///   SymbolicEngine as well, and then exploration, which has kept its states,
///   and SymbolicEngine, beside native runs that start in states of its models,
///   search in turn, to the end.
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
/// `end`: TurnTimes::end.
[[nodiscard]] Portfolio default_portfolio(
    const model::StepSystem& system,
    std::optional<base::WorkClock::time_point> end = std::nullopt);

}  // namespace catenary::engine::portfolio
