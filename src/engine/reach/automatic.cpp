// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cooperation of explicit-state search, symbolic search and others.
///
/// Each part of the search gives a Result. Results are merged goal by goal: the
/// stronger claim wins (covered, unreachable, bounded, undecided), and the
/// shorter run among two. Before each merge the two are compared, because a run
/// of one refutes a claim of absence of the other; this cross-check of
/// independent engines guards against errors in each of them.

#include "engine/reach/automatic.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::reach {

namespace {

using model::GoalStatus;
using std::chrono::milliseconds;

/// Whether the explicit engine's result needs no further search: it is
/// complete, or the user asked for no more. `exhaustive`: all input values are
/// tried, so that a bound on steps or states was reached with full knowledge.
bool finished(const Result& result, bool exhaustive) {
  switch (result.stop) {
    case Stop::none:
      return result.closed;
    case Stop::steps:
    case Stop::goals:
      return exhaustive && result.complete_depth > 0;
    case Stop::interrupt:
    case Stop::hangs:
    case Stop::died:
      return true;
    default:
      return false;
  }
}

/// Whether every goal is covered or proved unreachable.
bool decided(const Result& result) {
  return std::all_of(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status == GoalStatus::covered ||
               goal.result.status == GoalStatus::unreachable;
      });
}

/// Takes from `more` each goal of which it knows more. A proof does not replace
/// a run: contradictions were detected before, and a run is evidence that was
/// executed.
void merge_goals(Result& result, const Result& more) {
  const auto rank = [](const GoalReport& goal) {
    switch (goal.result.status) {
      case GoalStatus::covered:
        return 0;
      case GoalStatus::unreachable:
        return 1;
      case GoalStatus::not_within_bound:
        return 2;
      default:
        return 3;
    }
  };
  const auto better = [&rank](const GoalReport& b, const GoalReport& a) {
    if (rank(a) != rank(b)) return rank(b) < rank(a);
    switch (a.result.status) {
      case GoalStatus::covered:
        return b.result.depth < a.result.depth ||
               (b.result.depth == a.result.depth && b.shortest && !a.shortest);
      case GoalStatus::not_within_bound:
        return b.result.depth > a.result.depth;
      default:
        return false;
    }
  };
  for (std::size_t g = 0; g < result.goals.size(); ++g) {
    if (better(more.goals[g], result.goals[g])) result.goals[g] = more.goals[g];
  }
}

/// Marks runs as shortest whose length is at most one more than the length that
/// was examined completely. If initial choices are only sampled, not even runs
/// of 0 steps were.
void judge_lengths(const model::StepSystem& system, Result& result) {
  const bool all_starts = std::all_of(
      system.initial.begin(), system.initial.end(), [](const auto& v) {
        return v.exhaustive;
      });
  if (!all_starts && result.complete_depth == 0) return;
  for (GoalReport& goal : result.goals) {
    model::GoalResult& r = goal.result;
    if (r.status != GoalStatus::covered || goal.shortest || r.depth < 0 ||
        r.depth > std::int64_t{result.complete_depth} + 1) {
      continue;
    }
    goal.shortest = true;
    r.reason = hit_text(static_cast<std::uint64_t>(r.depth), true);
  }
}

/// Number of goals that are neither covered nor proved unreachable.
std::size_t open_goals(const Result& result) {
  return static_cast<std::size_t>(std::count_if(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status != GoalStatus::covered &&
               goal.result.status != GoalStatus::unreachable;
      }));
}

/// Whether there is nothing left to find; proofs are not needed then.
bool all_covered(const Result& result) {
  return std::all_of(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status == GoalStatus::covered;
      });
}

/// The first contradiction between two results: one that was noted before, or a
/// run of one against a claim of the other. "" if there is none.
std::string contradiction_between(const model::StepSystem& system,
                                  const Result& a,
                                  const Result& b) {
  for (const Result* r : {&a, &b}) {
    if (!r->contradiction.empty()) return r->contradiction;
  }
  std::string text = contradiction_of(system, a, b);
  return text.empty() ? contradiction_of(system, b, a) : text;
}

