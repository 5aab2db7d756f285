// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/directed.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "engine/concolic/exhaust.h"
#include "engine/concolic/projection.h"
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
constexpr milliseconds kProject{120'000};

reach::AutoOptions auto_options(const model::StepSystem& system,
                                const reach::Result& found) {
  reach::AutoOptions options;
  if (can_exhaust(system)) options.exhaust = exhaust;
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
bool settles_all(const reach::Result& proofs, const reach::Result& found) {
  if (!proofs.closed) return false;
  for (std::size_t g = 0; g < found.goals.size(); ++g) {
    if (!found.goals[g].trace &&
        proofs.goals[g].result.status != GoalStatus::unreachable) {
      return false;
    }
  }
  return true;
}

/// `to`, with what is proved of goals that are not decided there.
reach::Result take_proofs(const reach::Result& proofs, reach::Result& to) {
  for (std::size_t g = 0; g < to.goals.size(); ++g) {
    const GoalStatus known = to.goals[g].result.status;
    if (proofs.goals[g].result.status == GoalStatus::unreachable &&
        known != GoalStatus::covered && known != GoalStatus::unreachable) {
      to.goals[g] = proofs.goals[g];
    }
  }
  return std::move(to);
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

struct Asked {
  const model::StepSystem& system;
  const reach::Options& options;
  const base::Budget& budget;
  const reach::ProgressCallback& progress;
};

/// All states where they are few, else without some variables. What it finds
/// goes to `found`.
reach::Result prove_by_states(const Asked& asked, reach::Result& found) {
  base::Budget part = asked.budget;
  if (!part.has_deadline() || part.time_left() > kExhaust) {
    part.set_time(kExhaust);
  }
  reach::Result proofs =
      exhaust(asked.system, asked.options, part, asked.progress);
  std::string wrong = reach::contradiction_of(asked.system, proofs, found);
  if (wrong.empty()) {
    take_runs(proofs, found);
    found.engine += " and " + proofs.engine;
    const bool late = asked.budget.poll() != base::StopReason::none;
    if (late || settles_all(proofs, found)) return proofs;
    part = asked.budget;
    part.set_time(part.has_deadline() ? std::min(part.time_left() / 2, kProject)
                                      : kProject);
    proofs = prove_by_projection(
        asked.system, {}, asked.options, found, part, asked.progress);
    wrong = reach::contradiction_of(asked.system, proofs, found);
    if (wrong.empty()) {
      take_runs(proofs, found);
      return proofs;
    }
  }
  reach::distrust(proofs, wrong);
  proofs.closed = false;
  return proofs;
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
  reach::Result proofs;
  if (can_exhaust(system)) {
    const Asked asked{system, o, budget, progress};
    proofs = prove_by_states(asked, found);
    if (settles_all(proofs, found)) {
      found.closed = true;
      found.stop = reach::Stop::none;
      found.stop_text.clear();
      return take_proofs(proofs, found);
    }
  }
  reach::Result all = reach::AutoEngine(auto_options(system, found))
                          .explore(system, o, budget, progress);
  std::string contradiction = reach::contradiction_of(system, all, found);
  if (contradiction.empty() && !proofs.goals.empty()) {
    contradiction = reach::contradiction_of(system, proofs, all);
  }
  if (!contradiction.empty()) {
    reach::distrust(all, contradiction);
  } else if (!proofs.goals.empty()) {
    all = take_proofs(proofs, all);
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
