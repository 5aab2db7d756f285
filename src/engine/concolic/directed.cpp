// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/directed.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "engine/classes/exhaust.h"
#include "engine/reach/automatic.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::concolic {

using model::GoalStatus;
using std::chrono::milliseconds;

namespace {

/// Exploration for states that are few; concolic runs went deeper than more of
/// it would, where they are many.
constexpr milliseconds kExplore{1'000};
constexpr milliseconds kSearchDeep{1'000};
constexpr milliseconds kExhaust{2'000};

reach::AutoOptions auto_options(const model::StepSystem& system,
                                const reach::Result& found) {
  reach::AutoOptions options;
  if (classes::can_exhaust(system)) options.exhaust = classes::exhaust;
  options.explore_first = options.sample_first = kExplore;
  options.exhaust_first = milliseconds(1);  // done before
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

/// Whether nothing is left open, and no step does what is not known.
bool is_settled(const reach::Result& found) {
  return found.closed && found.contradiction.empty() &&
         std::all_of(found.goals.begin(),
                     found.goals.end(),
                     [](const reach::GoalReport& goal) {
                       return goal.result.status != GoalStatus::undecided;
                     });
}

/// Adds what is proved of goals that are not decided there.
void take_proofs(const reach::Result& proofs, reach::Result& to) {
  for (std::size_t g = 0; g < to.goals.size(); ++g) {
    const GoalStatus known = to.goals[g].result.status;
    if (proofs.goals[g].result.status == GoalStatus::unreachable &&
        known != GoalStatus::covered && known != GoalStatus::unreachable) {
      to.goals[g] = proofs.goals[g];
    }
  }
}

/// Adds runs that are shorter, or known to be shortest, and findings.
void take_runs(reach::Result& from, reach::Result& to) {
  for (std::size_t g = 0; g < to.goals.size(); ++g) {
    const reach::GoalReport& other = from.goals[g];
    const reach::GoalReport& known = to.goals[g];
    if (!other.trace) continue;
    const bool better = !known.trace ||
                        other.trace->steps.size() < known.trace->steps.size() ||
                        (other.shortest && !known.shortest);
    if (better) to.goals[g] = other;
  }
  reach::merge_findings(to.findings, from.findings);
  to.transitions += from.transitions;
  to.seconds += from.seconds;
}

/// The first contradiction between what either says and the runs of the other.
std::string disagreement(const model::StepSystem& system,
                         const reach::Result& a,
                         const reach::Result& b) {
  const std::string one = reach::contradiction_of(system, a, b);
  return one.empty() ? reach::contradiction_of(system, b, a) : one;
}

/// All states, where they are few.
void exhaust_few(const model::StepSystem& system,
                 const reach::Options& options,
                 const base::Budget& budget,
                 const reach::ProgressCallback& progress,
                 reach::Result& found) {
  base::Budget part = budget;
  if (!part.has_deadline() || part.time_left() > kExhaust) {
    part.set_time(kExhaust);
  }
  reach::Result all = classes::exhaust(system, options, part, progress);
  const std::string wrong = all.contradiction.empty()
                                ? disagreement(system, all, found)
                                : all.contradiction;
  take_runs(all, found);
  found.engine += " and " + all.engine;
  if (!wrong.empty()) {
    reach::distrust(found, wrong);
  } else {
    take_proofs(all, found);
    found.closed = found.closed || all.closed;
  }
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
  if (!is_settled(found) && classes::can_exhaust(system)) {
    exhaust_few(system, o, budget, progress, found);
  }
  if (is_settled(found)) {
    found.stop = reach::Stop::none;
    found.stop_text.clear();
    return found;
  }
  reach::Result all = reach::AutoEngine(auto_options(system, found))
                          .explore(system, o, budget, progress);
  std::string contradiction = found.contradiction;
  if (contradiction.empty()) contradiction = disagreement(system, all, found);
  if (!contradiction.empty()) {
    reach::distrust(all, contradiction);
  } else {
    take_proofs(found, all);
  }
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
