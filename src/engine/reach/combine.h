// SPDX-License-Identifier: Apache-2.0
/// \file
/// Combination of the results of several searches into one, for engines that
/// call others.
///
/// Before two results are combined, they are compared: a run of one refutes a
/// claim of absence of the other. If that happens, distrust() withdraws all
/// claims of absence. Results that are combined must be about the same system,
/// with one report for each of its goals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Whether the result of an explicit-state search needs no further search: it
/// is complete, or the user asked for no more. `exhaustive`: all input values
/// are tried, so that a bound on steps or states was reached with full
/// knowledge.
[[nodiscard]] bool finished(const Result& result, bool exhaustive);

/// Whether a search tried everything that the options allow.
[[nodiscard]] bool exhausted(const Result& result, const Options& options);

/// Whether a search of all inputs went on to its end, except for runs that
/// ended in what cannot be executed. A formula stops at the same places, and
/// what it finds behind them cannot be replayed, so that no other engine covers
/// more. Steps that hung may only have been slow.
[[nodiscard]] bool lost_only_unsupported(const Result& result);

/// Whether every goal is covered or proved unreachable.
[[nodiscard]] bool decided(const Result& result);

/// Whether every goal is covered: there is nothing left to find, and proofs are
/// not needed then.
[[nodiscard]] bool all_covered(const Result& result);

/// Number of goals that are neither covered nor proved unreachable.
[[nodiscard]] std::size_t open_goals(const Result& result);

/// The first contradiction between two results: one that was noted before, or a
/// run of one against a claim of the other. "" if there is none.
[[nodiscard]] std::string contradiction_between(const model::StepSystem& system,
                                                const Result& a,
                                                const Result& b);

/// Number of goals that are covered by a run.
[[nodiscard]] std::uint32_t covered_goals(const Result& result);

/// Whether `part` is a prefix of `whole`; a run is a prefix of itself.
[[nodiscard]] bool begins(const model::Trace& whole, const model::Trace& part);

/// The runs to covered goals and to errors, short ones first, without those
/// that hung, which would hang again when they are replayed, and without those
/// that are the beginning of another one.
[[nodiscard]] std::vector<model::Trace> runs_of(const Result& result);

/// The shortest of them, as many as have no more than some millions of values
/// together.
[[nodiscard]] std::vector<model::Trace> short_runs(const Result& result);

/// Leaves nothing but runs of what a search says about goals: claims of absence
/// are withdrawn.
void keep_runs_only(Result& result);

/// Measures one call of an engine. Make it before the call.
class Meter {
 public:
  /// `budget`: that of the call.
  explicit Meter(const base::Budget& budget);

  /// What the call brought. `known`: what was decided of each goal before; it
  /// is updated.
  [[nodiscard]] Share share_of(const std::string& engine,
                               const Result& found,
                               std::vector<model::GoalStatus>& known) const;

 private:
  std::optional<std::chrono::milliseconds> allowed_;
  base::WorkClock::time_point begin_ = base::WorkClock::now();
};

/// Takes from `more` each goal of which it knows more. A proof does not replace
/// a run: contradictions are detected before, and a run is evidence that was
/// executed.
void merge_goals(Result& result, const Result& more);

/// Marks each covering run as shortest that is at most one step longer than
/// Result::complete_depth. Marks nothing if there are initial choices and that
/// depth is 0, since it may then mean that no initialisation was examined.
void judge_lengths(const model::StepSystem& system, Result& result);

/// Adds the runs of a deep search to a result. Returns whether nothing was
/// contradicted; otherwise the result was distrusted.
[[nodiscard]] bool add_deep(const model::StepSystem& system,
                            Result& result,
                            Result deep);

/// Adds an unfinished result to another one. Returns whether neither
/// contradicted the other; otherwise the result was distrusted. Of two graphs,
/// the one with more goals is kept: chains need the goals.
[[nodiscard]] bool add_known(const model::StepSystem& system,
                             Result& result,
                             Result known);

/// What exploration found, merged with the result of the solver. Figures of
/// size come from the solver's result, the graph and the ranges from
/// exploration, which alone has them.
[[nodiscard]] Result merged_with_solver(const model::StepSystem& system,
                                        Result found,
                                        Result by_solver);

}  // namespace catenary::engine::reach
