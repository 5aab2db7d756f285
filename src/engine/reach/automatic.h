// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default search: explicit-state search and symbolic search together.
///
/// States are explored while they are few. A solver then decides the goals that
/// exploration left open: BMC finds runs, k-induction and IC3 prove that goals
/// are unreachable. Random simulation and, where the caller provides them,
/// concolic searches take their shares of the time in between.
///
/// Every result of one part is compared with those of the others. Where two of
/// them contradict each other, nothing counts as proved any more.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

#include "engine/reach/engine.h"
#include "engine/reach/random/novelty_search.h"
#include "engine/reach/symbolic/symbolic.h"

namespace catenary::engine::reach {

/// A search of a layer above this one, such as the concolic search. It gets the
/// arguments of Engine::explore() and returns what that would return. The
/// function must not throw for lack of time: it returns what it knows.
using OtherSearch = std::function<Result(const model::StepSystem&,
                                         const Options&,
                                         const base::Budget&,
                                         const ProgressCallback&)>;

/// Settings of AutoEngine: how long each part of the search may take. All times
/// are wall-clock. The values were chosen so that small systems finish in the
/// first part, and so that no part starves the others where the budget has no
/// deadline.
struct AutoOptions {
  /// For the solver. Its `known_runs` and `known_depth` are replaced by what
  /// the earlier parts found.
  SymbolicOptions symbolic;
  /// Time for explicit-state search before the solver is asked, if the budget
  /// has no deadline. With a deadline, it is also at most a third of the time
  /// left.
  std::chrono::milliseconds explore_first{20'000};
  /// The same if the domains of the inputs are samples: exploration then proves
  /// nothing, so that less time is spent on it.
  std::chrono::milliseconds sample_first{1'500};
  /// Limit of the memory, in bytes, for states of such a sampled exploration.
  std::uint64_t sampled_memory_bytes = std::uint64_t{256} << 20;
  /// Settings and time of the novelty search for goals that lie too deep for
  /// breadth-first search. With a deadline, the time is also at most a third of
  /// the time left.
  NoveltyOptions novelty{.patience_steps = 5'000'000};
  std::chrono::milliseconds search_deep{120'000};
  /// The same if the domains of the inputs are samples.
  std::chrono::milliseconds sample_deep{500};
  /// Another search for runs; empty = none. Only its runs count: statuses other
  /// than `covered` are ignored. It is called before the solver, because the
  /// solver is slow while it tries to prove something false. If the domains of
  /// the inputs are samples, it is called a second time: when the solver has
  /// spent `solve_first` without deciding every goal, or instead of that
  /// solving if more than `many_goals` are open.
  OtherSearch find_runs;
  /// Time of the first call of find_runs. It is skipped if more than
  /// `many_goals` are open.
  std::chrono::milliseconds find_first{3'000};
  /// With more open goals than this, one question to a solver about all of them
  /// is too large: the searches for runs come first.
  std::size_t many_goals = 100;
  /// Time for the solver before the second call of find_runs or exhaust.
  std::chrono::milliseconds solve_first{90'000};
  /// Time of the second call of find_runs.
  std::chrono::milliseconds find_for{120'000};
  /// Another search, one that may exhaust the states although the inputs cannot
  /// be enumerated, since it explores one representative of each input
  /// equivalence class; empty = none. All of its result counts, proofs
  /// included. It is called before everything else, and once more, for longer,
  /// when the solver has not decided every goal, or at once if more than
  /// `many_goals` are open.
  OtherSearch exhaust;
  /// Time of the first call of exhaust.
  std::chrono::milliseconds exhaust_first{2'000};
  /// Time of its second call, and of the call for systems with many letters.
  std::chrono::milliseconds exhaust_for{60'000};
};

/// The parts of the search, in their order. If explicit-state search finishes,
/// its result is the result. Otherwise:
/// - If only some input values are tried, AutoOptions::exhaust is called before
///   all other parts, and again after the solver.
/// - Explicit-state search gets a share of the time. The lengths that it
///   exhausted are known afterwards: a run of at most one step more is
///   shortest.
/// - NoveltyEngine looks for the goals that are left. The lengths of its runs
///   are upper bounds.
/// - SymbolicEngine decides the rest, beside native runs that start in states
///   of its models.
/// - If the solver gives up, the inputs can be enumerated and exploration had
///   stopped for lack of time, exploration gets the rest of the budget.
///
/// If the system has no encoder, the solver and the searches of AutoOptions
/// that come after exploration are left out.
///
/// Determinism: each part visits states in a fixed order. Which goals are
/// covered depends on the machine only if time ends a part.
///
/// Result::graph is that of the explicit search and need not be closed.
class AutoEngine final : public Engine {
 public:
  /// With the defaults: no searches of a layer above.
  AutoEngine() = default;
  /// `options` is copied; the functions in it must stay callable.
  explicit AutoEngine(AutoOptions options) : options_(std::move(options)) {}

  /// Contract and errors: see Engine::explore(). Result::engine is "explicit",
  /// "symbolic" or "explicit and symbolic", or what AutoOptions::exhaust calls
  /// itself.
  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) override;

 private:
  /// All parts after the first call of AutoOptions::exhaust. `known`: the
  /// result of an earlier search that did not finish, which is moved from; null
  /// = none. `may_exhaust`: whether AutoOptions::exhaust may be called a second
  /// time.
  [[nodiscard]] Result explore_with(Result* known,
                                    bool may_exhaust,
                                    const model::StepSystem& system,
                                    const Options& options,
                                    const base::Budget& budget,
                                    const ProgressCallback& progress) const;
  /// The options for exploring a system whose domains are samples: it proves
  /// nothing, and only needs enough states for samples and runs.
  [[nodiscard]] Options sampling_options(const Options& options) const;
  /// The share of the novelty search, whose runs are added to `found`. Returns
  /// false if one of them contradicts what is known.
  [[nodiscard]] bool search_deep(Result& found,
                                 const model::StepSystem& system,
                                 const Options& options,
                                 const base::Budget& budget,
                                 const ProgressCallback& progress) const;
  /// Explores once more with the rest of the budget, after the solver. `both`
  /// is what is known then, without contradictions. Requires: the inputs can be
  /// enumerated.
  [[nodiscard]] Result explore_again(Result both,
                                     const model::StepSystem& system,
                                     const Options& options,
                                     const base::Budget& budget,
                                     const ProgressCallback& progress) const;
  /// For systems whose inputs can be enumerated, but have many letters.
  /// Explicit-state search gets a short time, and then AutoOptions::exhaust.
  [[nodiscard]] Result explore_many_letters(
      const model::StepSystem& system,
      const Options& options,
      const base::Budget& budget,
      const ProgressCallback& progress) const;
  /// The second calls of the searches of a layer above, with the solver in
  /// between. `found` is what is known so far; the return value is that with
  /// what is known besides. `done` is set to false if the caller still has to
  /// ask the solver.
  [[nodiscard]] Result with_others(Result found,
                                   bool may_exhaust,
                                   const model::StepSystem& system,
                                   const Options& options,
                                   const base::Budget& budget,
                                   const ProgressCallback& progress,
                                   bool& done) const;
  /// Calls AutoOptions::find_runs and adds its runs to `found`. Returns false
  /// if one of them contradicts what is known; then distrust() was called.
  [[nodiscard]] bool find_more(Result& found,
                               const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) const;
  /// The symbolic search, with the runs and the complete lengths of `found`;
  /// the result is merged with `found`.
  [[nodiscard]] Result with_solver(Result found,
                                   const model::StepSystem& system,
                                   const Options& options,
                                   const base::Budget& budget,
                                   const ProgressCallback& progress) const;

  /// Never changed by a search: explore() may be called any number of times.
  AutoOptions options_;
};

}  // namespace catenary::engine::reach
