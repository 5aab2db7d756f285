// SPDX-License-Identifier: Apache-2.0
/// \file
/// Combination of results, goal by goal. The stronger claim wins: covered, then
/// unreachable, then bounded, then undecided; of two runs the shorter one does.

#include "engine/reach/combine.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::reach {

using model::GoalStatus;

namespace {

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

}  // namespace

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

bool lost_only_unsupported(const Result& result) {
  const auto is = [](model::StepOutcome outcome) {
    return [outcome](const Finding& f) { return f.outcome == outcome; };
  };
  return result.stop == Stop::none && !result.closed &&
         std::ranges::any_of(result.findings,
                             is(model::StepOutcome::unsupported)) &&
         std::ranges::none_of(result.findings, is(model::StepOutcome::hung));
}

bool decided(const Result& result) {
  return std::all_of(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status == GoalStatus::covered ||
               goal.result.status == GoalStatus::unreachable;
      });
}

bool all_covered(const Result& result) {
  return std::all_of(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status == GoalStatus::covered;
      });
}

std::size_t open_goals(const Result& result) {
  return static_cast<std::size_t>(std::count_if(
      result.goals.begin(), result.goals.end(), [](const GoalReport& goal) {
        return goal.result.status != GoalStatus::covered &&
               goal.result.status != GoalStatus::unreachable;
      }));
}

std::string contradiction_between(const model::StepSystem& system,
                                  const Result& a,
                                  const Result& b) {
  for (const Result* r : {&a, &b}) {
    if (!r->contradiction.empty()) return r->contradiction;
  }
  std::string text = contradiction_of(system, a, b);
  return text.empty() ? contradiction_of(system, b, a) : text;
}

std::uint32_t covered_goals(const Result& result) {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      result.goals, [](const GoalReport& g) { return g.trace.has_value(); }));
}

bool begins(const model::Trace& whole, const model::Trace& part) {
  return part.steps.size() <= whole.steps.size() &&
         part.initial == whole.initial &&
         std::equal(part.steps.begin(), part.steps.end(), whole.steps.begin());
}

std::vector<model::Trace> runs_of(const Result& result) {
  std::vector<const model::Trace*> all;
  for (const GoalReport& goal : result.goals) {
    if (goal.trace) all.push_back(&*goal.trace);
  }
  for (const Finding& finding : result.findings) {
    if (finding.outcome == model::StepOutcome::hung) continue;
    all.push_back(&finding.trace);
  }
  std::ranges::stable_sort(all, std::greater(), [](const model::Trace* run) {
    return run->steps.size();
  });
  std::vector<model::Trace> runs;
  for (const model::Trace* run : all) {
    if (std::ranges::none_of(runs, [run](const model::Trace& other) {
          return begins(other, *run);
        })) {
      runs.push_back(*run);
    }
  }
  std::ranges::reverse(runs);
  return runs;
}

std::vector<model::Trace> short_runs(const Result& result) {
  constexpr std::uint64_t kMostValues = std::uint64_t{1} << 21;
  std::vector<model::Trace> runs = runs_of(result);
  std::uint64_t values = 0;
  std::size_t count = 0;
  for (const model::Trace& run : runs) {
    if (!run.steps.empty()) values += run.steps.size() * run.steps[0].size();
    if (values > kMostValues) break;
    ++count;
  }
  runs.resize(count);
  return runs;
}

void keep_runs_only(Result& result) {
  for (GoalReport& goal : result.goals) {
    if (goal.result.status != GoalStatus::covered) goal = GoalReport();
  }
}

Meter::Meter(const base::Budget& budget) {
  if (budget.is_limited()) allowed_ = budget.work_left();
}

Share Meter::share_of(const std::string& engine,
                      const Result& found,
                      std::vector<GoalStatus>& known) const {
  Share share;
  share.engine = engine;
  share.allowed = allowed_;
  share.work = std::chrono::duration_cast<std::chrono::milliseconds>(
      base::WorkClock::now() - begin_);
  share.seconds = found.seconds;
  share.stop = found.stop;
  for (std::size_t g = 0; g < found.goals.size(); ++g) {
    const GoalStatus now = found.goals[g].result.status;
    if (now == GoalStatus::covered && known[g] != GoalStatus::covered) {
      ++share.covered;
      known[g] = now;
    } else if (now == GoalStatus::unreachable &&
               known[g] == GoalStatus::undecided) {
      ++share.unreachable;
      known[g] = now;
    }
  }
  return share;
}

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

void judge_lengths(const model::StepSystem& system, Result& result) {
  // Depth 0 is also what is complete before any initialisation was examined.
  // Without choices there is only one, which every run begins with.
  if (!system.initial.empty() && result.complete_depth == 0) return;
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

bool add_known(const model::StepSystem& system, Result& result, Result known) {
  const std::string contradiction =
      contradiction_between(system, result, known);
  merge_goals(result, known);
  merge_findings(result.findings, std::move(known.findings));
  if (hits_in(known) > hits_in(result)) result.graph = std::move(known.graph);
  if (result.proof.empty()) result.proof = std::move(known.proof);
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

Result merged_with_solver(const model::StepSystem& system,
                          Result found,
                          Result by_solver) {
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

}  // namespace catenary::engine::reach
