// SPDX-License-Identifier: Apache-2.0
#include "app/generate_contract.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "app/contract_replay.h"
#include "app/generate_timed.h"
#include "app/model_file.h"
#include "base/error.h"
#include "catenary/version.h"
#include "engine/contract/expectations.h"
#include "engine/contract/goals.h"
#include "engine/contract/plan.h"
#include "frontend/contract/contract.h"
#include "logic/bdd/bdd.h"
#include "logic/bdd/codes.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using Clock = std::chrono::steady_clock;
using model::ContractCriterion;

/// One generation, step by step.
class ContractGeneration {
 public:
  ContractGeneration(const GenerateOptions& options, Context& context)
      : options_(options),
        context_(context),
        interface_(frontend::contract::load(options.model)) {}

  ExitCode run();

 private:
  void describe();
  void collect();
  void add_criterion(ContractCriterion criterion, std::int32_t view);
  void plan_all();
  void make_test(const contract::TestGoal& goal,
                 const contract::Plan& plan,
                 suite::SuiteGoal& out);
  /// Throws Undecided, LimitReached, Unsupported.
  [[nodiscard]] suite::Test test_of(const contract::TestGoal& goal,
                                    const contract::Plan& plan,
                                    suite::SuiteGoal& out);
  void certify();
  [[nodiscard]] ExitCode exit_code() const;

  const GenerateOptions& options_;
  Context& context_;
  Clock::time_point started_ = Clock::now();
  model::Interface interface_;
  std::vector<contract::TestGoal> goals_;
  suite::Suite suite_;
};

void ContractGeneration::describe() {
  suite_.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  suite_.model = {interface_.name, "req", interface_.path, interface_.sha256};
  suite_.signature = contract::signature_of(interface_);
  suite_.seed = options_.seed;
  suite_.options["method"] = "purpose";
  if (options_.max_steps != 0) {
    suite_.options["max_steps"] = std::to_string(options_.max_steps);
  }
  std::string cover;
  for (const std::string& c : options_.cover) {
    cover += (cover.empty() ? "" : ",") + c;
  }
  if (!cover.empty()) suite_.options["cover"] = cover;
}

void ContractGeneration::add_criterion(ContractCriterion criterion,
                                       std::int32_t view) {
  std::set<std::string> known;
  for (const contract::TestGoal& g : goals_) known.insert(g.id);
  for (contract::TestGoal& g :
       contract::goals_of(interface_, criterion, view)) {
    if (known.insert(g.id).second) goals_.push_back(std::move(g));
  }
}

void ContractGeneration::collect() {
  goals_ = contract::purposes_of(interface_);
  for (const model::CoverRequest& request : interface_.covers) {
    if (request.criterion == ContractCriterion::mutants) {
      throw base::InputError(request.where,
                             "tests for mutants of contracts are not made; "
                             "expected contracts, assumptions, boundaries or "
                             "pairs",
                             "cover-mutants");
    }
    add_criterion(request.criterion, request.view);
  }
  const std::map<std::string, ContractCriterion> criteria{
      {"contracts", ContractCriterion::contracts},
      {"assumptions", ContractCriterion::assumptions},
      {"boundaries", ContractCriterion::boundaries},
      {"pairs", ContractCriterion::pairs}};
  for (const std::string& name : options_.cover) {
    const auto criterion = criteria.find(name);
    if (criterion == criteria.end()) {
      throw base::InputError({},
                             "--cover " + name +
                                 " means nothing for requirements; expected "
                                 "contracts, assumptions, boundaries or pairs",
                             "option-kind");
    }
    add_criterion(criterion->second, -1);
  }
  if (!goals_.empty()) return;
  throw base::InputError({options_.model, 0, 0},
                         "there are no goals: the requirements have no "
                         "purposes, and no criterion was asked for",
                         "no-goals");
}

suite::Test ContractGeneration::test_of(const contract::TestGoal& goal,
                                        const contract::Plan& plan,
                                        suite::SuiteGoal& out) {
  contract::Expectations expected =
      contract::expectations_for(interface_, plan.inputs, context_.budget);
  if (!expected.exact) {
    out.reason += "; allows more than the requirements: " + expected.why_not;
  }
  suite::Test test;
  test.goals = {goal.id};
  for (std::size_t s = 0; s < plan.inputs.size(); ++s) {
    suite::Step step;
    std::uint32_t signal = 0;
    for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
      if (interface_.variables[v].role != model::Role::input) continue;
      if (plan.inputs[s][v])
        step.inputs.push_back({signal, *plan.inputs[s][v]});
      ++signal;
    }
    step.expect = std::move(expected.steps[s]);
    if (s + 1 == plan.inputs.size()) step.goals = {goal.id};
    test.steps.push_back(std::move(step));
  }
  std::set<std::string> requirements;
  for (const std::uint32_t view : plan.views) {
    for (const std::uint32_t r : interface_.views[view].requirements) {
      requirements.insert(interface_.requirements[r].id);
    }
  }
  test.requirements.assign(requirements.begin(), requirements.end());
  test.note = goal.id + ": " + plan.reason;
  return test;
}

