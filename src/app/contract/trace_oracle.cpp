// SPDX-License-Identifier: Apache-2.0
#include "app/contract/trace_oracle.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "app/contract/contract_failures.h"
#include "app/model_file.h"
#include "base/error.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/observer.h"
#include "suite/adaptive.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Snapshot;

model::Interface requirements_of(const suite::OracleReference& oracle,
                                 const std::string& results,
                                 Context& context) {
  namespace fs = std::filesystem;
  std::string path = oracle.model.path;
  if (!fs::exists(path)) {
    const fs::path beside =
        fs::path(results).parent_path() / fs::path(path).filename();
    if (fs::exists(beside)) path = beside.string();
  }
  model::Interface out = load_interface(path, context);
  if (out.sha256 == oracle.model.sha256) return out;
  throw base::InputError({path, 0, 0},
                         "the requirements have changed since they judged the "
                         "run; expected the same: run the suite again, or "
                         "restore the requirements",
                         "model-changed");
}

/// What the requirements saw up to a step, counted from 1; nothing where a
/// value of that step was none of its variable's type, or is not there.
std::optional<std::vector<Snapshot>> seen(const contract::Observer& observer,
                                          const suite::Signature& signature,
                                          const suite::Test& test,
                                          const suite::TestResult& result,
                                          std::size_t last) {
  std::vector<Snapshot> out;
  const std::vector<const suite::Step*> steps = suite::steps_of(test, result);
  if (last > steps.size() || last > result.observed.size()) {
    return std::nullopt;
  }
  for (std::size_t s = 0; s < last; ++s) {
    const std::vector<logic::Value> inputs =
        suite::values_of(steps[s]->inputs, signature.inputs);
    contract::Observation now = observer.observe(inputs, result.observed[s]);
    if (!now.missing.empty() || !now.unfit.empty()) return std::nullopt;
    out.push_back(std::move(now.values));
  }
  return out;
}

}  // namespace

void trace_oracle(const TraceOptions& options,
                  const suite::Suite& suite,
                  const suite::RunResults& results,
                  Context& context,
                  std::vector<report::TestDiagnoses>& diagnoses) {
  const model::Interface interface =
      requirements_of(*results.oracle, options.results, context);
  const contract::Semantics semantics(interface);
  const contract::Observer observer(
      interface,
      suite.signature,
      {results.oracle->map, results.oracle->map_values, results.suite_path});
  for (std::size_t i = 0; i < results.tests.size(); ++i) {
    const suite::TestResult& result = results.tests[i];
    const auto violation = std::find_if(
        result.violations.begin(), result.violations.end(), [](const auto& v) {
          return !v.contracts.empty();
        });
    const suite::Test* test = suite.find_test(result.id);
    if (violation == result.violations.end() || test == nullptr) continue;
    auto run = seen(observer, suite.signature, *test, result, violation->step);
    if (!run) continue;
    contract::DiagnosisOptions how;
    how.all = options.all;
    how.latent = options.latent;
    const auto found =
        explain_run(semantics, std::move(*run), how, context.budget);
    if (!found) continue;
    std::vector<report::Diagnosis> explained;
    for (const contract::Diagnosis& d : found->found) {
      explained.push_back(described(semantics, d));
      explained.back().code = result.code;
      explained.back().reason = result.reason;
      explained.back().violations = {*violation};
    }
    // What the suite itself expected comes after.
    if (result.violations.size() > 1) {
      for (report::Diagnosis& d : diagnoses[i].diagnoses) {
        explained.push_back(std::move(d));
      }
    }
    diagnoses[i].diagnoses = std::move(explained);
  }
}

}  // namespace catenary::app
