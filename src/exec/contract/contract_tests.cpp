// SPDX-License-Identifier: Apache-2.0
#include "exec/contract/contract_tests.h"

#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "engine/contract/consistency/undecided.h"
#include "logic/bdd/bdd.h"
#include "logic/bdd/codes.h"
#include "logic/term/evaluate/evaluate.h"
#include "suite/adaptive.h"

namespace catenary::exec::contract {

namespace {

namespace contract = engine::contract;

/// Ids of the requirements with a contract that asks for something in the run.
std::vector<std::string> asked_by(const model::Interface& interface,
                                  const std::vector<contract::Snapshot>& run) {
  std::set<std::uint32_t> found;
  for (std::size_t s = 0; s < run.size(); ++s) {
    const logic::Assignment values = contract::values_at(interface, run, s);
    for (const model::Contract& c : interface.contracts) {
      if (c.definition || !(s == 0 ? c.at_init : c.at_step)) continue;
      if (s == 0 && model::reads_before(c.assumption)) continue;
      const auto asked = logic::evaluate(c.assumption, values);
      if (asked && asked->as_bool()) found.insert(c.requirement);
    }
  }
  std::vector<std::string> out;
  for (const std::uint32_t r : found) {
    out.push_back(interface.requirements[r].id);
  }
  return out;
}

}  // namespace

std::string why_not(const std::function<std::string()>& body) {
  try {
    return body();
  } catch (const contract::Undecided& e) {
    return e.what();
  } catch (const logic::bdd::LimitReached& e) {
    return base::to_string(e.reason());
  } catch (const logic::bdd::Unsupported& e) {
    return std::string("no decision diagrams for ") + e.what();
  }
}

ContractTests::ContractTests(const model::Interface& interface,
                             const std::vector<contract::TestGoal>& goals,
                             suite::Suite described,
                             base::Budget budget)
    : interface_(interface),
      goals_(goals),
      described_(std::move(described)),
      budget_(std::move(budget)) {}

suite::Step ContractTests::step_of(
    const std::vector<std::optional<logic::Value>>& inputs) const {
  suite::Step out;
  std::uint32_t signal = 0;
  for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role != model::Role::input) continue;
    if (inputs[v]) out.inputs.push_back({signal, *inputs[v]});
    ++signal;
  }
  return out;
}

void ContractTests::expect(suite::Test& test,
                           const contract::InputSequence& inputs,
                           const std::vector<std::uint32_t>& path,
                           std::span<const logic::Term> known,
                           std::string& inexact) {
  if (!expectations_) {
    expectations_ =
        std::make_unique<contract::ExpectationMaker>(interface_, budget_);
  }
  contract::Expectations expected = expectations_->make(inputs, known);
  if (!expected.exact) inexact = expected.why_not;
  // Where ways part, what is expected up to there is the same.
  for (std::size_t s = 0; s < path.size(); ++s) {
    test.steps[path[s]].expect = std::move(expected.steps[s]);
  }
}

std::string ContractTests::replay(
    const suite::Test& test,
    const Run& run,
    const std::vector<exec::contract::MetGoal>& met,
    std::span<const std::uint32_t> way) {
  suite::Suite alone = described_;
  alone.goals.clear();
  alone.tests = {test};
  for (const MetGoal& m : met) {
    suite::SuiteGoal goal;
    goal.id = m.goal->id;
    goal.reason = "planned";
    alone.goals.push_back(std::move(goal));
  }
  suite::canonicalise(alone);
  if (!replay_) {
    replay_ =
        std::make_unique<exec::contract::ContractReplay>(interface_, budget_);
  }
  const std::string against = replay_->why_not(run, met, alone, way);
  if (against.empty()) return {};
  return "a test was found, but " + against;
}

ContractTests::Made ContractTests::of_chain(const contract::Chain& chain,
                                            suite::TestKind kind,
                                            const std::string& note) {
  Made out;
  out.failed = why_not([&]() -> std::string {
    out.test.kind = kind;
    out.test.note = note;
    std::vector<exec::contract::MetGoal> met;
    for (std::size_t s = 0; s < chain.inputs.size(); ++s) {
      suite::Step step = step_of(chain.inputs[s]);
      for (const std::size_t g : chain.goals[s]) {
        step.goals.push_back(goals_[g].id);
        met.push_back({&goals_[g], s});
      }
      out.test.goals.insert(
          out.test.goals.end(), step.goals.begin(), step.goals.end());
      out.test.steps.push_back(std::move(step));
    }
    std::vector<std::uint32_t> path(chain.inputs.size());
    std::iota(path.begin(), path.end(), 0U);
    expect(out.test, chain.inputs, path, {}, out.inexact);
    out.test.requirements = asked_by(interface_, chain.run);
    return replay(out.test, chain.run, met, {});
  });
  return out;
}

ContractTests::Made ContractTests::of_strategy(
    const contract::Strategy& strategy,
    std::size_t goal,
    const std::string& note) {
  Made out;
  out.failed = why_not([&]() -> std::string {
    out.test.kind = suite::TestKind::tree;
    out.test.note = note;
    out.test.goals = {goals_[goal].id};
    for (std::size_t s = 0; s < strategy.inputs.size(); ++s) {
      out.test.steps.push_back(step_of(strategy.inputs[s]));
      out.test.steps.back().next = strategy.next[s];
    }
    for (const std::vector<std::uint32_t>& path : suite::paths_of(out.test)) {
      contract::InputSequence inputs;
      std::vector<logic::Term> known;  // after each step, so of the next one
      for (const std::uint32_t s : path) {
        inputs.push_back(strategy.inputs[s]);
        if (s != path.front()) known.push_back(strategy.known[s]);
      }
      expect(out.test, inputs, path, known, out.inexact);
    }
    std::set<std::string> asked;
    for (const contract::Strategy::Way& way : strategy.ways) {
      out.test.steps[way.steps.back()].goals = {goals_[goal].id};
      const std::vector<std::string> more = asked_by(interface_, way.run);
      asked.insert(more.begin(), more.end());
    }
    out.test.requirements.assign(asked.begin(), asked.end());
    for (const contract::Strategy::Way& way : strategy.ways) {
      std::string failed = replay(
          out.test, way.run, {{&goals_[goal], way.run.size() - 1}}, way.steps);
      if (!failed.empty()) return failed;
    }
    return {};
  });
  return out;
}

}  // namespace catenary::exec::contract