/// Adds the runs of a deep search to a result. Returns whether nothing was
/// contradicted; otherwise the result was distrusted.
bool add_deep(const model::StepSystem& system, Result& result, Result deep) {
  const std::string contradiction = contradiction_between(system, result, deep);
  merge_goals(result, deep);
  merge_findings(result.findings, std::move(deep.findings));
  result.states = std::max(result.states, deep.states);
  result.transitions += deep.transitions;
  result.seconds += deep.seconds;
  if (contradiction.empty()) return true;
  distrust(result, contradiction);
  return false;
}

/// Number of goals that occur in the graph.
std::size_t hits_in(const Result& result) {
  std::vector<bool> hit(result.goals.size());
  if (result.graph) {
    for (const auto& set : result.graph->hit_sets) {
      for (const std::uint32_t g : set) hit[g] = true;
    }
  }
  return static_cast<std::size_t>(std::count(hit.begin(), hit.end(), true));
}

/// Adds an unfinished result to another one. Returns whether neither
/// contradicted the other. Of two graphs, the one with more goals is kept:
/// chains need the goals.
bool add_known(const model::StepSystem& system, Result& result, Result known) {
  const std::string contradiction =
      contradiction_between(system, result, known);
  merge_goals(result, known);
  merge_findings(result.findings, std::move(known.findings));
  if (hits_in(known) > hits_in(result)) result.graph = std::move(known.graph);
  result.initial_ended |= known.initial_ended;
  result.states = std::max(result.states, known.states);
  result.transitions += known.transitions;
  result.seconds += known.seconds;
  result.complete_depth = std::max(result.complete_depth, known.complete_depth);
  if (contradiction.empty()) {
    judge_lengths(system, result);
    return true;
  }
  distrust(result, contradiction);
  return false;
}

/// Whether a state has so many inputs that one representative of each input
/// equivalence class costs less than running all of them.
bool has_many_letters(const model::StepSystem& system) {
  constexpr std::uint64_t kMany = 10'000;
  return model::Alphabet::size_of(system.inputs) > kMany;
}

