// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cooperation of explicit-state search, symbolic search and others.
///
/// Each part of the search gives a Result, which is combined with those before
/// (see combine.h). Their contradictions are found then: this cross-check of
/// independent engines guards against errors in each of them.

#include "engine/reach/automatic.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/reach/combine.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::reach {

namespace {

using model::GoalStatus;
using std::chrono::milliseconds;

/// Whether a state has so many inputs that one representative of each input
/// equivalence class costs less than running all of them.
bool has_many_letters(const model::StepSystem& system) {
  constexpr std::uint64_t kMany = 10'000;
  return model::Alphabet::size_of(system.inputs) > kMany;
}

/// Whether a search of all inputs went on to its end, except for runs that
/// ended in what cannot be executed. A formula stops at the same places, and
/// what it finds behind them cannot be replayed, so that no other engine covers
/// more. Steps that hung may only have been slow.
bool lost_only_unsupported(const Result& found) {
  const auto is = [](model::StepOutcome outcome) {
    return [outcome](const Finding& f) { return f.outcome == outcome; };
  };
  return found.stop == Stop::none && !found.closed &&
         std::ranges::any_of(found.findings,
                             is(model::StepOutcome::unsupported)) &&
         std::ranges::none_of(found.findings, is(model::StepOutcome::hung));
}

/// Fills the ranges of a result that has none. They are observations: some
/// inputs are tried for a short time.
void add_ranges(Result& result,
                const model::StepSystem& system,
                const Options& options,
                const base::Budget& budget,
                const ProgressCallback& progress) {
  constexpr milliseconds kForRanges{1'000};
  base::Budget share = budget;
  share.set_time(kForRanges);
  Result sample = ExplicitEngine().explore(system, options, share, progress);
  result.state_ranges = std::move(sample.state_ranges);
  result.output_ranges = std::move(sample.output_ranges);
}

/// A budget of at most `most`, and of at most a third of the time left.
base::Budget share_of(const base::Budget& budget, milliseconds most) {
  base::Budget share = budget;
  share.set_time(std::max(
      milliseconds(1),
      budget.has_deadline() ? std::min(most, budget.time_left() / 3) : most));
  return share;
}

}  // namespace

Result AutoEngine::explore(const model::StepSystem& system,
                           const Options& options,
                           const base::Budget& budget,
                           const ProgressCallback& progress) {
  if (!options_.exhaust) {
    return explore_with(nullptr, false, system, options, budget, progress);
  }
  // Domains are complete: exploration alone may prove everything. Only for very
  // many letters are classes of inputs the better start.
  if (system.exhaustive()) {
    if (!has_many_letters(system)) {
      return explore_with(nullptr, false, system, options, budget, progress);
    }
    return explore_many_letters(system, options, budget, progress);
  }
  Result first = options_.exhaust(
      system, options, share_of(budget, options_.exhaust_first), progress);
  // If the first attempt ran out of time with many open goals, the solver would
  // not decide them soon either: the longer attempt follows at once.
  bool again = first.stop == Stop::time;
  if (again && open_goals(first) > options_.many_goals) {
    first = options_.exhaust(
        system, options, share_of(budget, options_.exhaust_for), progress);
    again = false;
  }
  if (exhausted(first, options)) {
    if (options.ranges) add_ranges(first, system, options, budget, progress);
    return first;
  }
  return explore_with(&first, again, system, options, budget, progress);
}

Result AutoEngine::explore_many_letters(
    const model::StepSystem& system,
    const Options& options,
    const base::Budget& budget,
    const ProgressCallback& progress) const {
  Result quick = ExplicitEngine().explore(
      system, options, share_of(budget, options_.exhaust_first), progress);
  if (finished(quick, true)) return quick;
  // Exploration could not finish in a short time: classes of inputs first.
  Result by_classes = options_.exhaust(
      system, options, share_of(budget, options_.exhaust_for), progress);
  const bool done = exhausted(by_classes, options);
  if (!add_known(system, by_classes, std::move(quick)) || done) {
    if (options.ranges) {
      add_ranges(by_classes, system, options, budget, progress);
    }
    return by_classes;
  }
  return explore_with(&by_classes, false, system, options, budget, progress);
}

/// The order of the parts is by cost: native exploration, novelty search, runs
/// by concolic search, and then the solver, which is the only one that can
/// prove something about the rest.
Result AutoEngine::explore_with(Result* known,
                                bool may_exhaust,
                                const model::StepSystem& system,
                                const Options& options,
                                const base::Budget& budget,
                                const ProgressCallback& progress) const {
  const bool exhaustive = system.exhaustive();
  const milliseconds first =
      exhaustive ? options_.explore_first : options_.sample_first;
  const Options sampling = exhaustive ? options : sampling_options(options);
  Result found = ExplicitEngine().explore(
      system, sampling, share_of(budget, first), progress);
  const Stop stop = found.stop;
  // Read before the merge, which may raise the complete depth: what counts
  // here is what the exploration itself exhausted.
  const bool ended = finished(found, exhaustive);
  if (known != nullptr && !add_known(system, found, std::move(*known))) {
    return found;
  }
  if (ended || (exhaustive && lost_only_unsupported(found))) return found;
  // Nothing was explored, and nothing can be encoded.
  if (system.encoder == nullptr && stop == Stop::letters) return found;
  // After Stop::letters novelty search cannot enumerate the inputs either;
  // after Stop::none, with gaps, it would find the same states.
  if (!all_covered(found) && stop != Stop::letters && stop != Stop::none) {
    if (!search_deep(found, system, sampling, budget, progress)) return found;
  }
  if (options_.find_runs && system.encoder != nullptr) {
    if (open_goals(found) <= options_.many_goals &&
        !find_more(found,
                   system,
                   options,
                   share_of(budget, options_.find_first),
                   progress)) {
      return found;
    }
    bool done = false;
    if (!exhaustive) {
      found = with_others(std::move(found),
                          may_exhaust,
                          system,
                          options,
                          budget,
                          progress,
                          done);
    }
    if (done) return found;
  }
  Result both =
      system.encoder == nullptr
          ? std::move(found)
          : with_solver(std::move(found), system, options, budget, progress);
  // Again, if only time stopped exploration and it can prove something.
  if (decided(both) || !both.contradiction.empty() || stop != Stop::time ||
      !exhaustive || both.stop == Stop::interrupt || both.stop == Stop::steps ||
      budget.poll() != base::StopReason::none) {
    return both;
  }
  return explore_again(std::move(both), system, options, budget, progress);
}

Options AutoEngine::sampling_options(const Options& options) const {
  Options sampling = options;
  sampling.memory_bytes =
      options.memory_bytes == 0
          ? options_.sampled_memory_bytes
          : std::min(options.memory_bytes, options_.sampled_memory_bytes);
  return sampling;
}

bool AutoEngine::search_deep(Result& found,
                             const model::StepSystem& system,
                             const Options& options,
                             const base::Budget& budget,
                             const ProgressCallback& progress) const {
  const milliseconds deep =
      system.exhaustive() ? options_.search_deep : options_.sample_deep;
  Result by_novelty =
      NoveltyEngine(options_.novelty)
          .explore(system, options, share_of(budget, deep), progress);
  return add_deep(system, found, std::move(by_novelty));
}

/// Exploration starts from scratch, because its process is gone.
Result AutoEngine::explore_again(Result both,
                                 const model::StepSystem& system,
                                 const Options& options,
                                 const base::Budget& budget,
                                 const ProgressCallback& progress) const {
  Result found =
      options_.exhaust && has_many_letters(system)
          ? options_.exhaust(system, options, budget, progress)
          : ExplicitEngine().explore(system, options, budget, progress);
  const std::string contradiction = contradiction_between(system, found, both);
  if (contradiction.empty()) {
    // The complete result replaces the others; they do not contradict it.
    if (finished(found, true)) return found;
    found.proof = both.proof;
  } else {
    distrust(found, contradiction);
    distrust(both, contradiction);
  }
  merge_goals(found, both);
  if (contradiction.empty()) judge_lengths(system, found);
  merge_findings(found.findings, std::move(both.findings));
  found.engine = both.engine;
  return found;
}

Result AutoEngine::with_others(Result found,
                               bool may_exhaust,
                               const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress,
                               bool& done) const {
  done = true;
  // The solver's question is about all open goals at once: with many of them it
  // is asked last.
  if (open_goals(found) <= options_.many_goals) {
    found = with_solver(std::move(found),
                        system,
                        options,
                        share_of(budget, options_.solve_first),
                        progress);
    // After any other reason to stop than time the other searches have nothing
    // to add: the search is complete, or would stop for the same reason.
    if (decided(found) || !found.contradiction.empty() ||
        (found.stop != Stop::time && found.stop != Stop::patience)) {
      return found;
    }
  }
  if (budget.poll() != base::StopReason::none) return found;
  // A second, longer attempt to exhaust the states.
  if (may_exhaust && options_.exhaust) {
    Result more = options_.exhaust(
        system, options, share_of(budget, options_.exhaust_for), progress);
    if (exhausted(more, options)) {
      (void)add_known(system, more, std::move(found));
      return more;
    }
    if (!add_known(system, found, std::move(more))) return found;
    if (budget.poll() != base::StopReason::none) return found;
  }
  done = !find_more(
      found, system, options, share_of(budget, options_.find_for), progress);
  return found;
}

bool AutoEngine::find_more(Result& found,
                           const model::StepSystem& system,
                           const Options& options,
                           const base::Budget& budget,
                           const ProgressCallback& progress) const {
  if (open_goals(found) == 0) return true;
  Result more = options_.find_runs(system, options, budget, progress);
  // Only runs count: claims of absence by a search that may have missed inputs
  // do not.
  for (GoalReport& goal : more.goals) {
    if (goal.result.status != GoalStatus::covered) goal = GoalReport();
  }
  return add_deep(system, found, std::move(more));
}

Result AutoEngine::with_solver(Result found,
                               const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) const {
  SymbolicOptions symbolic = options_.symbolic;
  symbolic.known_depth = found.complete_depth;
  for (const GoalReport& goal : found.goals) {
    if (goal.trace) symbolic.known_runs.push_back(*goal.trace);
  }
  for (const Finding& finding : found.findings) {
    // A run that hung would hang again when it is replayed.
    if (finding.outcome == model::StepOutcome::hung) continue;
    symbolic.known_runs.push_back(finding.trace);
  }
  base::Budget rest = budget;
  // If exploration may follow, it gets the other half of the time.
  if (system.exhaustive() && budget.has_deadline()) {
    rest.set_time(std::max(milliseconds(1), budget.time_left() / 2));
  }
  return merged_with_solver(system,
                            std::move(found),
                            SymbolicEngine(std::move(symbolic))
                                .explore(system, options, rest, progress));
}

}  // namespace catenary::engine::reach
