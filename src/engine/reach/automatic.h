// SPDX-License-Identifier: Apache-2.0
/// \file
/// Both engines together: states are exhausted where they are few, and where
/// they are not a solver decides what exploration left open.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

#include "engine/reach/engine.h"
#include "engine/reach/random/novelty_search.h"
#include "engine/reach/symbolic/symbolic.h"

namespace catenary::engine::reach {

/// A search of a layer above.
using OtherSearch = std::function<Result(const model::StepSystem&,
                                         const Options&,
                                         const base::Budget&,
                                         const ProgressCallback&)>;

/// Settings of AutoEngine. Times are wall-clock.
struct AutoOptions {
  SymbolicOptions symbolic;
  /// How long states are explored before the solver is asked, where the budget
  /// has no deadline; else at most a third of what is left.
  std::chrono::milliseconds explore_first{20'000};
  /// The same where only some input values are tried, so that exploration
  /// proves nothing.
  std::chrono::milliseconds sample_first{1'500};
  /// States that are explored then.
  std::uint64_t sampled_memory_bytes = std::uint64_t{256} << 20;
  /// How goals are looked for that lie too deep for that, and at most how
  /// long; where the budget has a deadline, at most a third of what is left.
  NoveltyOptions novelty{.patience_steps = 5'000'000};
  std::chrono::milliseconds search_deep{120'000};
  /// The same where only some input values are tried.
  std::chrono::milliseconds sample_deep{500};
  /// Another search for runs, where goals are left; none where empty. Its runs
  /// count, whatever else it says does not. It is asked before the solver,
  /// which is slow where it tries to prove what is not so. Where only some
  /// input values are tried, it is asked again where the solver has not decided
  /// everything after a while, or at once where many goals are left.
  OtherSearch find_runs;
  std::chrono::milliseconds find_first{3'000};
  std::size_t many_goals = 100;
  std::chrono::milliseconds solve_first{90'000};
  std::chrono::milliseconds find_for{120'000};
  /// One that may exhaust the states though inputs cannot be enumerated; none
  /// where empty. What it says counts. It is asked first of all; once more, for
  /// longer, where the solver has not decided everything after a while, or at
  /// once where many goals are left.
  OtherSearch exhaust;
  std::chrono::milliseconds exhaust_first{2'000};
  std::chrono::milliseconds exhaust_for{60'000};
};

/// What it answers is what ExplicitEngine answers where that finishes. Else:
/// - the explicit engine gets a share of the time; the lengths that it
///   exhausted are known, and the runs of at most one step more are shortest;
/// - where goals are left, so does NoveltyEngine; the lengths of what it hits
///   are upper bounds;
/// - where only some input values are tried, AutoOptions::exhaust comes before
///   all of this, and has a share with AutoOptions::find_runs;
/// - the symbolic engine decides the rest, beside native runs that start where
///   its models lead;
/// - where it gives up and the inputs can be enumerated, the explicit engine
///   has the rest of the budget.
/// Without an encoder there is no symbolic engine.
///
/// The order of each search is fixed; which goals are hit depends on time only
/// where time ends one of them.
///
/// Result::graph is that of the explicit engine, and perhaps not closed.
class AutoEngine final : public Engine {
 public:
  AutoEngine() = default;
  explicit AutoEngine(AutoOptions options) : options_(std::move(options)) {}

  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) override;

 private:
  /// With what another search found, which did not finish; none where null.
  [[nodiscard]] Result explore_with(Result* known,
                                    bool may_exhaust,
                                    const model::StepSystem& system,
                                    const Options& options,
                                    const base::Budget& budget,
                                    const ProgressCallback& progress) const;
  /// Where inputs can be enumerated, but a state has many: the explicit engine
  /// has a short time, and then AutoOptions::exhaust.
  [[nodiscard]] Result explore_many_letters(
      const model::StepSystem& system,
      const Options& options,
      const base::Budget& budget,
      const ProgressCallback& progress) const;
  /// The shares of the searches of a layer above; `done` where there is nothing
  /// left to do.
  [[nodiscard]] Result with_others(Result found,
                                   bool may_exhaust,
                                   const model::StepSystem& system,
                                   const Options& options,
                                   const base::Budget& budget,
                                   const ProgressCallback& progress,
                                   bool& done) const;
  /// Asks AutoOptions::find_runs; false where that contradicts what is known.
  [[nodiscard]] bool find_more(Result& found,
                               const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) const;
  [[nodiscard]] Result with_solver(Result found,
                                   const model::StepSystem& system,
                                   const Options& options,
                                   const base::Budget& budget,
                                   const ProgressCallback& progress) const;

  AutoOptions options_;
};

}  // namespace catenary::engine::reach
