// SPDX-License-Identifier: Apache-2.0
#include "app/generate/generate_methods.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/check/conclusions.h"
#include "app/generate/pair_goals.h"
#include "engine/chain/graph/cover.h"

namespace catenary::app {

namespace reach = engine::reach;

Made make_runs(const GenerateJob& job) {
  switch (job.options.method) {
    case Method::automatic:
    case Method::chain:
    case Method::path:
      break;
    case Method::single:
      return make_single_runs(job);
    case Method::random:
      return make_random_runs(job);
    case Method::concolic:
      return make_concolic_runs(job);
  }
  return make_chains(job);
}

model::Trace trace_of(const model::StepSystem& system,
                      const reach::Graph& graph,
                      const engine::chain::Chain& chain) {
  model::Trace t;
  t.initial = model::Alphabet(system.initial)
                  .values(graph.initial[chain.initial].letter);
  if (!graph.letters.empty() || chain.steps.empty()) {
    for (const engine::chain::ChainStep& step : chain.steps) {
      t.steps.push_back(graph.letters[graph.edges[step.edge].letter]);
    }
    return t;
  }
  const model::Alphabet inputs(system.inputs);
  for (const engine::chain::ChainStep& step : chain.steps) {
    t.steps.push_back(inputs.values(graph.edges[step.edge].letter));
  }
  return t;
}

void take_reached(engine::reach::Result found, Made& made) {
  made.reached = std::move(found);
  made.explore_seconds += made.reached.seconds;
  made.shares.insert(made.shares.end(),
                     made.reached.shares.begin(),
                     made.reached.shares.end());
}

void plan_witnesses(const model::StepSystem& system, Made& made) {
  const auto plan = [&made](const model::Trace& trace,
                            const std::string& note) {
    PlannedTest t;
    t.trace = trace;
    t.kind = suite::TestKind::linear;
    t.note = note;
    made.planned.push_back(std::move(t));
  };
  const reach::Result& reached = made.reached;
  if (reached.refutation) plan(*reached.refutation, kRefutationNote);
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    if (system.goals[g].is_violation() && reached.goals[g].trace) {
      plan(*reached.goals[g].trace,
           violation_note(system.goals[g], reached.goals[g]));
    }
  }
  for (const std::uint32_t g : made.no_final_after) {
    if (!reached.goals[g].trace) continue;
    plan(*reached.goals[g].trace,
         "ends in no final state: none is known after " + system.goals[g].id);
  }
  for (const reach::Finding& f : reached.findings) {
    if (f.outcome == model::StepOutcome::unsupported) continue;
    plan(f.trace, defect_note(f));
  }
}

std::optional<std::uint64_t> reset_cost(const GenerateJob& job) {
  const Objective objective = job.options.objective;
  if (objective == Objective::chains || objective == Objective::steps) {
    if (job.options.reset_cost != 0) {
      throw base::InputError(
          {},
          "--reset-cost does not matter to this --objective; expected only one "
          "of them, or --objective time",
          "objective");
    }
    if (objective == Objective::chains) return std::nullopt;
    return 0;
  }
  if (job.options.reset_cost != 0) return job.options.reset_cost;
  if (job.system.step_ms > 0 && job.system.reset_ms > 0) {
    return static_cast<std::uint64_t>(job.system.reset_ms / job.system.step_ms);
  }
  if (objective == Objective::time) {
    throw base::InputError(
        {job.system.path, 0, 0},
        "--objective time needs to know what a reset costs; expected "
        "--reset-cost of at least 1, or step_ms and reset_ms in [time], or "
        "--objective steps where resets cost nothing",
        "objective");
  }
  return std::nullopt;
}

WantedGoals goals_to_cover(const GenerateJob& job,
                           const reach::Result& reached) {
  const model::StepSystem& system = job.system;
  std::vector<model::GoalResult> results;
  for (const reach::GoalReport& g : reached.goals) results.push_back(g.result);
  const VectorChoice vectors = choose_vectors(system, results, job.given);
  const auto has = [](const std::vector<std::uint32_t>& in, std::uint32_t g) {
    return std::binary_search(in.begin(), in.end(), g);
  };
  WantedGoals out;
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    if (results[g].status != model::GoalStatus::covered ||
        system.goals[g].is_violation() || has(job.given, g)) {
      continue;
    }
    const bool is_vector = system.goals[g].kind == model::GoalKind::vector;
    if (!is_vector || has(vectors.goals, g)) out.goals.push_back(g);
    if (!is_vector || has(vectors.needed, g)) out.needed.push_back(g);
  }
  return out;
}

bool plan_cheapest(const GenerateJob& job,
                   std::vector<model::Trace> runs,
                   std::vector<std::vector<std::uint32_t>> hits,
                   const char* note,
                   Made& made) {
  job.context.progress.update({"choosing", 0, runs.size(), ""});
  const auto reset = reset_cost(job);
  const std::uint64_t step_cost = reset ? 1 : job.system.goals.size() + 1;
  std::vector<engine::chain::CoverSet> sets;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    sets.push_back({std::move(hits[i]),
                    runs[i].steps.size() * step_cost + reset.value_or(1)});
  }
  const engine::chain::Cover cover =
      engine::chain::cheapest_cover(sets, job.context.budget);
  std::set<std::uint32_t> covered;
  std::int64_t steps = 0;
  for (const std::uint32_t i : cover.chosen) {
    covered.insert(sets[i].elements.begin(), sets[i].elements.end());
    steps += static_cast<std::int64_t>(runs[i].steps.size());
    PlannedTest t;
    t.kind = suite::TestKind::linear;
    t.note = note;
    t.trace = std::move(runs[i]);
    made.planned.push_back(std::move(t));
  }
  for (const std::uint32_t g : goals_to_cover(job, made.reached).goals) {
    if (!covered.contains(g)) made.no_final_after.push_back(g);
  }
  made.bound.upper = steps;
  if (reset) made.options["reset_cost"] = std::to_string(*reset);
  return cover.optimal() && !cover.chosen.empty();
}

}  // namespace catenary::app
