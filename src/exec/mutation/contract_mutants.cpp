// SPDX-License-Identifier: Apache-2.0
#include "exec/mutation/contract_mutants.h"

#include <algorithm>
#include <span>
#include <utility>

#include "exec/contract/scripted_run.h"
#include "suite/adaptive.h"

namespace catenary::exec::mutation {

using engine::contract::Difference;
using engine::contract::DifferenceSearch;
using engine::contract::InputSequence;
using engine::contract::Snapshot;
using suite::MutantResult;
using suite::MutantStatus;

namespace {

bool starts_with(const InputSequence& test, const InputSequence& wanted) {
  return test.size() >= wanted.size() &&
         std::equal(wanted.begin(), wanted.end(), test.begin());
}

}  // namespace

ContractMutants::ContractMutants(const model::Interface& original,
                                 const suite::Suite& suite,
                                 const std::vector<std::string>& tests,
                                 const base::Budget& budget)
    : original_(original), suite_(suite), budget_(budget) {
  for (const suite::Test& test : suite.tests) {
    const bool wanted =
        tests.empty() || std::ranges::any_of(tests, [&](const std::string& id) {
          return test.id.starts_with(id);
        });
    if (!wanted) continue;
    for (std::vector<std::uint32_t>& steps : suite::paths_of(test)) {
      InputSequence inputs =
          contract::inputs_of_path(original, suite.signature, test, steps);
      paths_.push_back({&test, std::move(steps), std::move(inputs)});
    }
  }
}

MutantResult ContractMutants::judge(const model::InterfaceMutant& mutant) {
  MutantResult out;
  out.mutation = mutant.mutation;
  const model::Interface changed = model::mutate(original_, mutant);
  const auto search =
      engine::contract::make_difference_search(changed, original_, budget_);
  const Difference shortest = search->shortest({});
  if (shortest.outcome == model::Reachability::unreachable) {
    out.status = MutantStatus::conforming;
    out.reason = shortest.reason;
    return out;
  }
  if (shortest.outcome == model::Reachability::reached) {
    // Every other contract is kept, so this one is violated.
    const model::Contract& c =
        original_.contracts[model::changed_contract(original_, changed)];
    out.requirements = {original_.requirements[c.requirement].id};
  }
  went_elsewhere_ = false;
  if (try_tests(shortest, *search, out)) return out;
  if (went_elsewhere_) {
    out.status = MutantStatus::undecided;
    out.reason =
        "an adaptive test may kill it: on the runs that were tried it chose "
        "other inputs";
    return out;
  }
  switch (shortest.outcome) {
    case model::Reachability::reached:
      out.status = MutantStatus::survived;
      out.reason = "it does not conform: step " +
                   std::to_string(shortest.run.size()) +
                   " of a run without a test shows it";
      break;
    default:
      out.status = MutantStatus::undecided;
      out.reason = "no test failed; not proved to conform: " + shortest.reason;
      break;
  }
  return out;
}

/// The tests that begin as the shortest difference does, then the others.
bool ContractMutants::try_tests(const Difference& shortest,
                                DifferenceSearch& search,
                                MutantResult& out) {
  InputSequence wanted;
  if (shortest.outcome == model::Reachability::reached) {
    wanted = engine::contract::inputs_of(original_, shortest.run);
    for (const TestPath& path : paths_) {
      if (!starts_with(path.inputs, wanted)) continue;
      if (fails(path, shortest.run, out)) return true;
    }
  }
  for (const TestPath& path : paths_) {
    if (budget_.poll() != base::StopReason::none) return false;
    const Difference found = search.along(path.inputs);
    if (found.outcome == model::Reachability::reached &&
        fails(path, found.run, out)) {
      return true;
    }
  }
  return false;
}

/// Whether the test fails on the run; if so, the mutant is killed.
bool ContractMutants::fails(const TestPath& path,
                            const std::vector<Snapshot>& run,
                            MutantResult& out) {
  const suite::TestResult result =
      contract::run_scripted(original_, run, suite_, *path.test, budget_);
  if (result.verdict != suite::Verdict::fail) return false;
  // The run is one of these inputs: a test that chose others has no part.
  if (suite::is_adaptive(*path.test) &&
      !std::ranges::equal(
          result.path,
          std::span(path.steps)
              .first(std::min(result.path.size(), path.steps.size())))) {
    went_elsewhere_ = true;
    return false;
  }
  out.status = MutantStatus::killed;
  out.reason =
      std::string(suite::to_string(result.code)) + ": " + result.reason;
  out.test = result.id;
  return true;
}

}  // namespace catenary::exec::mutation
