// SPDX-License-Identifier: Apache-2.0
#include "app/generate/goals/goal_answer.h"

#include <algorithm>
#include <utility>

#include "app/check/assumption_text.h"
#include "app/exploration.h"
#include "app/generate/given_tests.h"
#include "app/generate/given_traces.h"
#include "app/generate/tidy/tidy_texts.h"
#include "base/error.h"
#include "engine/reach/replay.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;

using model::GoalStatus;
using model::Trust;

[[noreturn]] void refuse_answer(const std::string& what) {
  throw base::InputError({}, what, "goal-answer");
}

/// Removes what whoever reports on `system` adds to the reason of a proof: it
/// is added here again.
std::string without_notes(std::string reason, const model::StepSystem& system) {
  std::vector<model::GoalResult> proof(1);
  proof[0].status = GoalStatus::unreachable;
  note_bound_of_texts(system, proof);
  for (const std::string& note : {proof[0].reason, assumption_text(system)}) {
    if (reason.ends_with(note)) reason.resize(reason.size() - note.size());
  }
  return reason;
}

/// The tests, replayed. Those that could not be replayed to their end are left
/// out, and `all` is false then.
GivenTests replayed_tests(const suite::Suite& suite,
                          const model::StepSystem& system,
                          std::chrono::milliseconds step_timeout,
                          const base::Budget& budget,
                          bool& all) {
  const std::vector<model::Trace> traces = traces_of_suite(suite, "", system);
  const std::vector<reach::Replayed> runs =
      reach::replay(system, traces, {step_timeout}, replay_budget(budget));
  GivenTests out;
  all = true;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!can_be_test(runs[i])) {
      all = false;
      continue;
    }
    const auto& steps = runs[i].simulation.steps;
    if (std::ranges::any_of(steps, [](const model::SimulatedStep& s) {
          return s.outcome == model::StepOutcome::discarded;
        })) {
      refuse_answer("a test does not keep to the assumptions");
    }
    PlannedTest t;
    t.trace = traces[i];
    t.trace.steps.resize(std::min(t.trace.steps.size(), steps.size()));
    t.replayed = runs[i];
    out.tests.push_back(std::move(t));
  }
  return out;
}

/// What the tests hit and run into.
reach::Result shown_by(const GivenTests& tests,
                       const model::StepSystem& system) {
  reach::Result out;
  out.goals.resize(system.goals.size());
  for (const PlannedTest& test : tests.tests) {
    GivenTests one;
    one.tests.push_back(test);
    // Nothing is claimed yet, so nothing can be contradicted.
    (void)add_given(one, system, out, "a test");
    for (reach::GoalReport& goal : out.goals) {
      if (!goal.trace) continue;
      const std::size_t steps = goal.trace->steps.size();
      goal.result.depth = static_cast<std::int64_t>(steps);
      goal.result.reason = reach::hit_text(steps, false);
    }
  }
  return out;
}

/// What the suite claims of a goal beside what its tests have shown. `all`:
/// every test was replayed.
void take_claim(const suite::SuiteGoal& said,
                const model::StepSystem& system,
                bool all,
                reach::GoalReport& goal) {
  const bool is_hit = goal.result.status == GoalStatus::covered;
  const bool is_proof = said.trust == Trust::proved ||
                        said.trust == Trust::agreed ||
                        said.trust == Trust::certified;
  switch (said.status) {
    case GoalStatus::covered: {
      if (!is_hit && all) refuse_answer("no test hits goal " + said.id);
      const auto steps =
          static_cast<std::uint64_t>(std::max<std::int64_t>(said.depth, 0));
      const bool is_shortest =
          said.depth >= 0 && said.reason == reach::hit_text(steps, true);
      if (!is_hit || !is_shortest) break;
      if (goal.result.depth < said.depth) {
        refuse_answer("a test hits goal " + said.id +
                      " sooner than a shortest "
                      "run");
      }
      if (goal.result.depth > said.depth) break;
      goal.shortest = true;
      goal.result.reason = said.reason;
      break;
    }
    case GoalStatus::unreachable:
    case GoalStatus::not_within_bound: {
      const bool within = said.status == GoalStatus::unreachable ||
                          goal.result.depth <= said.depth;
      if (is_hit && within) {
        refuse_answer("a test hits goal " + said.id + ", which is " +
                      model::to_string(said.status));
      }
      if (is_hit || !is_proof) break;
      goal.result = {said.status,
                     Trust::proved,
                     without_notes(said.reason, system),
                     said.depth};
      break;
    }
    case GoalStatus::undecided:
    case GoalStatus::excluded:
      if (!is_hit) goal.result.reason = said.reason;
      break;
  }
}

}  // namespace

reach::Result read_goal_answer(const suite::Suite& suite,
                               const std::vector<std::uint32_t>& asked,
                               const model::StepSystem& system,
                               std::chrono::milliseconds step_timeout,
                               const base::Budget& budget) {
  if (suite.model.sha256 != system.sha256) {
    refuse_answer("it is about another program");
  }
  bool all = true;
  reach::Result out = shown_by(
      replayed_tests(suite, system, step_timeout, budget, all), system);
  for (const std::uint32_t g : asked) {
    const suite::SuiteGoal* const said = suite.find_goal(system.goals[g].id);
    if (said == nullptr) {
      refuse_answer("it does not have goal " + system.goals[g].id);
    }
    take_claim(*said, system, all, out.goals[g]);
  }
  for (const suite::Certificate& c : suite.certificates) {
    if (c.kind == "unreachability") out.proof = without_notes(c.by, system);
  }
  return out;
}

}  // namespace catenary::app
