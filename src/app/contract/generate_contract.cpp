// SPDX-License-Identifier: Apache-2.0
#include "app/contract/generate_contract.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/certificate/certify_suite.h"
#include "app/challenge/walk_report.h"
#include "app/contract/contract_goals.h"
#include "app/contract/plan_conclusions.h"
#include "app/contract/shared_tests.h"
#include "app/events/event_log.h"
#include "app/generate/conclude_generation.h"
#include "app/model_file.h"
#include "catenary/version.h"
#include "challenge/walk/interface_walks.h"
#include "engine/contract/circuit/step_form.h"
#include "engine/contract/search/chain.h"
#include "engine/contract/testing/expectations.h"
#include "engine/contract/testing/plan.h"
#include "engine/contract/testing/recorded_plan.h"
#include "exec/contract/contract_tests.h"
#include "exec/mutation/mutant_goals.h"
#include "report/documents.h"
#include "suite/adaptive.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using Clock = std::chrono::steady_clock;

/// One generation, step by step.
class ContractGeneration {
 public:
  ContractGeneration(const GenerateOptions& options, Context& context)
      : options_(options),
        context_(context),
        interface_(load_views(options.model, options.views, context)) {}

  ExitCode run();

 private:
  [[nodiscard]] bool is_chain() const {
    return options_.method == Method::chain;
  }
  void describe();
  [[nodiscard]] contract::Triggering triggering() const;
  /// Says that the goals are there, none of them decided.
  void announce_goals() const;
  void plan_all();
  void make_chains(const std::vector<std::size_t>& wanted);
  /// What the plan of a goal claims, to be challenged.
  void claim(std::size_t goal, const contract::Plan& plan);
  void challenge();
  /// Adds a test for a goal; why not, where it failed.
  [[nodiscard]] std::string make_test(std::size_t goal,
                                      const contract::Plan& plan);
  /// The same for a test that is made.
  [[nodiscard]] std::string add(exec::contract::ContractTests::Made made);
  void give_up(std::size_t goal, const std::string& why);
  void kill_mutants();
  [[nodiscard]] CertifiedForm certified_form() const;
  [[nodiscard]] ExitCode exit_code() const;

  const GenerateOptions& options_;
  Context& context_;
  Clock::time_point started_ = Clock::now();
  model::Interface interface_;
  std::vector<contract::TestGoal> goals_;
  std::vector<bool> shortest_;  ///< of each goal; see Plan::shortest
  suite::Suite suite_;
  std::optional<exec::contract::ContractTests> tests_;
  suite::Bound bound_;
  base::StopReason stop_ = base::StopReason::none;
  std::vector<challenge::ContractClaim> claims_;
  std::vector<std::size_t> claimed_goals_;  ///< of each claim
  bool contradicted_ = false;
};

std::string list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& t : texts) out += (out.empty() ? "" : ",") + t;
  return out;
}

void ContractGeneration::describe() {
  suite_.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  suite_.model = {interface_.name, "req", interface_.path, interface_.sha256};
  suite_.signature = contract::signature_of(interface_);
  suite_.seed = options_.seed;
  suite_.options["method"] = is_chain() ? "chain" : "single";
  if (options_.max_steps != 0) {
    suite_.options["max_steps"] = std::to_string(options_.max_steps);
  }
  if (!options_.cover.empty()) suite_.options["cover"] = list(options_.cover);
  if (!options_.views.empty()) suite_.options["view"] = list(options_.views);
  switch (options_.trigger) {
    case Trigger::any:
      break;
    case Trigger::written:
      suite_.options["trigger"] = "written";
      break;
    case Trigger::each:
      suite_.options["trigger"] = "each";
      break;
    case Trigger::none:
      suite_.options["trigger"] = "none";
      break;
  }
}

std::string ContractGeneration::add(exec::contract::ContractTests::Made made) {
  if (!made.failed.empty()) return made.failed;
  for (const std::string& id : made.test.goals) {
    if (made.inexact.empty()) break;
    const auto goal =
        std::ranges::find(suite_.goals, id, &suite::SuiteGoal::id);
    goal->reason += "; allows more than the requirements: " + made.inexact;
  }
  suite_.tests.push_back(std::move(made.test));
  return {};
}

