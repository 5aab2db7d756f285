// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --method concolic`: native runs that a solver steers, then the
/// cheapest of those to goals that cover all goals they hit.
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/check/conclusions.h"
#include "app/exploration.h"
#include "app/generate/generate_methods.h"
#include "engine/concolic/concolic.h"
#include "engine/portfolio/directed.h"
#include "engine/reach/replay.h"
#include "engine/shadow/shadow.h"

namespace catenary::app {

namespace concolic = engine::concolic;
namespace reach = engine::reach;

namespace {

using Clock = std::chrono::steady_clock;

concolic::Strategy strategy_of(ConcolicStrategy strategy) {
  switch (strategy) {
    case ConcolicStrategy::sc:
      return concolic::Strategy::systematic;
    case ConcolicStrategy::rc:
      return concolic::Strategy::random_concolic;
    case ConcolicStrategy::se:
      return concolic::Strategy::simple;
    case ConcolicStrategy::rt:
      return concolic::Strategy::random;
    case ConcolicStrategy::directed:
      break;
  }
  return concolic::Strategy::directed;
}

concolic::ConcolicResult search(const GenerateJob& job) {
  concolic::ConcolicOptions o;
  o.strategy = strategy_of(job.options.strategy);
  if (concolic::needs_encoder(o.strategy) && job.system.encoder == nullptr) {
    throw base::InputError({job.system.path, 0, 0},
                           "the model has no formula of a step, which this "
                           "--strategy needs; expected se, rt or directed",
                           "unsupported");
  }
  o.seed = job.options.seed;
  o.set_steps = job.options.set_length;
  o.set_executions = job.options.set_runs;
  o.message_repeats = job.options.message_repeats;
  o.max_steps = job.options.max_steps;
  o.step_time_limit = job.options.step_timeout;
  const std::size_t goals = job.system.goals.size();
  const auto tell = [&job, goals](const concolic::CoveragePoint& p) {
    job.context.progress.update({"running",
                                 0,
                                 0,
                                 with_thousands(p.steps) + " steps, " +
                                     std::to_string(p.covered) + " of " +
                                     std::to_string(goals) + " goals hit"});
  };
  const base::Budget& budget = job.context.budget;
  concolic::ConcolicResult found =
      o.strategy == concolic::Strategy::directed
          ? engine::portfolio::search_directed(
                job.system, o, threads_for(job.options), budget, tell)
          : concolic::search(job.system, o, budget, tell);
  job.context.progress.update({"replaying", 0, 0, ""});
  reach::confirm(job.system,
                 found.result,
                 {job.options.step_timeout},
                 replay_budget(job.context.budget));
  engine::shadow::challenge(
      job.system, found.result, replay_budget(job.context.budget));
  return found;
}

/// The runs to goals, each once, in the order of the goals.
std::vector<model::Trace> runs_to(const std::vector<std::uint32_t>& goals,
                                  const reach::Result& reached) {
  std::vector<model::Trace> runs;
  for (const std::uint32_t g : goals) {
    const model::SharedTrace& t = reached.goals[g].trace;
    const auto same = [&t](const model::Trace& other) {
      return other.initial == t->initial && other.steps == t->steps;
    };
    if (t && std::none_of(runs.begin(), runs.end(), same)) runs.push_back(*t);
  }
  return runs;
}

/// What of `wanted` each run covers; nothing where it does not end in a final
/// state.
std::vector<std::vector<std::uint32_t>> hits_of(
    const GenerateJob& job,
    const std::vector<std::uint32_t>& wanted,
    const std::vector<model::Trace>& runs) {
  std::vector<std::vector<std::uint32_t>> hits;
  for (const reach::Replayed& r :
       reach::replay(job.system,
                     runs,
                     {job.options.step_timeout},
                     replay_budget(job.context.budget))) {
    hits.emplace_back();
    // As for single runs: one that goes wrong in its last step will do.
    const bool usable =
        r.complete && (job.system.any_state_final || r.simulation.ends_final);
    for (const std::uint32_t g : wanted) {
      if (usable && r.hits(g)) hits.back().push_back(g);
    }
  }
  return hits;
}

void note_options(const GenerateOptions& options, Made& made) {
  made.options["strategy"] = concolic::to_string(strategy_of(options.strategy));
  const auto note = [&made](const char* key, std::uint32_t value) {
    if (value != 0) made.options[key] = std::to_string(value);
  };
  note("set_length", options.set_length);
  note("set_runs", options.set_runs);
  note("message_repeats", options.message_repeats);
}

}  // namespace

Made make_concolic_runs(const GenerateJob& job) {
  Made made;
  concolic::ConcolicResult found = search(job);
  const Clock::time_point begin = Clock::now();
  const std::vector<std::uint32_t> wanted =
      goals_to_cover(job, found.result).goals;
  std::vector<model::Trace> runs = runs_to(wanted, found.result);
  std::vector<std::vector<std::uint32_t>> hits = hits_of(job, wanted, runs);
  take_reached(std::move(found.result), made);
  plan_cheapest(job, std::move(runs), std::move(hits), "concolic run", made);
  made.make_seconds =
      std::chrono::duration<double>(Clock::now() - begin).count();
  note_options(job.options, made);
  plan_witnesses(job.system, made);
  return made;
}

}  // namespace catenary::app