/// Whether a search tried everything that the options allow.
bool exhausted(const Result& result, const Options& options) {
  switch (result.stop) {
    case Stop::none:
      return result.closed;
    case Stop::steps:
      return result.complete_depth >= options.max_steps;
    case Stop::goals:
      return std::all_of(result.goals.begin(),
                         result.goals.end(),
                         [](const GoalReport& g) { return g.shortest; });
    case Stop::interrupt:
      return true;
    default:
      return false;
  }
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

/// Merges what exploration found with the result of the solver. Figures of size
/// come from the solver's result, the graph and the ranges from exploration,
/// which alone has them.
Result merged(const model::StepSystem& system, Result found, Result by_solver) {
  const std::string contradiction =
      contradiction_between(system, found, by_solver);
  if (!contradiction.empty()) {
    distrust(found, contradiction);
    distrust(by_solver, contradiction);
  }
  Result result = std::move(by_solver);
  if (result.proof.empty()) result.proof = std::move(found.proof);
  merge_goals(result, found);
  // The reasons of open goals name what kept exploration from deciding them.
  if (found.stop == Stop::memory || found.stop == Stop::letters) {
    for (GoalReport& goal : result.goals) {
      if (goal.result.status != GoalStatus::not_within_bound &&
          goal.result.status != GoalStatus::undecided) {
        continue;
      }
      goal.result.reason +=
          std::string("; exploration was stopped by ") + to_string(found.stop);
    }
  }
  result.graph = std::move(found.graph);
  result.state_ranges = std::move(found.state_ranges);
  result.output_ranges = std::move(found.output_ranges);
  result.initial_ended |= found.initial_ended;
  result.engine = "explicit and symbolic";
  result.states = std::max(result.states, found.states);
  result.transitions += found.transitions;
  result.complete_depth = std::max(result.complete_depth, found.complete_depth);
  if (contradiction.empty()) judge_lengths(system, result);
  result.seconds += found.seconds;
  merge_findings(result.findings, std::move(found.findings));
  return result;
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
  Options sampling = options;
  if (!exhaustive) {
    // Sampled exploration proves nothing: it only needs enough states for
    // samples and runs.
    sampling.memory_bytes =
        options.memory_bytes == 0
            ? options_.sampled_memory_bytes
            : std::min(options.memory_bytes, options_.sampled_memory_bytes);
  }
  ExplicitEngine by_running;
  Result found =
      by_running.explore(system, sampling, share_of(budget, first), progress);
  const bool out_of_time = found.stop == Stop::time;
  const Stop stop = found.stop;
  // Read before the merge, which may raise the complete depth: what counts
  // here is what the exploration itself exhausted.
  const bool ended = finished(found, exhaustive);
  if (known != nullptr && !add_known(system, found, std::move(*known))) {
    return found;
  }
  if (ended) return found;
  // Nothing was explored and nothing can be encoded: no part is left that could
  // decide anything.
  if (system.encoder == nullptr && stop == Stop::letters) return found;
  // After Stop::letters novelty search cannot enumerate the inputs either;
  // after Stop::none, with gaps, it would find the same states.
  if (!all_covered(found) && stop != Stop::letters && stop != Stop::none) {
    const milliseconds deep =
        exhaustive ? options_.search_deep : options_.sample_deep;
    Result by_novelty =
        NoveltyEngine(options_.novelty)
            .explore(system, sampling, share_of(budget, deep), progress);
    if (!add_deep(system, found, std::move(by_novelty))) return found;
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
  // Exploration goes on only if time was what stopped it, and if it can prove
  // something. It starts from scratch: its process is gone.
  if (decided(both) || !both.contradiction.empty() || !out_of_time ||
      !exhaustive || both.stop == Stop::interrupt || both.stop == Stop::steps ||
      budget.poll() != base::StopReason::none) {
    return both;
  }
  found = options_.exhaust && has_many_letters(system)
              ? options_.exhaust(system, options, budget, progress)
              : by_running.explore(system, options, budget, progress);
  const std::string contradiction = contradiction_between(system, found, both);
  if (contradiction.empty()) {
    // The complete result replaces the others; they do not contradict it.
    if (finished(found, exhaustive)) return found;
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
  if (open_goals(found) <= options_.many_goals) {
    found = with_solver(std::move(found),
                        system,
                        options,
                        // The solver's question is about all open goals at
                        // once: with many of them it is asked last.
                        share_of(budget, options_.solve_first),
                        progress);
    if (decided(found) || !found.contradiction.empty() ||
        (found.stop != Stop::time && found.stop != Stop::patience)) {
      return found;
    }
  }
  if (budget.poll() != base::StopReason::none) return found;
  // Any other reason than time to stop would stop a second attempt as well.
  if (may_exhaust && options_.exhaust) {
    Result more = options_.exhaust(
        system, options, share_of(budget, options_.exhaust_for), progress);
    if (exhausted(more, options)) {
      (void)add_known(system, more, std::move(found));
      // A second, longer attempt to exhaust the states.
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
  for (GoalReport& goal : more.goals) {
    if (goal.result.status != GoalStatus::covered) goal = GoalReport();
  }
  return add_deep(system, found, std::move(more));
}

Result AutoEngine::with_solver(Result found,
                               const model::StepSystem& system,
                               // Only runs count: claims of absence by a search
                               // that may have missed inputs do not.
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) const {
  SymbolicOptions symbolic = options_.symbolic;
  symbolic.known_depth = found.complete_depth;
  for (const GoalReport& goal : found.goals) {
    if (goal.trace) symbolic.known_runs.push_back(*goal.trace);
  }
  for (const Finding& finding : found.findings) {
    if (finding.outcome == model::StepOutcome::hung) continue;
    symbolic.known_runs.push_back(finding.trace);
  }
  base::Budget rest = budget;
  // A run that hung cannot be replayed in this process: it would hang again.
  if (system.exhaustive() && budget.has_deadline()) {
    rest.set_time(std::max(milliseconds(1), budget.time_left() / 2));
  }
  return merged(system,
                std::move(found),
                SymbolicEngine(std::move(symbolic))
                    .explore(system, options, rest, progress));
  /// If exploration may follow, it gets the other half of the time.
}

}  // namespace catenary::engine::reach
