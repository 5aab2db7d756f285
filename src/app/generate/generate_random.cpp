// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --method random`: random runs, then the cheapest of them that
/// cover all goals they hit.
#include <chrono>
#include <utility>

#include "app/check/conclusions.h"
#include "app/exploration.h"
#include "app/generate/generate_methods.h"
#include "engine/reach/random/random_runs.h"
#include "engine/reach/replay.h"
#include "engine/shadow/shadow.h"

namespace catenary::app {

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
  reach::confirm(job.system,
                 random.result,
                 {job.options.step_timeout},
                 replay_budget(job.context.budget));
  engine::shadow::challenge(
      job.system, random.result, replay_budget(job.context.budget));
  return random;
}

void certify(std::size_t tests, suite::Certificate& c) {
  c.kind = "selection";
  c.claim = "of the " + with_thousands(tests) +
            " beginnings of random runs that were kept, no choice that covers "
            "the same goals costs less";
  c.by = "integer programme";
}

}  // namespace

Made make_random_runs(const GenerateJob& job) {
  Made made;
  reach::RandomResult random = run_randomly(job);
  const Clock::time_point begin = Clock::now();
  std::vector<model::Trace> runs;
  std::vector<std::vector<std::uint32_t>> hits;
  for (reach::RandomTest& t : random.tests) {
    runs.push_back(std::move(t.trace));
    hits.push_back(std::move(t.goals));
  }
  take_reached(std::move(random.result), made);
  const std::size_t tests = runs.size();
  const bool cheapest =
      plan_cheapest(job, std::move(runs), std::move(hits), "random run", made);
  made.make_seconds =
      std::chrono::duration<double>(Clock::now() - begin).count();
  if (cheapest) certify(tests, made.optimality);
  made.options["runs"] = std::to_string(job.options.runs);
  if (job.options.run_length != 0) {
    made.options["run_length"] = std::to_string(job.options.run_length);
  }
  plan_witnesses(job.system, made);
  return made;
}

}  // namespace catenary::app
