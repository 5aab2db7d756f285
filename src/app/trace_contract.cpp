// SPDX-License-Identifier: Apache-2.0
#include "app/trace_contract.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"
#include "engine/contract/diagnose.h"
#include "engine/contract/monitor.h"
#include "engine/contract/semantics.h"
#include "frontend/contract/contract.h"
#include "suite/signature.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Snapshot;

model::Interface interface_of(const suite::Suite& suite,
                              const std::string& results) {
  namespace fs = std::filesystem;
  std::string path = suite.model.path;
  if (!fs::exists(path)) {
    const fs::path beside =
        fs::path(results).parent_path() / fs::path(path).filename();
    if (fs::exists(beside)) path = beside.string();
  }
  model::Interface out = frontend::contract::load(path);
  if (out.sha256 == suite.model.sha256) return out;
  throw base::InputError({path, 0, 0},
                         "these are not the requirements that the tests were "
                         "made from: they have changed since",
                         "model-changed");
}

class ContractTrace {
 public:
  ContractTrace(const TraceOptions& options,
                const suite::Suite& suite,
                const model::Interface& interface,
                Context& context)
      : options_(options),
        suite_(suite),
        interface_(interface),
        semantics_(interface),
        context_(context) {}

  /// Nothing where the observations do not suffice.
  [[nodiscard]] std::optional<std::vector<report::Diagnosis>> explain(
      const suite::Test& test, const suite::TestResult& result);

 private:
  [[nodiscard]] std::optional<std::vector<Snapshot>> observed(
      const suite::Test& test, const suite::TestResult& result) const;
  [[nodiscard]] report::Diagnosis describe(
      const contract::Diagnosis& found) const;

  const TraceOptions& options_;
  const suite::Suite& suite_;
  const model::Interface& interface_;
  contract::Semantics semantics_;
  Context& context_;
};

std::optional<std::vector<Snapshot>> ContractTrace::observed(
    const suite::Test& test, const suite::TestResult& result) const {
  std::vector<Snapshot> out;
  const std::size_t steps = std::min(test.steps.size(), result.observed.size());
  for (std::size_t s = 0; s < steps; ++s) {
    Snapshot step;
    for (const model::InterfaceVariable& v : interface_.variables) {
      if (v.role == model::Role::hidden) {
        step.push_back(logic::default_value(v.sort()));
        continue;
      }
      const bool is_input = v.role == model::Role::input;
      const auto& signals =
          is_input ? suite_.signature.inputs : suite_.signature.outputs;
      const auto signal = suite::find_signal(signals, v.name);
      if (!signal) return std::nullopt;
      std::optional<logic::Value> value;
      if (is_input) {
        value = suite::default_value(signals[*signal]);
        for (const suite::Assignment& a : test.steps[s].inputs) {
          if (a.signal == *signal) value = a.value;
        }
      } else if (*signal < result.observed[s].size()) {
        value = result.observed[s][*signal];
      }
      if (!value || !(value->sort() == v.sort())) return std::nullopt;
      step.push_back(*value);
    }
    out.push_back(std::move(step));
  }
  return out;
}

report::Diagnosis ContractTrace::describe(
    const contract::Diagnosis& found) const {
  report::Diagnosis out;
  for (const std::uint32_t r : found.requirements) {
    const model::Requirement& requirement = interface_.requirements[r];
    out.requirements.push_back(requirement.id);
    out.notes.push_back(requirement.id + " (view " +
                        interface_.views[requirement.view].name +
                        "): " + requirement.text);
  }
  for (const std::size_t rule : found.rules) {
    const contract::Rule& r = semantics_.rules()[rule];
    if (r.kind == contract::Rule::Kind::range) {
      out.contracts.push_back("range of " + interface_.variables[r.index].name);
    } else {
      out.contracts.push_back(interface_.contracts[r.index].id);
    }
  }
  if (found.latent) {
    out.notes.push_back("latent: violated at step " +
                        std::to_string(found.step + 1) + " of " +
                        std::to_string(found.execution.size()));
  }
  for (const Snapshot& step : found.execution) {
    suite::Json values = suite::Json::object();
    for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
      values.set(interface_.variables[v].name, suite::to_json(step[v]));
    }
    out.execution.push(std::move(values));
  }
  return out;
}

std::optional<std::vector<report::Diagnosis>> ContractTrace::explain(
    const suite::Test& test, const suite::TestResult& result) {
  std::optional<std::vector<Snapshot>> trace = observed(test, result);
  if (!trace) return std::nullopt;
  contract::Monitor monitor(semantics_, context_.budget);
  std::size_t steps = 0;
  contract::Allowed allowed = contract::Allowed::yes;
  while (steps < trace->size() && allowed == contract::Allowed::yes) {
    allowed = monitor.step((*trace)[steps++]);
  }
  if (allowed != contract::Allowed::no) return std::nullopt;
  trace->resize(steps);
  contract::DiagnosisOptions options;
  options.all = options_.all;
  options.latent = options_.latent;
  const contract::Diagnoses found =
      contract::diagnose(semantics_, *trace, options, context_.budget);
  if (!found.complete) {
    context_.progress.message("test " + test.id.substr(0, 8) +
                              ": not all diagnoses: " + found.why_not);
  }
  std::vector<report::Diagnosis> out;
  for (const contract::Diagnosis& d : found.found) out.push_back(describe(d));
  return out;
}

}  // namespace

bool is_contract_suite(const suite::Suite& suite) {
  return suite.model.kind == "req";
}

void trace_contracts(const TraceOptions& options,
                     const suite::Suite& suite,
                     const suite::RunResults& results,
                     Context& context,
                     std::vector<report::TestDiagnoses>& diagnoses) {
  const model::Interface interface = interface_of(suite, options.results);
  ContractTrace trace(options, suite, interface, context);
  for (std::size_t i = 0; i < results.tests.size(); ++i) {
    const suite::TestResult& result = results.tests[i];
    const suite::Test* test = suite.find_test(result.id);
    if (result.verdict != suite::Verdict::fail || test == nullptr) continue;
    auto explained = trace.explain(*test, result);
    if (explained) diagnoses[i].diagnoses = std::move(*explained);
  }
}

}  // namespace catenary::app
