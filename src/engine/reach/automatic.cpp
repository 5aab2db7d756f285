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
  for (std::size_t g = 0; g < result.goals.size(); ++g) {
    const GoalReport& b = more.goals[g];
    GoalReport& a = result.goals[g];
    if (rank(b) < rank(a) || (rank(a) == rank(b) && rank(a) == 2 &&
                              b.result.depth > a.result.depth)) {
      a = b;
    }
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

/// The symbolic result, with what the explicit engine knows besides.
Result merged(Result found, Result by_solver) {
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
  result.seconds += found.seconds;
  merge_findings(result, std::move(found.findings));
  return result;
}

}  // namespace

Result AutoEngine::explore(const model::StepSystem& system,
                           const Options& options,
                           const base::Budget& budget,
                           const ProgressCallback& progress) {
  ExplicitEngine by_running;
  if (system.encoder == nullptr) {
    return by_running.explore(system, options, budget, progress);
  }
  const bool exhaustive = system.exhaustive();
  base::Budget share = budget;
  const milliseconds first =
      exhaustive ? options_.explore_first : options_.sample_first;
  share.set_time(std::max(
      milliseconds(1),
      budget.has_deadline() ? std::min(first, budget.time_left() / 3) : first));
  Options sampling = options;
  if (!exhaustive) {
    sampling.memory_bytes =
        options.memory_bytes == 0
            ? options_.sampled_memory_bytes
            : std::min(options.memory_bytes, options_.sampled_memory_bytes);
  }
  Result found = by_running.explore(system, sampling, share, progress);
  if (finished(found, exhaustive)) return found;

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
  if (exhaustive && budget.has_deadline()) {
    rest.set_time(std::max(milliseconds(1), budget.time_left() / 2));
  }
  Result by_solver = SymbolicEngine(std::move(symbolic))
                         .explore(system, options, rest, progress);
  const bool out_of_time = found.stop == Stop::time;
  Result both = merged(std::move(found), std::move(by_solver));
  if (decided(both) || !out_of_time || !exhaustive ||
      both.stop == Stop::interrupt || both.stop == Stop::steps ||
      budget.poll() != base::StopReason::none) {
    return both;
  }
  found = by_running.explore(system, options, budget, progress);
  if (finished(found, exhaustive)) return found;
  merge_goals(found, both);
  merge_findings(found, std::move(both.findings));
  found.proof = both.proof;
  found.engine = both.engine;
  return found;
}

}  // namespace catenary::engine::reach
