// SPDX-License-Identifier: Apache-2.0
#include "app/contract/contract_failures.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "app/model_file.h"
#include "app/suite_file.h"
#include "base/error.h"
#include "engine/contract/monitor/monitor.h"
#include "suite/adaptive.h"
#include "suite/signature.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Snapshot;

std::vector<std::string> views_of(const suite::Suite& suite) {
  std::vector<std::string> out;
  const auto listed = suite.options.find("view");
  if (listed == suite.options.end()) return out;
  std::istringstream text(listed->second);
  for (std::string name; std::getline(text, name, ',');) out.push_back(name);
  return out;
}

/// "r4, or r1 and r3".
std::string either(const contract::Semantics& semantics,
                   const std::vector<contract::Diagnosis>& found) {
  std::string out;
  for (const contract::Diagnosis& d : found) {
    const report::Diagnosis words = described(semantics, d);
    const std::vector<std::string>& names =
        words.requirements.empty() ? words.contracts : words.requirements;
    if (!out.empty()) out += ", or ";
    for (std::size_t i = 0; i < names.size(); ++i) {
      out += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    }
  }
  return out;
}

}  // namespace

bool is_contract_suite(const suite::Suite& suite) {
  return suite.model.kind == "req";
}

model::Interface interface_of(const suite::Suite& suite,
                              const std::string& beside,
                              Context& context) {
  const std::string path = model_of_suite(suite, beside);
  model::Interface out = load_views(path, views_of(suite), context);
  if (out.sha256 == suite.model.sha256) return out;
  throw base::InputError({path, 0, 0},
                         "the requirements have changed since the tests were "
                         "generated; expected those of the suite: generate the "
                         "suite again, or restore its requirements",
                         "model-changed");
}

report::Diagnosis described(const contract::Semantics& semantics,
                            const contract::Diagnosis& found) {
  const model::Interface& interface = semantics.interface();
  report::Diagnosis out;
  for (const std::uint32_t r : found.requirements) {
    out.requirements.push_back(interface.requirements[r].id);
  }
  for (const std::size_t rule : found.rules) {
    const contract::Rule& r = semantics.rules()[rule];
    report::Culprit culprit;
    if (r.kind == contract::Rule::Kind::range) {
      culprit.contract = "range of " + interface.variables[r.index].name;
    } else {
      const model::Contract& c = interface.contracts[r.index];
      const model::Requirement& q = interface.requirements[c.requirement];
      culprit = {c.id, q.id, q.text, interface.views[q.view].name, q.from};
    }
    out.contracts.push_back(culprit.contract);
    out.culprits.push_back(std::move(culprit));
  }
  out.step = static_cast<std::int64_t>(found.step) + 1;
  out.latent = found.latent;
  for (const Snapshot& step : found.execution) {
    suite::Json& values = out.execution.push(suite::Json::object());
    using model::Role;
    for (const auto& [role, name] : {std::pair{Role::input, "inputs"},
                                     std::pair{Role::output, "outputs"},
                                     std::pair{Role::hidden, "hidden"}}) {
      suite::Json group = suite::Json::object();
      for (std::size_t v = 0; v < interface.variables.size(); ++v) {
        const model::InterfaceVariable& variable = interface.variables[v];
        if (variable.role != role) continue;
        group.set(variable.name, suite::to_json(step[v]));
      }
      if (role != Role::hidden || !group.members().empty()) {
        values.set(name, std::move(group));
      }
    }
  }
  return out;
}

std::optional<contract::Diagnoses> explain_run(
    const contract::Semantics& semantics,
    std::vector<Snapshot> run,
    const contract::DiagnosisOptions& options,
    const base::Budget& budget) {
  contract::Monitor monitor(semantics, budget);
  std::size_t steps = 0;
  contract::Allowed allowed = contract::Allowed::yes;
  while (steps < run.size() && allowed == contract::Allowed::yes) {
    allowed = monitor.step(run[steps++]);
  }
  if (allowed != contract::Allowed::no) return std::nullopt;
  run.resize(steps);
  return contract::diagnose(semantics, run, options, budget);
}

ContractFailures::ContractFailures(const suite::Suite& suite,
                                   const model::Interface& interface,
                                   const base::Budget& budget)
    : suite_(suite),
      interface_(interface),
      semantics_(interface),
      budget_(budget) {}