void ContractGeneration::give_up(std::size_t goal, const std::string& why) {
  suite::SuiteGoal& out = suite_.goals[goal];
  out.status = suite::GoalStatus::undecided;
  out.trust = suite::Trust::claimed;
  out.reason = why;
  out.depth = -1;
}

contract::Triggering ContractGeneration::triggering() const {
  switch (options_.trigger) {
    case Trigger::none:
      return contract::Triggering::none;
    case Trigger::written:
      return contract::Triggering::written;
    case Trigger::any:
    case Trigger::each:
      break;
  }
  return contract::Triggering::any;
}

std::string ContractGeneration::make_test(std::size_t goal,
                                          const contract::Plan& plan) {
  const std::string note = goals_[goal].id + ": " + plan.reason;
  if (!plan.strategy.inputs.empty()) {
    const std::string failed =
        add(tests_->of_strategy(plan.strategy, goal, note));
    if (failed.empty()) return {};
    const contract::Plan& other = plan.otherwise.front();
    suite_.goals[goal] = status_of(interface_, goals_[goal], other);
    shortest_[goal] = other.shortest;
    suite_.goals[goal].reason +=
        "; a test that looks at the outputs was not made: " + failed;
    return make_test(goal, other);
  }
  contract::Chain alone;
  alone.goals.resize(plan.run.size());
  alone.goals.back() = {goal};
  alone.run = plan.run;
  alone.inputs = plan.inputs;
  return add(tests_->of_chain(alone, suite::TestKind::linear, note));
}

void ContractGeneration::announce_goals() const {
  if (context_.events == nullptr) return;
  std::vector<suite::SuiteGoal> open;
  for (const contract::TestGoal& g : goals_) {
    open.push_back(status_of(interface_, g, {}));
  }
  context_.events->goals(open);
}

void ContractGeneration::plan_all() {
  announce_goals();
  contract::PlanSettings settings;
  settings.max_steps = options_.max_steps;
  settings.triggering = triggering();
  settings.guarantees = !is_chain();  // chains find out for themselves
  contract::Planner planner(interface_, goals_, settings, context_.budget);
  std::vector<std::size_t> reached;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    context_.progress.update({"making tests", i, goals_.size(), goals_[i].id});
    contract::Plan plan;
    stop_ = context_.budget.poll();
    if (stop_ == base::StopReason::none) {
      plan = contract::plan_recorded(planner, interface_, goals_[i], settings);
    } else {
      plan.reason = std::string("ended by ") + base::to_string(stop_);
    }
    suite_.goals.push_back(status_of(interface_, goals_[i], plan));
    shortest_.push_back(plan.shortest);
    claim(i, plan);
    if (plan.status == contract::PlanStatus::found) {
      reached.push_back(i);
      const std::string why = is_chain() ? "" : make_test(i, plan);
      if (!why.empty()) give_up(i, why);
    }
    if (context_.events != nullptr) context_.events->decided(suite_.goals[i]);
  }
  if (is_chain() && !reached.empty()) make_chains(reached);
  stop_ = context_.budget.poll();
}

void ContractGeneration::make_chains(const std::vector<std::size_t>& wanted) {
  std::vector<contract::TestGoal> goals;
  for (const std::size_t g : wanted) goals.push_back(goals_[g]);
  context_.progress.update({"making chains", 0, 0, ""});
  contract::ChainSettings settings;
  settings.triggering = triggering();
  if (options_.max_steps != 0) settings.deepest = options_.max_steps;
  contract::Chains found;
  const std::string why = exec::contract::why_not([&]() -> std::string {
    found = contract::make_chains(interface_, goals, settings, context_.budget);
    return {};
  });
  if (!why.empty()) {
    for (const std::size_t g : wanted) give_up(g, why);
    return;
  }
  std::int64_t steps = 0;
  bool all = true;
  for (contract::Chain& chain : found.chains) {
    for (std::size_t s = 0; s < chain.goals.size(); ++s) {
      for (std::size_t& g : chain.goals[s]) {
        g = wanted[g];
        suite_.goals[g].reason =
            "met by step " + std::to_string(s + 1) + " of a chain" +
            (chain.guaranteed
                 ? "; guaranteed: every conforming system meets it"
                 : "; cooperative: a conforming system may go another way");
      }
    }
    const std::string failed =
        add(tests_->of_chain(chain, suite::TestKind::chain, ""));
    steps += static_cast<std::int64_t>(chain.run.size());
    if (failed.empty()) continue;
    all = false;
    for (const auto& at : chain.goals) {
      for (const std::size_t g : at) give_up(g, failed);
    }
  }
  if (!all) return;
  bound_.upper = steps;
  bound_.lower = found.shortest && found.fewest ? steps : 0;
  bound_.fewest_chains = found.fewest;
  bound_.by = found.shortest && found.fewest
                  ? "breadth-first search over states and goals reached"
                  : "";
}

