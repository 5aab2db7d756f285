// SPDX-License-Identifier: Apache-2.0
#include "exec/mutation/step_mutants.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.h"
#include "engine/contract/monitor/diagnose.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/refinement/conformance.h"
#include "exec/adapter/isolated.h"
#include "exec/adapter/model.h"
#include "exec/mutation/mutation.h"

namespace catenary::exec::mutation {

namespace {

namespace contract = engine::contract;
using suite::MutantResult;
using suite::MutantStatus;
using Observed = std::vector<std::optional<logic::Value>>;

}  // namespace

suite::RunResults StepMutants::run_suite(const model::StepSystem& system) {
  std::unique_ptr<Adapter> adapter = isolate(
      [&system] {
        return make_model([&system] { return simulate_step_system(system); });
      },
      {},
      budget_);
  if (!options_.renaming.empty()) {
    adapter = renamed(std::move(adapter), options_.renaming);
  }
  suite::RunListener silent;
  return exec::run_suite(suite_, *adapter, options_.run, silent, budget_);
}

/// The best explanation of a failed test, if the requirements have one.
std::vector<std::string> StepMutants::violated(
    const suite::TestResult& result) const {
  const suite::Test* test = suite_.find_test(result.id);
  if (!requirements_ || test == nullptr ||
      result.code != suite::VerdictCode::expectation_violated) {
    return result.requirements;
  }
  const contract::Binding binding = contract::bind_values(
      *requirements_, suite_.signature, options_.of_suite);
  const contract::Semantics semantics(*requirements_);
  contract::Monitor monitor(semantics, budget_);
  std::vector<Observed> seen;
  const std::size_t steps =
      std::min(test->steps.size(), result.observed.size());
  for (std::size_t s = 0; s < steps; ++s) {
    Observed& step = seen.emplace_back(requirements_->variables.size());
    contract::Snapshot snapshot;
    bool whole = true;
    for (std::uint32_t v = 0; v < step.size(); ++v) {
      const model::InterfaceVariable& variable = requirements_->variables[v];
      const contract::Place& place = binding.places[v];
      std::optional<logic::Value> value;
      if (place.side == contract::Place::Side::input) {
        value = suite::default_value(suite_.signature.inputs[place.index]);
        for (const suite::Assignment& a : test->steps[s].inputs) {
          if (a.signal == place.index) value = a.value;
        }
      } else if (place.side == contract::Place::Side::output &&
                 place.index < result.observed[s].size()) {
        value = result.observed[s][place.index];
      }
      if (value) step[v] = binding.to_variable(*requirements_, v, *value);
      if (!step[v] && variable.role != model::Role::hidden) whole = false;
      snapshot.push_back(step[v] ? *step[v]
                                 : logic::default_value(variable.sort()));
    }
    const bool allowed =
        whole && monitor.step(snapshot) == contract::Allowed::yes;
    if (!allowed) break;
  }
  const contract::Blame blame = contract::blame(*requirements_, seen, budget_);
  return blame.requirements.empty() ? result.requirements : blame.requirements;
}

void StepMutants::compare(const model::StepSystem& system, MutantResult& out) {
  if (!requirements_) {
    out.reason =
        "no test failed, and there are no requirements to compare it "
        "with: --oracle names some";
    return;
  }
  const contract::Binding binding = contract::bind_values(
      *requirements_, signature_of(system), options_.of_program);
  const contract::ConformanceResult found =
      contract::check_conformance(system, *requirements_, binding, {}, budget_);
  using contract::Conformity;
  switch (found.outcome) {
    case Conformity::conforms:
      out.status = MutantStatus::conforming;
      out.reason = found.reason;
      if (!found.left_out.empty()) out.reason += "; without " + found.left_out;
      return;
    case Conformity::fails:
      out.status = MutantStatus::survived;
      out.reason = "it does not conform: " + found.reason + " at step " +
                   std::to_string(found.run.steps.size()) +
                   " of a shortest run";
      if (found.death.empty()) {
        contract::Blame blame =
            contract::blame(*requirements_, found.observed, budget_);
        std::string contracts;
        for (const std::string& c : blame.contracts) {
          contracts += (contracts.empty() ? " violates " : ", ") + c;
        }
        if (!contracts.empty()) out.reason += ", which" + contracts;
        out.requirements = std::move(blame.requirements);
      }
      return;
    case Conformity::undecided:
      out.reason = "no test failed; not proved to conform: " + found.reason;
      return;
  }
}

/// An output outside of the type of its variable ends the test with an error,
/// since results cannot hold it. If the requirements forbid it, as their ranges
/// do, the test has killed the mutant.
void StepMutants::compare_broken(const model::StepSystem& system,
                                 MutantResult& out) {
  if (!requirements_) return;
  MutantResult compared = out;
  compare(system, compared);
  if (compared.status != MutantStatus::survived) return;
  out.status = MutantStatus::killed;
  out.reason += "; " + compared.reason;
  out.requirements = std::move(compared.requirements);
}

void StepMutants::require_original(const model::StepSystem& original) {
  original_ = original.sha256;
  for (const suite::TestResult& r : run_suite(original).tests) {
    if (r.verdict == suite::Verdict::pass ||
        r.code == suite::VerdictCode::interrupted ||
        r.code == suite::VerdictCode::nothing_checked) {
      continue;
    }
    throw base::InputError(
        {original.path, 0, 0},
        "--mutate: test " + r.id.substr(0, 12) +
            " does not pass on the program itself: " + r.reason,
        "mutate-original");
  }
}

MutantResult StepMutants::judge(const model::Mutation& mutation,
                                const model::StepSystem& mutant) {
  MutantResult out;
  out.mutation = mutation;
  if (mutant.sha256 == original_) {
    out.status = MutantStatus::equivalent;
    out.reason = "it is compiled to the same program";
    return out;
  }
  const suite::RunResults results = run_suite(mutant);
  if (const auto* killer = apply_results(results, true, out)) {
    out.requirements = violated(*killer);
  } else if (out.status == MutantStatus::broken) {
    compare_broken(mutant, out);
  } else {
    compare(mutant, out);
  }
  return out;
}

}  // namespace catenary::exec::mutation
