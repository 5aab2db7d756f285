// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/directed.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "engine/concolic/exhaust.h"
#include "engine/reach/automatic.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::concolic {

using std::chrono::milliseconds;

namespace {

/// Exploration for states that are few; concolic runs went deeper than more of
/// it would, where they are many.
constexpr milliseconds kExplore{1'000};
constexpr milliseconds kSearchDeep{1'000};

reach::AutoOptions auto_options(const model::StepSystem& system,
                                const reach::Result& found) {
  reach::AutoOptions options;
  if (can_exhaust(system)) options.exhaust = exhaust;
  options.explore_first = options.sample_first = kExplore;
  options.search_deep = options.sample_deep = kSearchDeep;
  // Shorter runs are not what was asked for.
  options.symbolic.polish = milliseconds(1);
  for (const reach::GoalReport& goal : found.goals) {
    if (goal.trace) options.symbolic.known_runs.push_back(*goal.trace);
  }
  for (const reach::Finding& finding : found.findings) {
    if (finding.outcome == model::StepOutcome::hung) continue;
    options.symbolic.known_runs.push_back(finding.trace);
  }
  return options;
}

}  // namespace

bool leaves_goals(const reach::Result& found) {
  return std::any_of(found.goals.begin(),
                     found.goals.end(),
                     [](const reach::GoalReport& g) { return !g.trace; });
}

reach::Result settle(const model::StepSystem& system,
                     const ConcolicOptions& options,
                     reach::Result found,
                     const base::Budget& budget,
                     const reach::ProgressCallback& progress) {
  reach::Options o;
  o.max_steps = options.max_steps;
  o.jobs = options.jobs;
  o.step_time_limit = options.step_time_limit;
  o.max_hung = options.max_hung;
  o.memory_bytes = options.memory_bytes;
  reach::Result all = reach::AutoEngine(auto_options(system, found))
                          .explore(system, o, budget, progress);
  const std::string contradiction = reach::contradiction_of(system, all, found);
  if (!contradiction.empty()) reach::distrust(all, contradiction);
  for (std::size_t g = 0; g < found.goals.size(); ++g) {
    reach::GoalReport& known = all.goals[g];
    reach::GoalReport& other = found.goals[g];
    const bool better =
        other.trace &&
        (!known.trace || other.trace->steps.size() < known.trace->steps.size());
    if (better) known = std::move(other);
  }
  reach::merge_findings(all.findings, std::move(found.findings));
  std::stable_sort(all.findings.begin(),
                   all.findings.end(),
                   [](const reach::Finding& a, const reach::Finding& b) {
                     return a.trace.steps.size() < b.trace.steps.size();
                   });
  all.transitions += found.transitions;
  all.seconds += found.seconds;
  all.engine = found.engine + " and " + all.engine;
  return all;
}

}  // namespace catenary::engine::concolic
