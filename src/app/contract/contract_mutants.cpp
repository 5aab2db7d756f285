// SPDX-License-Identifier: Apache-2.0
#include "app/contract/contract_mutants.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "app/model_file.h"
#include "app/run/mutation_run.h"
#include "app/run/sut.h"
#include "base/check.h"
#include "base/error.h"
#include "engine/contract/refinement/difference.h"
#include "engine/contract/testing/expectations.h"
#include "exec/formula_oracle.h"
#include "exec/runner.h"
#include "model/mutate/mutate_interface.h"
#include "suite/adaptive.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Difference;
using report::MutantResult;
using report::MutantStatus;

/// Answers as a run does; then it is over.
class Script final : public exec::Adapter {
 public:
  explicit Script(std::vector<std::vector<logic::Value>> outputs)
      : outputs_(std::move(outputs)) {}

  exec::SutReply open(const suite::Signature& signature,
                      exec::SutInfo& info) override {
    info.name = "a mutant";
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
    if (at_ == outputs_.size()) {
      reply.outcome = exec::SutOutcome::refused;
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

/// The tests are about these requirements.
void require_same_signals(const model::Interface& interface,
                          const suite::Suite& suite) {
  const suite::Signature expected = contract::signature_of(interface);
  if (suite.signature.inputs == expected.inputs &&
      suite.signature.outputs == expected.outputs) {
    return;
  }
  throw base::InputError({interface.path, 0, 0},
                         "--mutate runs tests that were made from these "
                         "requirements; those of the suite have other inputs "
                         "or outputs",
                         "option-mutate");
}

bool starts_with(const contract::InputSequence& test,
                 const contract::InputSequence& wanted) {
  return test.size() >= wanted.size() &&
         std::equal(wanted.begin(), wanted.end(), test.begin());
}

class Mutants {
 public:
  Mutants(const RunOptions& options,
          const model::Interface& original,
          const suite::Suite& suite,
          Context& context)
      : options_(options),
        original_(original),
        suite_(suite),
        context_(context) {
    for (const suite::Test& test : suite.tests) {
      const auto& ids = options.tests;
      const bool wanted =
          ids.empty() ||
          std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
            return test.id.starts_with(id);
          });
      if (!wanted) continue;
      for (std::vector<std::uint32_t>& path : suite::paths_of(test)) {
        tests_.push_back(&test);
        inputs_.push_back(
            inputs_of_path(original, suite.signature, test, path));
        paths_.push_back(std::move(path));
      }
    }
  }

  MutantResult judge(const model::InterfaceMutant& mutant) {
    MutantResult out;
    out.id = mutant.mutation.id;
    out.kind = mutant.mutation.kind;
    out.change = mutant.mutation.text;
    out.where = mutant.mutation.where;
    const model::Interface changed = model::mutate(original_, mutant);
    const auto search =
        contract::make_difference_search(changed, original_, context_.budget);
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
        out.reason =
            "no test failed; not proved to conform: " + shortest.reason;
        break;
    }
    return out;
  }

 private:
  /// The tests that begin as the shortest difference does, then the others.
  bool try_tests(const Difference& shortest,
                 contract::DifferenceSearch& search,
                 MutantResult& out) {
    contract::InputSequence wanted;
    if (shortest.outcome == model::Reachability::reached) {
      wanted = contract::inputs_of(original_, shortest.run);
      for (std::size_t t = 0; t < tests_.size(); ++t) {
        if (!starts_with(inputs_[t], wanted)) continue;
        if (fails(t, shortest.run, out)) return true;
      }
    }
    for (std::size_t t = 0; t < tests_.size(); ++t) {
      if (context_.budget.poll() != base::StopReason::none) return false;
      const Difference found = search.along(inputs_[t]);
      if (found.outcome == model::Reachability::reached &&
          fails(t, found.run, out)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a test says that a run is a failure.
  bool fails(std::size_t test,
             const std::vector<contract::Snapshot>& run,
             MutantResult& out) {
    const suite::TestResult result =
        run_scripted(original_, run, suite_, *tests_[test], context_.budget);
    if (result.verdict != suite::Verdict::fail) return false;
    // The run is one of these inputs: a test that chose others has no part.
    if (suite::is_adaptive(*tests_[test]) &&
        !std::ranges::equal(
            result.path,
            std::span(paths_[test])
                .first(std::min(result.path.size(), paths_[test].size())))) {
      went_elsewhere_ = true;
      return false;
    }
    out.status = MutantStatus::killed;
    out.reason =
        std::string(suite::to_string(result.code)) + ": " + result.reason;
    out.test = result.id;
    return true;
  }

  const RunOptions& options_;
  const model::Interface& original_;
  const suite::Suite& suite_;
  Context& context_;
  bool went_elsewhere_ = false;  ///< an adaptive test did
  // By the way that a test may take.
  std::vector<const suite::Test*> tests_;
  std::vector<contract::InputSequence> inputs_;
  std::vector<std::vector<std::uint32_t>> paths_;
};

}  // namespace

contract::InputSequence inputs_of_path(const model::Interface& interface,
                                       const suite::Signature& signature,
                                       const suite::Test& test,
                                       std::span<const std::uint32_t> path) {
  contract::InputSequence out;
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
                               const std::vector<contract::Snapshot>& run,
                               const suite::Suite& suite,
                               const suite::Test& test,
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
  Script script(std::move(outputs));
  exec::RunOptions options;
  options.step_time = std::chrono::milliseconds(0);
  options.tests = {test.id};
  options.record_observed = false;
  const auto formulas = exec::make_formula_oracle();
  suite::RunListener silent;
  const suite::RunResults results =
      exec::run_suite(suite, script, options, formulas.get(), silent, budget);
  return results.tests.empty() ? suite::TestResult{} : results.tests.front();
}

ExitCode run_contract_mutants(const RunOptions& options,
                              const suite::Suite& suite,
                              Context& context) {
  const auto started = std::chrono::steady_clock::now();
  const model::Interface original =
      load_interface(read_sut(options.sut).where, context);
  require_same_signals(original, suite);
  const std::vector<model::InterfaceMutant> all =
      model::interface_mutants(original);
  Mutants mutants(options, original, suite, context);
  report::MutationReport out;
  out.suite = options.suite;
  out.sut = options.sut;
  out.possible = all.size();
  bool complete = true;
  const std::vector<std::size_t> wanted = chosen_mutants(options, all.size());
  for (std::size_t i = 0; i < wanted.size() && complete; ++i) {
    context.progress.update(
        {"testing mutants", i, wanted.size(), all[wanted[i]].mutation.id});
    MutantResult result = mutants.judge(all[wanted[i]]);
    complete = context.budget.poll() == base::StopReason::none;
    // Cut short, it says nothing.
    if (!complete && result.status == MutantStatus::undecided) break;
    out.mutants.push_back(std::move(result));
  }
  if (out.mutants.size() == wanted.size()) complete = true;
  out.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  return conclude_mutation(options, out, complete, context);
}

}  // namespace catenary::app
