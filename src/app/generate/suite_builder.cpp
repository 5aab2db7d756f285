// SPDX-License-Identifier: Apache-2.0
#include "app/generate/suite_builder.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>

#include "app/generate/pair_goals.h"
#include "base/check.h"
#include "catenary/version.h"
#include "exec/adapter/model.h"

namespace catenary::app {

namespace {

suite::SuiteGoal suite_goal(const model::Goal& goal,
                            const model::GoalResult& result) {
  suite::SuiteGoal out;
  out.id = goal.id;
  out.text = goal.text;
  out.kind = model::to_string(goal.kind);
  out.requirements = goal.requirements;
  out.where = goal.where;
  out.violation = goal.is_violation();
  out.status = result.status;
  out.trust = result.trust;
  out.reason = result.reason;
  out.depth = result.depth;
  return out;
}

}  // namespace

bool can_be_test(const engine::reach::Replayed& run) {
  const auto unsupported = [](const model::SimulatedStep& step) {
    return step.outcome == model::StepOutcome::unsupported;
  };
  return run.complete && !unsupported(run.simulation.initial) &&
         std::none_of(run.simulation.steps.begin(),
                      run.simulation.steps.end(),
                      unsupported);
}

SuiteBuilder::SuiteBuilder(const model::StepSystem& system) : system_(system) {
  suite_.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  suite_.model = {system.name, system.kind, system.path, system.sha256};
  suite_.signature = exec::signature_of(system);
}

void SuiteBuilder::set_goals(const std::vector<model::GoalResult>& results) {
  CATENARY_CHECK(results.size() == system_.goals.size(), "a result a goal");
  // Where the program shows nothing of itself, a test can still check that it
  // hits its goals.
  const bool shows =
      std::any_of(system_.outputs.begin(),
                  system_.outputs.end(),
                  [](const model::Variable& v) { return !v.derived; });
  for (std::uint32_t g = 0; g < results.size(); ++g) {
    const model::Goal& goal = system_.goals[g];
    // Test vectors are there for the goals that pairs of them cover.
    if (goal.kind != model::GoalKind::vector) {
      suite_.goals.push_back(suite_goal(goal, results[g]));
    }
    if (!shows && results[g].status == model::GoalStatus::covered) {
      suite::Signal s;
      s.name = goal.id + exec::kHitSuffix;
      s.type = "bool";
      s.derived = true;
      hit_outputs_[g] =
          static_cast<std::uint32_t>(suite_.signature.outputs.size());
      suite_.signature.outputs.push_back(std::move(s));
    }
  }
  for (const model::PairGoal& pair : system_.pair_goals) {
    suite_.goals.push_back(
        suite_goal(pair.goal, result_of(pair, system_.goals, results)));
  }
}

void SuiteBuilder::expect(const model::SimulatedStep& step,
                          suite::Step& out) const {
  out.expect.reserve(step.outputs.size() + step.hits.size());
  for (std::uint32_t i = 0; i < step.outputs.size(); ++i) {
    // A derived output says whether a requirement held: it has to.
    const bool derived = system_.outputs[i].derived;
    out.expect.push_back(
        {i, derived ? logic::Value::boolean(true) : step.outputs[i]});
  }
  for (const std::uint32_t g : step.hits) {
    const auto at = hit_outputs_.find(g);
    if (at != hit_outputs_.end()) {
      out.expect.push_back({at->second, logic::Value::boolean(true)});
    }
  }
}

/// Goals of pairs that the tests so far have with these hits, and had not
/// before.
std::vector<std::string> SuiteBuilder::completed_pairs(
    const std::vector<std::uint32_t>& hits) {
  std::vector<std::string> out;
  const std::size_t before = vectors_.size();
  for (const std::uint32_t g : hits) {
    if (system_.goals[g].kind == model::GoalKind::vector) vectors_.insert(g);
  }
  if (vectors_.size() == before) return out;
  for (const model::PairGoal& pair : system_.pair_goals) {
    if (pairs_.count(pair.goal.id) != 0 || !is_hit(pair, vectors_)) continue;
    pairs_.insert(pair.goal.id);
    out.push_back(pair.goal.id);
  }
  return out;
}

void SuiteBuilder::add_test(const PlannedTest& planned) {
  const model::Simulation& run = planned.replayed.simulation;
  CATENARY_CHECK(can_be_test(planned.replayed),
                 "only runs that were replayed faithfully become tests");
  suite::Test test;
  test.kind = planned.kind;
  test.note = planned.note;
  for (std::uint32_t i = 0; i < planned.trace.initial.size(); ++i) {
    test.initial.push_back({i, planned.trace.initial[i]});
  }
  std::set<std::uint32_t> seen;
  const auto first_hits = [&](const model::SimulatedStep& step,
                              std::vector<std::string>& out) {
    for (const std::uint32_t g : step.hits) {
      if (!seen.insert(g).second) continue;
      if (system_.goals[g].kind == model::GoalKind::vector) continue;
      out.push_back(system_.goals[g].id);
      test.goals.push_back(system_.goals[g].id);
    }
    for (const std::string& id : completed_pairs(step.hits)) {
      out.push_back(id);
      test.goals.push_back(id);
    }
  };
  first_hits(run.initial, test.initial_goals);
  test.steps.reserve(run.steps.size());
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    suite::Step step;
    for (std::uint32_t i = 0; i < planned.trace.steps[k].size(); ++i) {
      step.inputs.push_back({i, planned.trace.steps[k][i]});
    }
    if (k < planned.at_ns.size()) step.at_ns = planned.at_ns[k];
    expect(run.steps[k], step);
    first_hits(run.steps[k], step.goals);
    test.steps.push_back(std::move(step));
  }
  suite_.tests.push_back(std::move(test));
}

// The replay of a test shows what it covers, whether or not the run that was
// found for the goal was replayed before the time was over.
suite::Suite SuiteBuilder::take() {
  std::unordered_set<std::string_view> tested;
  for (const suite::Test& test : suite_.tests) {
    tested.insert(test.goals.begin(), test.goals.end());
  }
  for (suite::SuiteGoal& goal : suite_.goals) {
    if (goal.status == suite::GoalStatus::covered && tested.contains(goal.id)) {
      goal.trust = suite::Trust::replayed;
    }
  }
  suite::canonicalise(suite_);
  return std::move(suite_);
}

}  // namespace catenary::app
