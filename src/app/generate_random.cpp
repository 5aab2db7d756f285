// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --method random`: random runs, then the cheapest of them that
/// cover all goals they hit.
#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "app/conclusions.h"
#include "app/exploration.h"
#include "app/generate_methods.h"
#include "engine/chain/cover.h"
#include "engine/reach/random_runs.h"
#include "engine/reach/replay.h"

namespace catenary::app {

namespace chain = engine::chain;
namespace reach = engine::reach;

namespace {

using Clock = std::chrono::steady_clock;

reach::RandomResult run_randomly(const GenerateJob& job) {
  reach::RandomOptions o;
  o.seed = job.options.seed;
  o.runs = job.options.runs;
  o.run_steps = job.options.run_length;
  o.max_steps = job.options.max_steps;
  o.jobs = threads_for(job.options);
  o.step_time_limit = job.options.step_timeout;
  reach::RandomResult random = reach::run_randomly(
      job.system, o, job.context.budget, [&job](const reach::Progress& p) {
        const std::string detail = with_thousands(p.transitions) + " steps, " +
                                   std::to_string(p.goals_hit) + " of " +
                                   std::to_string(p.goals) + " goals hit";
        job.context.progress.update({"running", 0, 0, detail});
      });
  job.context.progress.update({"replaying", 0, 0, ""});
  reach::confirm(
      job.system, random.result, {job.options.step_timeout}, replay_budget());
  return random;
}

/// What each run covers and costs: its steps and a reset; where resets cost
/// nothing, fewer tests are better among those with as few steps.
std::vector<chain::CoverSet> sets_of(const GenerateJob& job,
                                     const reach::RandomResult& random) {
  const auto reset = reset_cost(job);
  const std::uint64_t step_cost = reset ? 1 : job.system.goals.size() + 1;
  std::vector<chain::CoverSet> sets;
  for (const reach::RandomTest& t : random.tests) {
    sets.push_back(
        {t.goals, t.trace.steps.size() * step_cost + reset.value_or(1)});
  }
  return sets;
}

void certify(const chain::Cover& cover,
             const reach::RandomResult& random,
             suite::Certificate& c) {
  if (!cover.optimal() || cover.chosen.empty()) return;
  c.kind = "selection";
  c.claim = "of the " + with_thousands(random.tests.size()) +
            " beginnings of random runs that were kept, no choice that covers "
            "the same goals costs less";
  c.by = "integer programme";
}

}  // namespace

Made make_random_runs(const GenerateJob& job) {
  Made made;
  reach::RandomResult random = run_randomly(job);
  const Clock::time_point begin = Clock::now();
  job.context.progress.update({"choosing", 0, random.tests.size(), ""});
  const chain::Cover cover =
      chain::cheapest_cover(sets_of(job, random), job.context.budget);
  std::set<std::uint32_t> covered;
  std::int64_t steps = 0;
  for (const std::uint32_t i : cover.chosen) {
    reach::RandomTest& chosen = random.tests[i];
    covered.insert(chosen.goals.begin(), chosen.goals.end());
    steps += static_cast<std::int64_t>(chosen.trace.steps.size());
    PlannedTest t;
    t.kind = suite::TestKind::linear;
    t.note = "random run";
    t.trace = std::move(chosen.trace);
    made.planned.push_back(std::move(t));
  }
  for (const std::uint32_t g : goals_to_cover(job, random.result).goals) {
    if (!covered.contains(g)) made.no_final_after.push_back(g);
  }
  made.make_seconds =
      std::chrono::duration<double>(Clock::now() - begin).count();
  certify(cover, random, made.optimality);
  made.bound.upper = steps;
  made.explore_seconds = random.result.seconds;
  made.options["runs"] = std::to_string(job.options.runs);
  if (job.options.run_length != 0) {
    made.options["run_length"] = std::to_string(job.options.run_length);
  }
  if (const auto cost = reset_cost(job)) {
    made.options["reset_cost"] = std::to_string(*cost);
  }
  made.reached = std::move(random.result);
  plan_witnesses(job.system, made);
  return made;
}

}  // namespace catenary::app
