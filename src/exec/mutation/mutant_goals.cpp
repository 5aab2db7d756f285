// SPDX-License-Identifier: Apache-2.0
#include "exec/mutation/mutant_goals.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/refinement/difference.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/expectations.h"
#include "exec/contract/contract_tests.h"
#include "exec/contract/scripted_run.h"
#include "model/mutate/mutate_interface.h"
#include "suite/adaptive.h"

namespace catenary::exec::mutation {

namespace {

namespace contract = engine::contract;
using contract::Difference;
using suite::GoalStatus;

/// A mutant that does not conform.
struct Faulty {
  std::size_t goal;  ///< in Suite::goals
  model::Interface mutant;
  std::vector<contract::Snapshot> run;
};

class MutantGoals {
 public:
  MutantGoals(const model::Interface& interface,
              suite::Suite& suite,
              const Progress& progress,
              const base::Budget& budget)
      : interface_(interface),
        suite_(suite),
        progress_(progress),
        budget_(budget) {}

  void run(std::int32_t view, std::optional<std::uint32_t> max_steps) {
    const auto mutants = model::interface_mutants(interface_);
    std::vector<Faulty> faulty;
    for (std::size_t i = 0; i < mutants.size(); ++i) {
      const model::InterfaceMutant& m = mutants[i];
      progress_("comparing mutants", i, mutants.size(), m.mutation.id);
      model::Interface mutant = model::mutate(interface_, m);
      const model::Contract& changed =
          interface_.contracts[model::changed_contract(interface_, mutant)];
      if (view >= 0 &&
          interface_.view_of(changed) != static_cast<std::uint32_t>(view)) {
        continue;
      }
      suite::SuiteGoal& goal = add_goal(m, changed);
      if (stopped(goal)) continue;
      Difference d =
          contract::make_difference_search(mutant, interface_, budget_)
              ->shortest(max_steps);
      if (!judge(d, max_steps, goal)) continue;
      faulty.push_back(
          {suite_.goals.size() - 1, std::move(mutant), std::move(d.run)});
    }
    // Long tests kill what short ones would: they come first.
    std::stable_sort(faulty.begin(), faulty.end(), [](auto& a, auto& b) {
      return a.run.size() > b.run.size();
    });
    for (std::size_t i = 0; i < faulty.size(); ++i) {
      suite::SuiteGoal& goal = suite_.goals[faulty[i].goal];
      progress_("making tests for mutants", i, faulty.size(), goal.id);
      if (!stopped(goal)) kill(faulty[i], goal);
    }
  }

 private:
  suite::SuiteGoal& add_goal(const model::InterfaceMutant& m,
                             const model::Contract& changed) {
    suite::SuiteGoal goal;
    goal.id = "mutant." + m.mutation.id;
    goal.text = m.mutation.text;
    goal.kind = "mutants";
    goal.requirements = {interface_.requirements[changed.requirement].id};
    goal.where = m.mutation.where;
    suite_.goals.push_back(std::move(goal));
    return suite_.goals.back();
  }

  bool stopped(suite::SuiteGoal& goal) {
    const base::StopReason stop = budget_.poll();
    if (stop == base::StopReason::none) return false;
    give_up(goal, std::string("ended by ") + base::to_string(stop));
    return true;
  }

  static void give_up(suite::SuiteGoal& goal, std::string why) {
    goal.status = GoalStatus::undecided;
    goal.trust = suite::Trust::claimed;
    goal.reason = std::move(why);
    goal.depth = -1;
  }

  /// Whether there is something to make a test of.
  static bool judge(const Difference& d,
                    std::optional<std::uint32_t> max_steps,
                    suite::SuiteGoal& goal) {
    switch (d.outcome) {
      case model::Reachability::reached:
        goal.depth = static_cast<std::int64_t>(d.run.size());
        return true;
      case model::Reachability::unreachable:
        goal.status = GoalStatus::unreachable;
        goal.trust = suite::Trust::proved;
        goal.reason = "it conforms: " + d.reason;
        return false;
      case model::Reachability::not_within_bound:
        goal.status = GoalStatus::not_within_bound;
        goal.trust = suite::Trust::proved;
        goal.reason = d.reason;
        if (max_steps) goal.depth = *max_steps;
        return false;
      case model::Reachability::undecided:
        break;
    }
    give_up(goal, d.reason);
    return false;
  }

  void kill(const Faulty& faulty, suite::SuiteGoal& goal) {
    const auto search =
        contract::make_difference_search(faulty.mutant, interface_, budget_);
    for (suite::Test& test : suite_.tests) {
      if (suite::is_adaptive(test)) continue;  // it gets a test of its own
      const Difference d = search->along(exec::contract::inputs_of_path(
          interface_, suite_.signature, test, suite::paths_of(test).front()));
      if (d.outcome != model::Reachability::reached) continue;
      if (!fails(test, d.run)) continue;
      covered(goal, test, d.run.size());
      return;
    }
    const std::string why =
        exec::contract::why_not([&] { return make_test(faulty, goal); });
    if (!why.empty()) give_up(goal, why);
  }

