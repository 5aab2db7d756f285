// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/automatic.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/reach/explicit.h"

namespace catenary::engine::reach {

namespace {

using model::GoalStatus;
using std::chrono::milliseconds;

/// Whether the explicit engine said all there is to say, or the user asked for
/// no more.
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

bool decided(const Result& result) {
  return std::all_of(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status == GoalStatus::covered ||
               goal.result.status == GoalStatus::unreachable;
      });
}

/// Takes from `more` what it knows better of each goal.
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

/// Runs are shortest where all shorter ones were examined. Where initial
/// choices are only sampled, not even those without steps were.
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

/// Findings of the other search that this one has not made.
void merge_findings(Result& result, std::vector<Finding> more) {
  for (Finding& finding : more) {
    const bool known = std::any_of(
        result.findings.begin(), result.findings.end(), [&](const Finding& f) {
          return f.outcome == finding.outcome &&
                 f.event.text == finding.event.text &&
                 f.event.where == finding.event.where;
        });
    if (!known) result.findings.push_back(std::move(finding));
  }
}

std::size_t open_goals(const Result& result) {
  return static_cast<std::size_t>(std::count_if(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status != GoalStatus::covered &&
               goal.result.status != GoalStatus::unreachable;
      }));
}

bool all_covered(const Result& result) {
  return std::all_of(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status == GoalStatus::covered;
      });
}

/// What deep runs hit, besides what shorter ones do.
void add_deep(Result& result, Result deep) {
  merge_goals(result, deep);
  merge_findings(result, std::move(deep.findings));
  result.states = std::max(result.states, deep.states);
  result.transitions += deep.transitions;
  result.seconds += deep.seconds;
}

/// At most so long, and no more than a third of what is left.
base::Budget share_of(const base::Budget& budget, milliseconds most) {
  base::Budget share = budget;
  share.set_time(std::max(
      milliseconds(1),
      budget.has_deadline() ? std::min(most, budget.time_left() / 3) : most));
  return share;
}

/// The symbolic result, with what the explicit engine knows besides.
Result merged(const model::StepSystem& system, Result found, Result by_solver) {
  Result result = std::move(by_solver);
  merge_goals(result, found);
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
  judge_lengths(system, result);
  result.seconds += found.seconds;
  merge_findings(result, std::move(found.findings));
  return result;
}

}  // namespace

Result AutoEngine::explore(const model::StepSystem& system,
                           const Options& options,
                           const base::Budget& budget,
                           const ProgressCallback& progress) {
  const bool exhaustive = system.exhaustive();
  const milliseconds first =
      exhaustive ? options_.explore_first : options_.sample_first;
  Options sampling = options;
  if (!exhaustive) {
    sampling.memory_bytes =
        options.memory_bytes == 0
            ? options_.sampled_memory_bytes
            : std::min(options.memory_bytes, options_.sampled_memory_bytes);
  }
  ExplicitEngine by_running;
  Result found =
      by_running.explore(system, sampling, share_of(budget, first), progress);
  if (finished(found, exhaustive) ||
      (system.encoder == nullptr && found.stop == Stop::letters)) {
    return found;
  }
  const bool out_of_time = found.stop == Stop::time;
  if (!all_covered(found) && found.stop != Stop::letters &&
      found.stop != Stop::none) {
    const milliseconds deep =
        exhaustive ? options_.search_deep : options_.sample_deep;
    add_deep(found,
             NoveltyEngine(options_.novelty)
                 .explore(system, sampling, share_of(budget, deep), progress));
  }
  if (!exhaustive && options_.find_runs && system.encoder != nullptr) {
    if (open_goals(found) <= options_.many_goals) {
      found = with_solver(std::move(found),
                          system,
                          options,
                          share_of(budget, options_.solve_first),
                          progress);
      if (decided(found) ||
          (found.stop != Stop::time && found.stop != Stop::patience)) {
        return found;
      }
    }
    if (budget.poll() != base::StopReason::none) return found;
    Result deep = options_.find_runs(
        system, options, share_of(budget, options_.find_for), progress);
    for (GoalReport& goal : deep.goals) {
      if (goal.result.status != GoalStatus::covered) goal = GoalReport();
    }
    add_deep(found, std::move(deep));
  }
  Result both =
      system.encoder == nullptr
          ? std::move(found)
          : with_solver(std::move(found), system, options, budget, progress);
  if (decided(both) || !out_of_time || !exhaustive ||
      both.stop == Stop::interrupt || both.stop == Stop::steps ||
      budget.poll() != base::StopReason::none) {
    return both;
  }
  found = by_running.explore(system, options, budget, progress);
  if (finished(found, exhaustive)) return found;
  merge_goals(found, both);
  judge_lengths(system, found);
  merge_findings(found, std::move(both.findings));
  found.proof = both.proof;
  found.engine = both.engine;
  return found;
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
    if (finding.outcome == model::StepOutcome::hung) continue;
    symbolic.known_runs.push_back(finding.trace);
  }
  base::Budget rest = budget;
  if (system.exhaustive() && budget.has_deadline()) {
    rest.set_time(std::max(milliseconds(1), budget.time_left() / 2));
  }
  return merged(system,
                std::move(found),
                SymbolicEngine(std::move(symbolic))
                    .explore(system, options, rest, progress));
}

}  // namespace catenary::engine::reach
