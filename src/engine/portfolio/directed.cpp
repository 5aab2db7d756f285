// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/directed.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/abstraction/projection.h"
#include "engine/classes/exhaust.h"
#include "engine/classes/step_paths.h"
#include "engine/concolic/coverage.h"
#include "engine/portfolio/members.h"
#include "engine/portfolio/portfolio.h"
#include "engine/reach/combine.h"
#include "engine/reach/merge.h"
#include "engine/reach/process/board.h"
#include "engine/reach/replay.h"

namespace catenary::engine::portfolio {

using model::GoalStatus;
using std::chrono::milliseconds;

namespace {

/// Exploration for states that are few; concolic runs went deeper than more of
/// it would, where they are many.
constexpr milliseconds kExplore{1'000};
constexpr milliseconds kSearchDeep{1'000};
constexpr milliseconds kExhaust{2'000};
/// Patience of the runs before proofs are looked for.
constexpr std::uint64_t kQuestions = 3'000;
/// Of so many goals one has to be found within it.
constexpr std::uint64_t kGoalsPerNews = 300;
/// Of the time that is left, in hundredths: for runs, and then for proofs.
constexpr int kSearchOf = 45;
constexpr int kProveOf = 80;
/// For proofs, where no time is set.
constexpr milliseconds kProve{240'000};

/// A part of a budget that is limited.
base::Budget part_of(const base::Budget& budget, int hundredths) {
  return budget.is_limited()
             ? budget.share(budget.work_left() * hundredths / 100)
             : budget;
}

Settings settings_after(const model::StepSystem& system,
                        const reach::Result& found) {
  Settings options;
  if (classes::can_exhaust(system)) options.classes = classes_engine();
  options.explore_first = options.sample_first = kExplore;
  options.classes_first = milliseconds(1);  // done before
  options.search_deep = options.sample_deep = kSearchDeep;
  // Shorter runs are not what was asked for.
  options.symbolic.polish = milliseconds(1);
  options.symbolic.known_runs = reach::runs_of(found);
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

/// All states, where they are few.
void exhaust_few(const model::StepSystem& system,
                 const reach::Options& options,
                 const base::Budget& budget,
                 const reach::ProgressCallback& progress,
                 std::vector<GoalStatus>& known,
                 reach::Result& found) {
  const base::Budget part = budget.share(kExhaust);
  const reach::Meter meter(part);
  reach::Result all = classes::exhaust(system, options, part, progress);
  found.shares.push_back(meter.share_of("classes", all, known));
  const std::string wrong = reach::contradiction_between(system, all, found);
  take_runs(all, found);
  found.engine += " and " + all.engine;
  if (!wrong.empty()) {
    reach::distrust(found, wrong);
  } else {
    take_proofs(all, found);
    found.closed = found.closed || all.closed;
  }
}

/// What the reachability engines say of the rest, together with `found`.
reach::Result settle(const model::StepSystem& system,
                     const reach::Options& options,
                     reach::Result found,
                     const base::Budget& budget,
                     const reach::ProgressCallback& progress,
                     std::vector<GoalStatus> decided) {
  if (!is_settled(found) && classes::can_exhaust(system)) {
    exhaust_few(system, options, budget, progress, decided, found);
  }
  if (is_settled(found)) {
    found.stop = reach::Stop::none;
    found.stop_text.clear();
    return found;
  }
  Settings settings = settings_after(system, found);
  settings.known = std::move(decided);
  reach::Result all =
      Portfolio(std::move(settings)).explore(system, options, budget, progress);
  all.shares.insert(
      all.shares.begin(), found.shares.begin(), found.shares.end());
  const std::string wrong = reach::contradiction_between(system, all, found);
  if (!wrong.empty()) {
    reach::distrust(all, wrong);
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

/// In the child, after the runs: proofs that use their paths. The budget is
/// that of `paths`.
void prove_here(classes::StepPaths& paths,
                const concolic::ConcolicOptions& options,
                const base::Budget& budget,
                reach::Board& board) {
  bool open = false;
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    open = open || board.goal(g).state == reach::GoalKnowledge::State::open;
  }
  if (!open || board.stop() == reach::Stop::hangs ||
      !classes::can_exhaust(paths.system()) ||
      budget.poll() != base::StopReason::none) {
    return;
  }
  abstraction::prove_by_projection({paths, budget, options.memory_bytes, board},
                                   {});
}

/// The runs, and proofs beside them.
concolic::ConcolicResult run_and_prove(
    const model::StepSystem& system,
    const concolic::ConcolicOptions& options,
    const base::Budget& budget,
    const concolic::CoverageCallback& progress) {
  // New paths are found until the budget that StepPaths refers to is used up.
  base::Budget part = part_of(budget, kSearchOf);
  if (!concolic::uses_paths(system, options)) {
    return concolic::search(system, options, part, progress);
  }
  const auto body = [&](reach::Board& board, const base::Budget& /*same*/) {
    classes::StepPaths paths(system, part);
    concolic::search_here(paths, options, part, board);
    part =
        budget.is_limited() ? part_of(budget, kProveOf) : budget.share(kProve);
    prove_here(paths, options, part, board);
  };
  return concolic::search_in_child(system, options, budget, progress, body);
}

}  // namespace

concolic::ConcolicResult search_directed(
    const model::StepSystem& system,
    const concolic::ConcolicOptions& options,
    std::uint32_t jobs,
    const base::Budget& budget,
    const concolic::CoverageCallback& progress) {
  concolic::ConcolicOptions own = options;
  own.strategy = concolic::Strategy::directed;
  own.patience_questions = std::min(own.patience_questions, kQuestions);
  own.patience_news =
      std::max<std::uint64_t>(1, system.goals.size() / kGoalsPerNews);
  if (own.memory_bytes == 0) own.memory_bytes = budget.memory_bytes();
  const reach::Meter meter(budget);
  concolic::ConcolicResult out = run_and_prove(system, own, budget, progress);
  std::vector<GoalStatus> known(system.goals.size(), GoalStatus::undecided);
  out.result.shares = {meter.share_of("concolic", out.result, known)};
  if (reach::covered_goals(out.result) == system.goals.size() ||
      out.result.stop == reach::Stop::hangs ||
      budget.poll() != base::StopReason::none) {
    return out;
  }
  reach::Options rest;
  rest.max_steps = own.max_steps;
  rest.jobs = jobs;
  rest.step_time_limit = own.step_time_limit;
  rest.max_hung = own.max_hung;
  rest.memory_bytes = own.memory_bytes;
  concolic::CoverageWatch watch(progress, std::move(out.coverage));
  const std::uint64_t before = out.result.transitions;
  out.result = settle(
      system,
      rest,
      std::move(out.result),
      budget,
      [&](const reach::Progress& p) {
        watch.note(before + p.transitions, p.goals_hit);
      },
      std::move(known));
  watch.note(out.result.transitions, reach::covered_goals(out.result));
  out.coverage = watch.finish();
  return out;
}

}  // namespace catenary::engine::portfolio
