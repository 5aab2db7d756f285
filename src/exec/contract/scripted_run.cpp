// SPDX-License-Identifier: Apache-2.0
#include "exec/contract/scripted_run.h"

#include <chrono>
#include <utility>

#include "base/check.h"
#include "exec/runner.h"

namespace catenary::exec::contract {

namespace {

using engine::contract::InputSequence;
using engine::contract::Snapshot;

/// Answers as a run does; then it is over.
class Script final : public Adapter {
 public:
  explicit Script(std::vector<std::vector<logic::Value>> outputs)
      : outputs_(std::move(outputs)) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    info.name = "a mutant";
    info.inputs.assign(signature.inputs.size(), true);
    info.initial.assign(signature.initial.size(), true);
    info.outputs.assign(signature.outputs.size(), true);
    return {};
  }
  SutReply reset(std::span<const logic::Value>,
                 std::chrono::milliseconds) override {
    at_ = 0;
    return {};
  }
  SutReply step(const mpq_class&,
                std::span<const logic::Value>,
                std::chrono::milliseconds) override {
    SutReply reply;
    if (at_ == outputs_.size()) {
      reply.outcome = SutOutcome::refused;
      reply.reason = "it is over";
      return reply;
    }
    const auto& outputs = outputs_[at_++];
    reply.outputs.assign(outputs.begin(), outputs.end());
    return reply;
  }
  void close() override {}

 private:
  std::vector<std::vector<logic::Value>> outputs_;
  std::size_t at_ = 0;
};

}  // namespace

InputSequence inputs_of_path(const model::Interface& interface,
                             const suite::Signature& signature,
                             const suite::Test& test,
                             std::span<const std::uint32_t> path) {
  InputSequence out;
  for (const std::uint32_t s : path) {
    const std::vector<logic::Value> values =
        suite::values_of(test.steps[s].inputs, signature.inputs);
    auto& now = out.emplace_back(interface.variables.size());
    std::size_t next = 0;
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      const model::InterfaceVariable& x = interface.variables[v];
      if (x.role != model::Role::input) continue;
      CATENARY_CHECK(next < values.size(), "an input without a signal");
      logic::Value value = values[next++];
      // Enumerations of the suite are equal to those of the interface.
      if (value.kind() == logic::SortKind::enumeration) {
        value = logic::Value::enumerator(x.sort().enumeration_decl(),
                                         value.as_enumerator());
      }
      now[v] = std::move(value);
    }
  }
  return out;
}

suite::TestResult run_scripted(const model::Interface& interface,
                               const std::vector<Snapshot>& run,
                               const suite::Suite& suite,
                               const suite::Test& test,
                               const base::Budget& budget) {
  std::vector<std::vector<logic::Value>> outputs;
  for (const Snapshot& step : run) {
    outputs.emplace_back();
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role == model::Role::output) {
        outputs.back().push_back(step[v]);
      }
    }
  }
  Script script(std::move(outputs));
  RunOptions options;
  options.step_time = std::chrono::milliseconds(0);
  options.tests = {test.id};
  options.record_observed = false;
  suite::RunListener silent;
  const suite::RunResults results =
      exec::run_suite(suite, script, options, silent, budget);
  return results.tests.empty() ? suite::TestResult{} : results.tests.front();
}

}  // namespace catenary::exec::contract
