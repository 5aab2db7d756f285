// SPDX-License-Identifier: Apache-2.0
#include "app/generate/given_tests.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/exploration.h"
#include "app/generate/given_traces.h"
#include "app/generate/pair_goals.h"
#include "app/generate/test_comp.h"
#include "base/error.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::app {

namespace reach = engine::reach;

using model::Trace;

GivenTests read_given_tests(
    const std::string& path,
    const model::StepSystem& system,
    const GenerateOptions& options,
    const std::function<model::StepSystem()>& with_calls,
    const base::Budget& budget) {
  const std::vector<Trace> traces =
      is_test_comp(path)
          ? deal_calls(read_test_comp(path), with_calls(), budget)
          : read_given_traces(path, system);
  const std::vector<reach::Replayed> runs = reach::replay(
      system, traces, {options.step_timeout}, replay_budget(budget));
  GivenTests out;
  std::set<std::uint32_t> hits;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string name = "given test " + std::to_string(i + 1);
    const auto refuse = [&](const std::string& why) {
      throw base::InputError({path, 0, 0}, name + ": " + why, "given-tests");
    };
    if (!runs[i].complete) refuse(runs[i].reason);
    const model::Simulation& run = runs[i].simulation;
    hits.insert(run.initial.hits.begin(), run.initial.hits.end());
    for (const model::SimulatedStep& step : run.steps) {
      if (step.outcome == model::StepOutcome::discarded) {
        refuse("step " + std::to_string(&step - run.steps.data() + 1) +
               " is not allowed by the assumptions");
      }
      hits.insert(step.hits.begin(), step.hits.end());
    }
    PlannedTest t;
    t.kind = suite::TestKind::linear;
    t.note = name;
    t.trace = traces[i];
    t.replayed = runs[i];
    // What follows the end of a run is not run.
    t.trace.steps.resize(std::min(t.trace.steps.size(), run.steps.size()));
    out.steps += t.trace.steps.size();
    out.tests.push_back(std::move(t));
  }
  out.hits.assign(hits.begin(), hits.end());
  return out;
}

namespace {

/// The first steps of a run.
Trace prefix(const Trace& whole, std::size_t steps) {
  const auto end = whole.steps.begin() + static_cast<std::ptrdiff_t>(steps);
  return Trace{whole.initial, {whole.steps.begin(), end}};
}

/// Notes the goals that a step of a given run covers; the first contradiction
/// to what was claimed of them is kept in `contradiction`. Prefixes of the run
/// are copied only where they are new, since given tests may be long.
void note_given_goals(const model::SimulatedStep& step,
                      const Trace& whole,
                      std::size_t length,
                      const model::StepSystem& system,
                      reach::Result& reached,
                      const std::string& what,
                      std::string& contradiction) {
  for (const std::uint32_t g : step.hits) {
    reach::GoalReport& goal = reached.goals[g];
    const auto steps = static_cast<std::int64_t>(length);
    if (contradiction.empty()) {
      contradiction = reach::contradiction_of(system.goals[g].id, goal, length);
    }
    if (goal.result.status == model::GoalStatus::covered) {
      if (goal.result.depth <= steps) continue;
      goal.shortest = false;
      goal.result.depth = steps;
      goal.result.reason = reach::hit_text(length, false);
      goal.trace = prefix(whole, length);
      continue;
    }
    goal.result = {model::GoalStatus::covered,
                   model::Trust::replayed,
                   "hit by " + what + " after " + reach::steps_text(length),
                   -1};
    goal.shortest = false;
    goal.trace = prefix(whole, length);
  }
}

/// Notes the defect that ends a given run, unless it is known.
void note_given_defect(const model::SimulatedStep& step,
                       const Trace& whole,
                       std::size_t length,
                       reach::Result& reached) {
  if (step.outcome != model::StepOutcome::crashed &&
      step.outcome != model::StepOutcome::hung) {
    return;
  }
  const bool is_known = std::any_of(reached.findings.begin(),
                                    reached.findings.end(),
                                    [&](const reach::Finding& f) {
                                      return f.outcome == step.outcome &&
                                             f.event.text == step.event.text &&
                                             f.event.where == step.event.where;
                                    });
  if (is_known) return;
  reached.findings.push_back({step.outcome,
                              step.event,
                              prefix(whole, length),
                              model::Trust::replayed,
                              1});
}

}  // namespace

bool add_given(const GivenTests& given,
               const model::StepSystem& system,
               reach::Result& reached,
               const std::string& what) {
  std::string contradiction;
  // Of a run, what its first `length` steps show.
  const auto note = [&](const model::SimulatedStep& step,
                        const Trace& whole,
                        std::size_t length) {
    note_given_goals(step, whole, length, system, reached, what, contradiction);
    note_given_defect(step, whole, length, reached);
  };
  for (const PlannedTest& test : given.tests) {
    const model::Simulation& run = test.replayed.simulation;
    note(run.initial, test.trace, 0);
    for (std::size_t k = 0; k < run.steps.size(); ++k) {
      note(run.steps[k], test.trace, k + 1);
    }
  }
  if (contradiction.empty()) return true;
  reach::distrust(reached, what + ": " + contradiction);
  return false;
}

std::string assess(const GivenTests& given,
                   const model::StepSystem& system,
                   const suite::Suite& suite) {
  const std::set<std::uint32_t> hits(given.hits.begin(), given.hits.end());
  std::set<std::string> covered;
  for (const std::uint32_t g : hits) covered.insert(system.goals[g].id);
  for (const model::PairGoal& pair : system.pair_goals) {
    if (is_hit(pair, hits)) covered.insert(pair.goal.id);
  }
  std::size_t goals = 0;
  std::size_t reached = 0;
  for (const suite::SuiteGoal& g : suite.goals) {
    if (g.violation || g.status == suite::GoalStatus::unreachable) continue;
    ++goals;
    reached += covered.count(g.id);
  }
  const auto plural = [](std::size_t n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
  };
  return plural(given.tests.size(), "given test") + " with " +
         plural(given.steps, "step") + " cover " + std::to_string(reached) +
         " of " + plural(goals, "goal");
}

}  // namespace catenary::app
