// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replay of runs in a forked child process, and what it confirms.

#include "engine/reach/replay.h"

#include <algorithm>

#include "engine/reach/process/stepper_jobs.h"
#include "model/step/wire.h"

namespace catenary::engine::reach {

namespace {

using model::GoalStatus;
using model::Trust;

/// Whether a replay confirms a finding: the same outcome in the same step. For
/// a run that killed its process, its end is the finding.
bool confirms(const Replayed& run, const Finding& finding) {
  if (!run.complete) return run.died_at_end;
  const model::SimulatedStep& last = run.simulation.steps.empty()
                                         ? run.simulation.initial
                                         : run.simulation.steps.back();
  return last.outcome == finding.outcome &&
         run.simulation.steps.size() == finding.trace.steps.size();
}

}  // namespace

void distrust(Result& result, const std::string& reason) {
  result.contradiction = reason;
  // Nothing counts as complete any more.
  result.closed = false;
  result.complete_depth = 0;
  result.proof.clear();
  for (auto* ranges : {&result.state_ranges, &result.output_ranges}) {
    for (ValueRange& range : *ranges) range.proved = false;
  }
  if (result.graph) {
    result.graph->closed = false;
    result.graph->complete_depth = 0;
  }
  for (GoalReport& goal : result.goals) {
    if (goal.result.status == GoalStatus::unreachable ||
        goal.result.status == GoalStatus::not_within_bound) {
      goal.result = {GoalStatus::undecided, Trust::claimed, reason, -1};
      // A run of 0 steps is shortest whatever else is wrong.
    } else if (goal.shortest && goal.result.depth > 0) {
      goal.shortest = false;
      goal.result.reason =
          hit_text(static_cast<std::uint64_t>(goal.result.depth), false);
    }
  }
}

bool Replayed::hits(std::uint32_t goal) const {
  const auto in = [goal](const model::SimulatedStep& step) {
    return std::binary_search(step.hits.begin(), step.hits.end(), goal);
  };
  return complete &&
         (in(simulation.initial) ||
          std::any_of(simulation.steps.begin(), simulation.steps.end(), in));
}

std::vector<Replayed> replay(const model::StepSystem& system,
                             std::span<const model::Trace> traces,
                             const ReplayOptions& options,
                             const base::Budget& budget) {
  std::vector<Replayed> results(traces.size());
  StepperJobs jobs;
  jobs.count = traces.size();
  jobs.work =
      [&](std::size_t i, model::Stepper& stepper, base::WireWriter& to) {
        write(to, system, model::simulate(system, stepper, traces[i]));
      };
  jobs.done = [&](std::size_t i, base::WireReader& from) {
    results[i].complete = true;
    read(from, system, results[i].simulation);
  };
  jobs.failed = [&](std::size_t i,
                    const std::string& reason,
                    bool was_tried,
                    std::uint64_t step) {
    results[i].reason = reason;
    results[i].died_at_end = was_tried && step == traces[i].steps.size();
  };
  do_stepper_jobs(system, jobs, options.step_time_limit, budget);
  return results;
}

/// The runs of goals come first, in their order, then those of findings: the
/// same order in both loops below.
void confirm(const model::StepSystem& system,
             Result& result,
             const ReplayOptions& options,
             const base::Budget& budget) {
  std::vector<model::Trace> traces;
  for (const GoalReport& goal : result.goals) {
    if (goal.trace) traces.push_back(*goal.trace);
  }
  for (const Finding& finding : result.findings) {
    traces.push_back(finding.trace);
  }
  const std::vector<Replayed> runs = replay(system, traces, options, budget);
  const bool out_of_time = budget.poll() != base::StopReason::none;

  auto run = runs.begin();
  std::string contradiction;
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    GoalReport& goal = result.goals[g];
    if (!goal.trace) continue;
    if (run->hits(g)) {
      goal.result.trust = Trust::replayed;
      // A run that was not tried for lack of time contradicts nothing.
    } else if (run->complete || !out_of_time) {
      contradiction = "the run found for goal " + system.goals[g].id +
                      " does not hit it when it is replayed";
      if (!run->complete) contradiction += " (" + run->reason + ")";
      goal.result = {GoalStatus::undecided, Trust::claimed, contradiction, -1};
      goal.trace.reset();
    }
    ++run;
  }
  for (Finding& finding : result.findings) {
    if (confirms(*run++, finding)) finding.trust = Trust::replayed;
  }
  // After both loops: every run has had its chance to be confirmed.
  if (!contradiction.empty()) distrust(result, contradiction);
}

}  // namespace catenary::engine::reach