  static void covered(suite::SuiteGoal& goal,
                      suite::Test& test,
                      std::size_t step) {
    goal.status = GoalStatus::covered;
    goal.trust = suite::Trust::replayed;
    goal.reason = "killed by step " + std::to_string(step) + " of a test";
    test.goals.push_back(goal.id);
    test.steps[step - 1].goals.push_back(goal.id);
    if (std::find(test.requirements.begin(),
                  test.requirements.end(),
                  goal.requirements.front()) == test.requirements.end()) {
      test.requirements.push_back(goal.requirements.front());
      std::sort(test.requirements.begin(), test.requirements.end());
    }
  }

  /// A suite of this test alone, without goals.
  [[nodiscard]] suite::Suite alone(suite::Test test) const {
    suite::Suite out;
    out.tool = suite_.tool;
    out.model = suite_.model;
    out.signature = suite_.signature;
    test.id.clear();
    test.goals.clear();
    for (suite::Step& step : test.steps) step.goals.clear();
    out.tests = {std::move(test)};
    suite::canonicalise(out);
    return out;
  }

  [[nodiscard]] suite::TestResult outcome(
      const suite::Test& test, const std::vector<contract::Snapshot>& run) {
    const suite::Suite only = alone(test);
    return exec::contract::run_scripted(
        interface_, run, only, only.tests.front(), budget_);
  }

  [[nodiscard]] bool fails(const suite::Test& test,
                           const std::vector<contract::Snapshot>& run) {
    const suite::TestResult result = outcome(test, run);
    return result.verdict == suite::Verdict::fail &&
           result.step == static_cast<std::int64_t>(run.size());
  }

  /// Why there is none; empty where it was added.
  std::string make_test(const Faulty& faulty, suite::SuiteGoal& goal) {
    const contract::InputSequence inputs =
        contract::inputs_of(interface_, faulty.run);
    if (!expectations_) {
      expectations_ =
          std::make_unique<contract::ExpectationMaker>(interface_, budget_);
    }
    contract::Expectations expected = expectations_->make(inputs);
    suite::Test test;
    for (std::size_t s = 0; s < inputs.size(); ++s) {
      suite::Step& step = test.steps.emplace_back();
      std::uint32_t signal = 0;
      for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
        if (interface_.variables[v].role != model::Role::input) continue;
        step.inputs.push_back({signal++, *inputs[s][v]});
      }
      step.expect = std::move(expected.steps[s]);
    }
    test.note = goal.id + ": " + goal.text;
    if (!fails(test, faulty.run)) {
      return "a run of the mutant was found, but its test does not fail" +
             (expected.exact ? std::string() : ": " + expected.why_not);
    }
    std::string against = conforming_run_fails(test, inputs);
    if (!against.empty()) return against;
    covered(goal, test, inputs.size());
    goal.reason = "killed by a test of " + std::to_string(inputs.size()) +
                  (inputs.size() == 1 ? " step" : " steps") +
                  ": no shorter one can";
    suite_.tests.push_back(std::move(test));
    return {};
  }

  /// A test that fails on everything is none.
  [[nodiscard]] std::string conforming_run_fails(
      const suite::Test& test, const contract::InputSequence& inputs) {
    const logic::Term any = interface_.terms->boolean(true);
    const contract::Target target{any, any};
    const auto search =
        contract::make_target_search(interface_,
                                     contract::Triggering::none,
                                     {&target, 1},
                                     static_cast<std::uint32_t>(inputs.size()),
                                     budget_);
    const auto run = search->along(target, inputs);
    if (run.empty()) return "no system can answer the inputs of its test";
    const suite::TestResult result = outcome(test, run);
    if (result.verdict == suite::Verdict::pass) return {};
    return "its test does not pass on a conforming run: " + result.reason;
  }

  const model::Interface& interface_;
  std::unique_ptr<contract::ExpectationMaker> expectations_;
  suite::Suite& suite_;
  const Progress& progress_;
  const base::Budget& budget_;
};

}  // namespace

void cover_mutants(const model::Interface& interface,
                   std::int32_t view,
                   std::optional<std::uint32_t> max_steps,
                   suite::Suite& suite,
                   const Progress& progress,
                   const base::Budget& budget) {
  const std::size_t begin = suite.goals.size();
  MutantGoals(interface, suite, progress, budget).run(view, max_steps);
  suite::Certificate conforming;
  conforming.kind = "unreachability";
  conforming.claim = "the requirements allow everything that these mutants do";
  conforming.by = interface.finite()
                      ? "pairs of executions with the same trace, to their "
                        "fixpoint, by decision diagrams"
                      : "implication of contracts, by Z3";
  for (std::size_t g = begin; g < suite.goals.size(); ++g) {
    if (suite.goals[g].status != GoalStatus::unreachable) continue;
    conforming.goals.push_back(suite.goals[g].id);
  }
  if (!conforming.goals.empty()) {
    suite.certificates.push_back(std::move(conforming));
  }
}

}  // namespace catenary::exec::mutation