std::vector<Snapshot> ContractFailures::observed(
    const suite::Test& test, const suite::TestResult& result) const {
  std::vector<Snapshot> out;
  const std::vector<const suite::Step*> steps = suite::steps_of(test, result);
  for (std::size_t s = 0; s < steps.size() && s < result.observed.size(); ++s) {
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
      if (!signal) return out;
      std::optional<logic::Value> value;
      if (is_input) {
        value = suite::default_value(signals[*signal]);
        for (const suite::Assignment& a : steps[s]->inputs) {
          if (a.signal == *signal) value = a.value;
        }
      } else if (*signal < result.observed[s].size()) {
        value = result.observed[s][*signal];
      }
      if (!value || !(value->sort() == v.sort())) return out;
      step.push_back(*value);
    }
    out.push_back(std::move(step));
  }
  return out;
}

std::optional<contract::Diagnoses> ContractFailures::explain(
    const suite::Test& test,
    const suite::TestResult& result,
    const contract::DiagnosisOptions& options) const {
  return explain_run(semantics_, observed(test, result), options, budget_);
}

void trace_contracts(const TraceOptions& options,
                     const suite::Suite& suite,
                     const suite::RunResults& results,
                     Context& context,
                     std::vector<report::TestDiagnoses>& diagnoses) {
  const model::Interface interface =
      interface_of(suite, options.results, context);
  const ContractFailures failures(suite, interface, context.budget);
  contract::DiagnosisOptions how;
  how.all = options.all;
  how.latent = options.latent;
  for (std::size_t i = 0; i < results.tests.size(); ++i) {
    const suite::TestResult& result = results.tests[i];
    const suite::Test* test = suite.find_test(result.id);
    if (result.verdict != suite::Verdict::fail || test == nullptr) continue;
    context.progress.update(
        {"explaining", i, results.tests.size(), test->id.substr(0, 12)});
    const auto found = failures.explain(*test, result, how);
    if (!found || found->found.empty()) continue;
    if (!found->complete) {
      context.progress.message("test " + test->id.substr(0, 12) +
                               ": not all diagnoses: " + found->why_not);
    }
    std::vector<report::Diagnosis> out;
    for (const contract::Diagnosis& d : found->found) {
      out.push_back(described(failures.semantics(), d));
      out.back().code = result.code;
      out.back().reason = result.reason;
      out.back().violations = result.violations;
    }
    diagnoses[i].diagnoses = std::move(out);
  }
}

ContractListener::ContractListener(const suite::Suite& suite,
                                   const std::string& suite_path,
                                   Context& context,
                                   suite::RunListener& to)
    : to_(to) {
  if (!is_contract_suite(suite)) return;
  try {
    interface_ = interface_of(suite, suite_path, context);
    failures_.emplace(suite, *interface_, context.budget);
  } catch (const base::InputError& e) {
    context.log.info(std::string("failures will not name requirements: ") +
                     e.what());
  }
}

void ContractListener::run_begins(const suite::Suite& suite,
                                  const std::string& sut) {
  to_.run_begins(suite, sut);
}

void ContractListener::test_begins(const suite::Test& test, std::size_t index) {
  to_.test_begins(test, index);
}

void ContractListener::test_ends(const suite::Test& test,
                                 const suite::TestResult& result) {
  if (!failures_ || result.verdict != suite::Verdict::fail) {
    to_.test_ends(test, result);
    return;
  }
  suite::TestResult named = result;
  name(test, named);
  to_.test_ends(test, named);
  told_.insert_or_assign(test.id, std::move(named));
}

void ContractListener::run_ends(const suite::Suite& suite,
                                const suite::RunResults& results) {
  to_.run_ends(suite, results);
}

void ContractListener::name(const suite::Test& test,
                            suite::TestResult& result) const {
  const auto found = failures_->explain(test, result, {});
  if (!found || found->found.empty()) return;
  std::set<std::uint32_t> blamed;
  for (const contract::Diagnosis& d : found->found) {
    blamed.insert(d.requirements.begin(), d.requirements.end());
  }
  result.requirements.clear();
  for (const std::uint32_t r : blamed) {
    result.requirements.push_back(interface_->requirements[r].id);
  }
  const std::size_t step = found->found.front().step + 1;
  for (suite::Violation& v : result.violations) {
    if (v.step == step) v.requirements = result.requirements;
  }
  result.reason +=
      "; may violate " + either(failures_->semantics(), found->found);
}

void ContractListener::put_into(suite::RunResults& results) const {
  for (suite::TestResult& r : results.tests) {
    const auto told = told_.find(r.id);
    if (told == told_.end() || r.verdict != suite::Verdict::fail) continue;
    r.requirements = told->second.requirements;
    r.reason = told->second.reason;
    r.violations = told->second.violations;
  }
}

}  // namespace catenary::app
