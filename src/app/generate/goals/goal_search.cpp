// SPDX-License-Identifier: Apache-2.0
#include "app/generate/goals/goal_search.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/exploration.h"
#include "app/generate/goals/fleet_goals.h"
#include "app/generate/goals/goal_answer.h"
#include "base/error.h"
#include "base/work_clock.h"
#include "engine/reach/combine.h"
#include "suite/read.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;

using base::WorkClock;
using model::GoalStatus;
using std::chrono::milliseconds;

/// Tasks of one generation: enough for many workers, and each begins anew.
constexpr std::size_t kMostGoalTasks = 32;
/// The least work of a task if all tasks share a limit.
constexpr milliseconds kLeastGoalWork{1'000};
/// Without a limit, the work of a task in that of the first search, and at
/// least: a task begins anew.
constexpr int kTimesFirstWork = 5;
constexpr milliseconds kLeastGoalWorkAlone{10'000};

bool is_open(const reach::GoalReport& goal, std::uint32_t max_steps) {
  switch (goal.result.status) {
    case GoalStatus::covered:
    case GoalStatus::unreachable:
    case GoalStatus::excluded:
      return false;
    case GoalStatus::not_within_bound:
      return max_steps == 0 || goal.result.depth < std::int64_t{max_steps};
    case GoalStatus::undecided:
      break;
  }
  return true;
}

/// The ids of goals as a list.
std::string list_of(const std::vector<std::uint32_t>& goals,
                    const model::StepSystem& system) {
  std::string out;
  for (const std::uint32_t g : goals) {
    out += (out.empty() ? "" : ",") + system.goals[g].id;
  }
  return out;
}

/// So many tasks that each has the least work.
std::size_t most_tasks(const base::Budget& budget) {
  if (!budget.has_work_limit()) return kMostGoalTasks;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(
      budget.work_left() / kLeastGoalWork, 1, std::int64_t{kMostGoalTasks}));
}

milliseconds work_of_task(const base::Budget& budget,
                          milliseconds first,
                          std::size_t tasks) {
  if (!budget.has_work_limit()) {
    return std::max(kTimesFirstWork * first, kLeastGoalWorkAlone);
  }
  return std::max(budget.work_left() / static_cast<std::int64_t>(tasks),
                  milliseconds(1));
}

/// Appends `proof` to what is proved by others, unless they say the same.
void add_proof(const std::string& proof, reach::Result& to) {
  if (proof.empty() || to.proof.find(proof) != to.proof.npos) return;
  to.proof += (to.proof.empty() ? "" : "; ") + proof;
}

/// Adds what answers say, in their order, and returns what they brought.
reach::Share add_answers(const model::StepSystem& system,
                         const std::vector<reach::Result>& answers,
                         const std::vector<std::vector<std::uint32_t>>& asked,
                         std::uint32_t max_steps,
                         reach::Result& found) {
  reach::Share share;
  share.engine = "workers";
  std::vector<GoalStatus> before;
  for (const reach::GoalReport& g : found.goals) {
    before.push_back(g.result.status);
  }
  for (std::size_t t = 0; t < answers.size(); ++t) {
    const std::string proof = found.proof;
    if (reach::add_known(system, found, answers[t])) {
      found.proof = proof;
      add_proof(answers[t].proof, found);
    }
    for (const std::uint32_t g : asked[t]) {
      model::GoalResult& r = found.goals[g].result;
      const std::string& why = answers[t].goals[g].result.reason;
      if (is_open(found.goals[g], max_steps) && !why.empty() &&
          why != r.reason) {
        r.reason += "; " + why;
      }
    }
  }
  for (std::size_t g = 0; g < before.size(); ++g) {
    const GoalStatus now = found.goals[g].result.status;
    if (now == before[g]) continue;
    if (now == GoalStatus::covered) ++share.covered;
    if (now == GoalStatus::unreachable) ++share.unreachable;
  }
  return share;
}

}  // namespace

std::vector<std::uint32_t> goals_left_open(const model::StepSystem& system,
                                           const reach::Result& reached,
                                           std::uint32_t max_steps) {
  const auto status = [&](std::uint32_t g) {
    return reached.goals[g].result.status;
  };
  std::set<std::uint32_t> vectors;
  for (const model::PairGoal& pair : system.pair_goals) {
    if (std::ranges::any_of(pair.pairs, [&](const auto& p) {
          return status(p.first) == GoalStatus::covered &&
                 status(p.second) == GoalStatus::covered;
        })) {
      continue;
    }
    for (const auto& [a, b] : pair.pairs) {
      if (status(a) == GoalStatus::unreachable ||
          status(b) == GoalStatus::unreachable) {
        continue;
      }
      vectors.insert({a, b});
    }
  }
  std::vector<std::uint32_t> out;
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    const bool matters =
        system.goals[g].kind != model::GoalKind::vector || vectors.contains(g);
    if (matters && is_open(reached.goals[g], max_steps)) out.push_back(g);
  }
  // A list of ids has no id with a comma.
  std::erase_if(out, [&](std::uint32_t g) {
    return system.goals[g].id.find(',') != std::string::npos;
  });
  return out;
}