void ContractGeneration::make_test(const contract::TestGoal& goal,
                                   const contract::Plan& plan,
                                   suite::SuiteGoal& out) {
  std::string why;
  try {
    suite::Suite alone = suite_;
    alone.goals = {out};
    alone.tests = {test_of(goal, plan, out)};
    suite::finish(alone);
    why = replay_contract_test(interface_, goal, plan, alone, context_.budget);
    if (why.empty()) {
      suite_.tests.push_back(std::move(alone.tests.front()));
      return;
    }
    why = "a test was found, but " + why;
  } catch (const contract::Undecided& e) {
    why = e.what();
  } catch (const logic::bdd::LimitReached& e) {
    why = base::to_string(e.reason());
  } catch (const logic::bdd::Unsupported& e) {
    why = std::string("no decision diagrams for ") + e.what();
  }
  out.status = suite::GoalStatus::undecided;
  out.trust = suite::Trust::claimed;
  out.reason = why;
  out.depth = -1;
}

void ContractGeneration::plan_all() {
  contract::PlanSettings settings;
  settings.max_steps = options_.max_steps;
  contract::Planner planner(interface_, goals_, settings, context_.budget);
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const contract::TestGoal& goal = goals_[i];
    context_.progress.update({"making tests", i, goals_.size(), goal.id});
    suite::SuiteGoal out;
    out.id = goal.id;
    out.text = goal.text;
    out.kind = goal.kind;
    out.where = goal.where;
    for (const std::uint32_t r : goal.requirements) {
      out.requirements.push_back(interface_.requirements[r].id);
    }
    const base::StopReason stop = context_.budget.poll();
    if (stop != base::StopReason::none) {
      out.reason = std::string("ended by ") + base::to_string(stop);
      suite_.goals.push_back(std::move(out));
      continue;
    }
    const contract::Plan plan = planner.plan(goal);
    out.reason = plan.reason;
    out.depth = plan.depth;
    switch (plan.status) {
      case contract::PlanStatus::found:
        out.status = suite::GoalStatus::covered;
        out.trust = suite::Trust::replayed;
        make_test(goal, plan, out);
        break;
      case contract::PlanStatus::unreachable:
        out.status = suite::GoalStatus::unreachable;
        out.trust = suite::Trust::proved;
        break;
      case contract::PlanStatus::not_within:
        out.status = suite::GoalStatus::not_within_bound;
        out.trust = suite::Trust::proved;
        break;
      case contract::PlanStatus::undecided:
        break;
    }
    suite_.goals.push_back(std::move(out));
  }
}

void ContractGeneration::certify() {
  suite::Certificate unreachable;
  unreachable.kind = "unreachability";
  unreachable.claim = "no execution of any length reaches these goals";
  unreachable.by = "fixpoint of the states reached, by decision diagrams";
  for (const suite::SuiteGoal& g : suite_.goals) {
    if (g.status == suite::GoalStatus::unreachable) {
      unreachable.goals.push_back(g.id);
    }
  }
  if (!unreachable.goals.empty()) {
    suite_.certificates.push_back(std::move(unreachable));
  }
}

ExitCode ContractGeneration::exit_code() const {
  if (context_.budget.interrupted()) return ExitCode::interrupted;
  if (context_.budget.poll() != base::StopReason::none) {
    return ExitCode::budget_spent;
  }
  return exit_code_of(suite_, options_.min_coverage);
}

ExitCode ContractGeneration::run() {
  for (const base::Diagnostic& w : interface_.warnings) {
    context_.progress.message(w.render());
  }
  describe();
  collect();
  plan_all();
  // Goals may share a test.
  std::map<std::string, std::size_t> known;
  std::vector<suite::Test> tests;
  for (suite::Test& t : suite_.tests) {
    suite::Test bare = t;
    bare.goals.clear();
    bare.note.clear();
    if (!bare.steps.empty()) bare.steps.back().goals.clear();
    const auto [at, is_new] =
        known.emplace(suite::content_id(bare, suite_.signature), tests.size());
    if (is_new) {
      tests.push_back(std::move(t));
      continue;
    }
    suite::Test& same = tests[at->second];
    same.goals.push_back(t.goals.front());
    same.steps.back().goals.push_back(t.goals.front());
    same.note += "\n" + t.note;
  }
  for (suite::Test& t : tests) t.id.clear();
  suite_.tests = std::move(tests);
  suite::finish(suite_);
  certify();
  suite::GenerateSummary summary;
  summary.method = "purpose";
  summary.resets = suite_.tests.empty()
                       ? 0
                       : static_cast<std::int64_t>(suite_.tests.size()) - 1;
  summary.seconds =
      std::chrono::duration<double>(Clock::now() - started_).count();
  conclude_generation(options_, suite_, summary, context_);
  return exit_code();
}

}  // namespace

ExitCode generate_contract(const GenerateOptions& options, Context& context) {
  const bool other_method = options.method != Method::automatic;
  refuse_options(options.model,
                 kind_of(options.model),
                 {{"--method", other_method},
                  {"--reset-cost", options.reset_cost != 0},
                  {"--runs", options.runs != GenerateOptions().runs},
                  {"--run-length", options.run_length != 0},
                  {"--engine", options.engine != EngineChoice::automatic},
                  {"--path", !options.path.empty()},
                  {"--through", !options.through.empty()},
                  {"--uncontrollable", !options.uncontrollable.empty()},
                  {"--tm", !options.time_out.empty()},
                  {"--quiescence", !options.quiescence.empty()},
                  {"--no-simplify", options.no_simplify},
                  {"--stats", options.stats},
                  {"--unit", options.unit.count() != 0}});
  return ContractGeneration(options, context).run();
}

}  // namespace catenary::app
