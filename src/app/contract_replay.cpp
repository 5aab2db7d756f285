// SPDX-License-Identifier: Apache-2.0
#include "app/contract_replay.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "exec/formula_oracle.h"
#include "exec/runner.h"
#include "logic/term/evaluate.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;

/// Answers as a run does.
class ScriptedSystem final : public exec::Adapter {
 public:
  explicit ScriptedSystem(std::vector<std::vector<logic::Value>> outputs)
      : outputs_(std::move(outputs)) {}

  exec::SutReply open(const suite::Signature& signature,
                      exec::SutInfo& info) override {
    info.name = "a run";
    info.inputs.assign(signature.inputs.size(), true);
    info.initial.assign(signature.initial.size(), true);
    info.outputs.assign(signature.outputs.size(), true);
    return {};
  }
  exec::SutReply reset(std::span<const logic::Value>,
                       std::chrono::milliseconds) override {
    at_ = 0;
    return {};
  }
  exec::SutReply step(const mpq_class&,
                      std::span<const logic::Value>,
                      std::chrono::milliseconds) override {
    exec::SutReply reply;
    const auto& outputs = outputs_.at(at_++);
    reply.outputs.assign(outputs.begin(), outputs.end());
    return reply;
  }
  void close() override {}

 private:
  std::vector<std::vector<logic::Value>> outputs_;
  std::size_t at_ = 0;
};

std::string judged_by_runner(const model::Interface& interface,
                             const std::vector<contract::Snapshot>& run,
                             const suite::Suite& suite,
                             std::span<const std::uint32_t> way,
                             const base::Budget& budget) {
  std::vector<std::vector<logic::Value>> outputs;
  for (const contract::Snapshot& step : run) {
    outputs.emplace_back();
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role == model::Role::output) {
        outputs.back().push_back(step[v]);
      }
    }
  }
  ScriptedSystem system(std::move(outputs));
  const auto oracle = exec::make_formula_oracle();
  suite::RunListener silent;
  exec::RunOptions options;
  options.step_time = std::chrono::milliseconds(0);
  const suite::RunResults results =
      exec::run_suite(suite, system, options, oracle.get(), silent, budget);
  for (const suite::TestResult& r : results.tests) {
    if (!std::ranges::equal(r.path, way)) {
      return "it goes another way than its own run";
    }
    // A test without anything to expect asks nothing.
    if (r.verdict == suite::Verdict::pass ||
        r.code == suite::VerdictCode::nothing_checked) {
      continue;
    }
    return "its own run does not pass: " + r.reason;
  }
  return {};
}

}  // namespace

ContractReplay::ContractReplay(const model::Interface& interface,
                               base::Budget budget)
    : interface_(interface),
      budget_(std::move(budget)),
      semantics_(interface),
      monitor_(semantics_, budget_) {}

std::string ContractReplay::why_not(const std::vector<contract::Snapshot>& run,
                                    const std::vector<MetGoal>& goals,
                                    const suite::Suite& suite,
                                    std::span<const std::uint32_t> way) {
  monitor_.restart();
  for (std::size_t s = 0; s < run.size(); ++s) {
    const bool first = s == 0;
    const std::string at = " at step " + std::to_string(s + 1);
    const logic::Assignment values = contract::values_at(interface_, run, s);
    logic::Evaluator evaluator(values);
    const auto holds = [&](logic::Term term) {
      const auto value = evaluator.evaluate(term);
      return value && value->as_bool();
    };
    for (std::size_t r = 0; r < semantics_.rules().size(); ++r) {
      if (!holds(semantics_.rule(r, first))) {
        return "its run breaks a contract" + at;
      }
    }
    if (!holds(semantics_.promise(first))) {
      return "its inputs break a promise" + at;
    }
    if (monitor_.step(run[s]) != contract::Allowed::yes) {
      return "the monitor does not allow its run" + at;
    }
    for (const MetGoal& met : goals) {
      if (met.step != s) continue;
      const contract::Target& target = met.goal->target;
      if (!holds(first ? target.first : target.later)) {
        return "its run does not meet " + met.goal->id + at;
      }
    }
  }
  return judged_by_runner(interface_, run, suite, way, budget_);
}

}  // namespace catenary::app