reach::Result GoalSearch::run(const reach::Options& options,
                              const base::Budget& budget) {
  const EngineChoice engine = job_.options.engine;
  const auto search = [&] {
    return explore(job_.system, engine, options, budget, job_.context);
  };
  const bool is_first = !std::exchange(was_called_, true);
  if (job_.context.fleet == nullptr || !is_first) return search();
  const milliseconds first(job_.options.first_work);
  const WorkClock::time_point end = WorkClock::now() + first;
  // Single engines have no plan that a limit would change.
  const bool has_plan = engine == EngineChoice::automatic;
  reach::Result found = explore(job_.system,
                                engine,
                                options,
                                has_plan ? budget : budget.share(first),
                                job_.context,
                                has_plan ? std::optional(end) : std::nullopt);
  const bool is_cut =
      has_plan ? WorkClock::now() >= end : reach::ran_out(found.stop);
  if (!is_cut || !found.contradiction.empty() ||
      budget.poll() != base::StopReason::none) {
    return found;
  }
  const std::vector<std::uint32_t> open =
      goals_left_open(job_.system, found, options.max_steps);
  // It only made runs shorter, or counted states: as without a fleet then.
  if (open.empty()) return search();
  ask_workers(open, budget, found);
  return found;
}

void GoalSearch::note_options(
    std::map<std::string, std::string>& options) const {
  if (!asked_workers_) return;
  options["first_work"] = std::to_string(job_.options.first_work);
}

/// The result of each answer, in order. If an answer is missing or cannot be
/// used, its goals are open, with the reason.
std::vector<reach::Result> GoalSearch::read_answers(
    const std::vector<GoalTaskAnswer>& answers,
    const std::vector<std::vector<std::uint32_t>>& asked) const {
  std::vector<reach::Result> out;
  for (std::size_t t = 0; t < answers.size(); ++t) {
    std::string why = answers[t].why;
    try {
      if (why.empty()) {
        out.push_back(
            read_goal_answer(suite::read_suite(answers[t].suite, "answer"),
                             asked[t],
                             job_.system,
                             job_.options.step_timeout,
                             job_.context.budget));
        continue;
      }
    } catch (const base::InputError& e) {
      why = std::string("the answer of a worker is not used: ") +
            e.diagnostics().front().message;
      job_.context.log.warning(why);
    }
    out.emplace_back();
    out.back().goals.resize(job_.system.goals.size());
    for (const std::uint32_t g : asked[t]) {
      out.back().goals[g].result.reason = why;
    }
  }
  return out;
}

void GoalSearch::ask_workers(const std::vector<std::uint32_t>& open,
                             const base::Budget& budget,
                             reach::Result& found) {
  asked_workers_ = true;
  Context& context = job_.context;
  const std::vector<std::vector<std::uint32_t>> asked =
      groups_of(open, most_tasks(budget));
  const milliseconds work =
      work_of_task(budget, milliseconds(job_.options.first_work), asked.size());
  std::vector<GoalTask> tasks;
  for (const std::vector<std::uint32_t>& group : asked) {
    tasks.push_back({list_of(group, job_.system), work});
  }
  context.log.info(std::to_string(open.size()) +
                   (open.size() == 1 ? " goal is" : " goals are") +
                   " open after the first search, and searched for by workers");
  const auto before = std::chrono::steady_clock::now();
  const std::vector<reach::Result> answers = read_answers(
      ask_fleet_for_goals(tasks, *context.fleet, budget, context), asked);
  const WorkClock::duration allowed =
      work * static_cast<std::int64_t>(tasks.size());
  // It is used up, whoever did it.
  if (budget.has_work_limit()) WorkClock::charge(allowed);
  reach::Share share =
      add_answers(job_.system, answers, asked, job_.options.max_steps, found);
  share.allowed = std::chrono::duration_cast<milliseconds>(allowed);
  share.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - before)
          .count();
  found.shares.push_back(std::move(share));
  if (!found.contradiction.empty()) context.log.error(found.contradiction);
  if (goals_left_open(job_.system, found, job_.options.max_steps).empty()) {
    found.stop =
        job_.options.max_steps == 0 ? reach::Stop::none : reach::Stop::steps;
    found.stop_text.clear();
  }
}

}  // namespace catenary::app