void ContractGeneration::claim(std::size_t goal, const contract::Plan& plan) {
  for (challenge::ContractClaim& c : claims_of(goals_[goal], plan)) {
    claims_.push_back(std::move(c));
    claimed_goals_.push_back(goal);
  }
}

/// Before anything is printed, random conforming systems may contradict it.
void ContractGeneration::challenge() {
  const base::UncountedWork uncounted;
  auto budget = walk_budget(
      options_,
      std::chrono::duration<double>(Clock::now() - started_).count(),
      context_.budget);
  const auto found =
      challenge::walk_interface(interface_, claims_, options_.seed, budget);
  for (const challenge::WalkContradiction& f : found) {
    report_contradiction(claims_[f.claim].text, f, options_.output, context_);
    const std::size_t goal = claimed_goals_[f.claim];
    const std::string why =
        "withdrawn: a random conforming system shows "
        "otherwise";
    if (suite_.goals[goal].status == suite::GoalStatus::covered) {
      suite_.goals[goal].reason = why;
    } else {
      give_up(goal, why);
    }
    bound_ = {};
    contradicted_ = true;
  }
}

void ContractGeneration::kill_mutants() {
  std::optional<std::uint32_t> deepest;
  if (options_.max_steps != 0) deepest = options_.max_steps;
  const std::vector<std::int32_t> views = mutant_views(interface_, options_);
  if (views.empty()) return;
  bound_ = {};  // is of the tests without these
  for (const std::int32_t view : views) {
    exec::mutation::cover_mutants(
        interface_,
        view,
        deepest,
        suite_,
        [&](auto phase, auto done, auto total, auto what) {
          context_.progress.update({phase, done, total, what});
        },
        context_.budget);
  }
  for (suite::Test& test : suite_.tests) test.id.clear();
  suite::canonicalise(suite_);
  stop_ = context_.budget.poll();
}

CertifiedForm ContractGeneration::certified_form() const {
  CertifiedForm out;
  out.system = contract::step_form(interface_, goals_);
  out.claimed = shortest_;
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    out.claimed[g] = out.claimed[g] ||
                     suite_.goals[g].status == suite::GoalStatus::unreachable;
  }
  return out;
}

ExitCode ContractGeneration::exit_code() const {
  context_.partial = stop_ != base::StopReason::none;
  if (contradicted_) return ExitCode::internal_error;
  if (context_.budget.interrupted()) return ExitCode::interrupted;
  const bool open = report::count(suite_).undecided > 0;
  return context_.partial && open ? ExitCode::budget_spent
                                  : exit_code_of(suite_, options_.min_coverage);
}

ExitCode ContractGeneration::run() {
  for (const base::Diagnostic& w : interface_.warnings) {
    context_.progress.message(w.render());
  }
  describe();
  goals_ = contract_goals(interface_, options_);
  tests_.emplace(interface_, goals_, suite_, context_.budget);
  plan_all();
  challenge();
  share_tests(suite_);
  suite::canonicalise(suite_);
  kill_mutants();
  if (!options_.certificate.empty() && !contradicted_) {
    contradicted_ = !certify_suite(
        [&] { return certified_form(); }, options_, suite_, bound_, context_);
  }
  add_conclusions("no execution of any length reaches these goals",
                  interface_.finite()
                      ? "fixpoint of the states reached, by decision diagrams"
                      : "refutation of executions of rising length, by Z3",
                  bound_,
                  suite_);
  suite::GenerateSummary summary;
  summary.method = is_chain() ? "chain" : "single";
  summary.bound = bound_;
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
  return ContractGeneration(options, context).run();
}

}  // namespace catenary::app
