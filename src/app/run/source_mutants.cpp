// SPDX-License-Identifier: Apache-2.0
#include "app/run/source_mutants.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/generate/suite_builder.h"
#include "app/model_file.h"
#include "app/run/mutation_run.h"
#include "app/run/signal_map.h"
#include "app/run/sut.h"
#include "base/error.h"
#include "base/text_file.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/monitor/value_tables.h"
#include "engine/contract/refinement/conformance.h"
#include "exec/adapter/isolated.h"
#include "exec/adapter/model.h"
#include "exec/formula_oracle.h"
#include "exec/runner.h"
#include "frontend/c/load.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
namespace fs = std::filesystem;
using report::MutantResult;
using report::MutantStatus;
using Observed = std::vector<std::optional<logic::Value>>;

class SourceMutants {
 public:
  SourceMutants(const RunOptions& options,
                const suite::Suite& suite,
                Context& context)
      : options_(options),
        suite_(suite),
        context_(context),
        path_(read_sut(options.sut).where) {}

  report::MutationReport run();
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  void load_requirements();
  [[nodiscard]] model::StepSystem load(
      std::map<std::string, std::string> replaced) const;
  [[nodiscard]] suite::RunResults run_suite(const model::StepSystem& system);
  /// Nothing where it does not compile.
  [[nodiscard]] std::optional<MutantResult> judge(
      const program::SourceMutant& mutant);
  [[nodiscard]] bool killed(const model::StepSystem& system, MutantResult& out);
  void compare(const model::StepSystem& system, MutantResult& out);
  void compare_broken(const model::StepSystem& system, MutantResult& out);
  [[nodiscard]] std::vector<std::string> violated(
      const suite::TestResult& result) const;
  void require_original();

  const RunOptions& options_;
  const suite::Suite& suite_;
  Context& context_;
  std::string path_;
  std::string original_;  ///< hash of what is compiled
  std::optional<model::Interface> interface_;
  bool complete_ = true;
};

/// Those that judge: of --oracle, else of the suite, if it has some.
void SourceMutants::load_requirements() {
  std::string path = options_.oracle;
  if (path.empty()) {
    if (suite_.model.kind != "req") return;
    path = suite_.model.path;
    const fs::path beside =
        fs::path(options_.suite).parent_path() / fs::path(path).filename();
    if (!fs::exists(path) && fs::exists(beside)) path = beside.string();
  }
  interface_ = load_interface(path, context_);
  if (options_.oracle.empty() && interface_->sha256 != suite_.model.sha256) {
    throw base::InputError({path, 0, 0},
                           "these are not the requirements that the tests were "
                           "made from: they have changed since",
                           "model-changed");
  }
}

model::StepSystem SourceMutants::load(
    std::map<std::string, std::string> replaced) const {
  frontend::c::LoadOptions load;
  load.criteria = std::vector<std::string>{"property"};
  load.step_time_limit = options_.step_timeout;
  load.replaced = std::move(replaced);
  return frontend::c::load(path_, load, context_.budget);
}

suite::RunResults SourceMutants::run_suite(const model::StepSystem& system) {
  std::unique_ptr<exec::Adapter> adapter = exec::isolate(
      [&system] {
        return exec::make_model(
            [&system] { return exec::simulate_step_system(system); });
      },
      {},
      context_.budget);
  if (options_.oracle.empty()) {
    adapter = with_map(std::move(adapter), options_, suite_);
  }
  exec::RunOptions o;
  o.suite_path = options_.suite;
  o.sut = options_.sut;
  o.step_time = options_.step_timeout;
  o.test_time = options_.test_timeout;
  o.tests = options_.tests;
  const auto formulas = exec::make_formula_oracle();
  suite::RunListener silent;
  return exec::run_suite(
      suite_, *adapter, o, formulas.get(), silent, context_.budget);
}

/// The best explanation of a failed test, if the requirements have one.
std::vector<std::string> SourceMutants::violated(
    const suite::TestResult& result) const {
  const suite::Test* test = suite_.find_test(result.id);
  if (!interface_ || test == nullptr ||
      result.code != suite::VerdictCode::expectation_violated) {
    return result.requirements;
  }
  contract::BindingTexts texts;
  texts.of = options_.suite;
  if (!options_.oracle.empty()) {
    texts.maps = options_.map;
    texts.values = options_.map_value;
  }
  const contract::Binding binding =
      contract::bind_values(*interface_, suite_.signature, texts);
  const contract::Semantics semantics(*interface_);
  contract::Monitor monitor(semantics, context_.budget);
  std::vector<Observed> seen;
  const std::size_t steps =
      std::min(test->steps.size(), result.observed.size());
  for (std::size_t s = 0; s < steps; ++s) {
    Observed& step = seen.emplace_back(interface_->variables.size());
    contract::Snapshot snapshot;
    bool whole = true;
    for (std::uint32_t v = 0; v < step.size(); ++v) {
      const model::InterfaceVariable& variable = interface_->variables[v];
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
      if (value) step[v] = binding.to_variable(*interface_, v, *value);
      if (!step[v] && variable.role != model::Role::hidden) whole = false;
      snapshot.push_back(step[v] ? *step[v]
                                 : logic::default_value(variable.sort()));
    }
    const bool allowed =
        whole && monitor.step(snapshot) == contract::Allowed::yes;
    if (!allowed) break;
  }
  const contract::Blame blame =
      contract::blame(*interface_, seen, context_.budget);
  return blame.requirements.empty() ? result.requirements : blame.requirements;
}

bool SourceMutants::killed(const model::StepSystem& system, MutantResult& out) {
  const suite::RunResults results = run_suite(system);
  for (const suite::TestResult& r : results.tests) {
    using Code = suite::VerdictCode;
    const bool died = r.code == Code::sut_crashed ||
                      r.code == Code::sut_exited || r.code == Code::sut_hung;
    if (r.verdict == suite::Verdict::fail || died) {
      out.status = MutantStatus::killed;
      out.reason = std::string(suite::to_string(r.code)) + ": " + r.reason;
      out.test = r.id;
      out.requirements = violated(r);
      return true;
    }
    if (r.verdict == suite::Verdict::error &&
        out.status != MutantStatus::broken) {
      out.status = MutantStatus::broken;
      out.reason = std::string(suite::to_string(r.code)) + ": " + r.reason;
      out.test = r.id;
    }
  }
  return false;
}

void SourceMutants::compare(const model::StepSystem& system,
                            MutantResult& out) {
  if (!interface_) {
    out.reason =
        "no test failed, and there are no requirements to compare it "
        "with: --oracle names some";
    return;
  }
  const contract::Binding binding =
      contract::bind_values(*interface_,
                            signature_of(system),
                            {options_.map, options_.map_value, system.path});
  const contract::ConformanceResult found = contract::check_conformance(
      system, *interface_, binding, {}, context_.budget);
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
            contract::blame(*interface_, found.observed, context_.budget);
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

/// An output that is no value of its variable is an error of the run, since a
/// suite cannot say what was seen. The requirements can: their ranges forbid
/// it, and the test that came upon it has found the mutant.
void SourceMutants::compare_broken(const model::StepSystem& system,
                                   MutantResult& out) {
  if (!interface_) return;
  MutantResult compared = out;
  compare(system, compared);
  if (compared.status != MutantStatus::survived) return;
  out.status = MutantStatus::killed;
  out.reason += "; " + compared.reason;
  out.requirements = std::move(compared.requirements);
}

std::optional<MutantResult> SourceMutants::judge(
    const program::SourceMutant& mutant) {
  MutantResult out;
  out.id = mutant.mutant.mutation.id;
  out.kind = mutant.mutant.mutation.kind;
  out.change = mutant.mutant.mutation.text;
  out.where = mutant.mutant.mutation.where;
  std::string text = base::read_text_file(
      (fs::path(path_).parent_path() / mutant.path).string());
  mutant.mutant.change(text);
  std::optional<model::StepSystem> system;
  try {
    system = load({{mutant.path, std::move(text)}});
  } catch (const base::InputError&) {
    return std::nullopt;
  }
  if (system->sha256 == original_) {
    out.status = MutantStatus::equivalent;
    out.reason = "it is compiled to the same program";
    return out;
  }
  if (killed(*system, out)) return out;
  if (out.status == MutantStatus::broken) {
    compare_broken(*system, out);
  } else {
    compare(*system, out);
  }
  return out;
}

/// A suite that fails on the program itself says nothing about mutants.
void SourceMutants::require_original() {
  const model::StepSystem system = load({});
  original_ = system.sha256;
  for (const suite::TestResult& r : run_suite(system).tests) {
    if (r.verdict == suite::Verdict::pass ||
        r.code == suite::VerdictCode::interrupted ||
        r.code == suite::VerdictCode::nothing_checked) {
      continue;
    }
    throw base::InputError(
        {path_, 0, 0},
        "--mutate: test " + r.id.substr(0, 12) +
            " does not pass on the program itself: " + r.reason,
        "mutate-original");
  }
}

report::MutationReport SourceMutants::run() {
  const auto started = std::chrono::steady_clock::now();
  load_requirements();
  require_original();
  const std::vector<program::SourceMutant> all =
      frontend::c::source_mutants(path_, context_.budget);
  report::MutationReport out;
  out.suite = options_.suite;
  out.sut = options_.sut;
  out.possible = all.size();
  const std::vector<std::size_t> wanted = chosen_mutants(options_, all.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    context_.progress.update({"testing mutants",
                              i,
                              wanted.size(),
                              all[wanted[i]].mutant.mutation.id});
    std::optional<MutantResult> result;
    try {
      result = judge(all[wanted[i]]);
    } catch (const base::StoppedError&) {
      complete_ = false;  // while it was compiled
      break;
    }
    // Cut short, it says nothing.
    if (context_.budget.poll() != base::StopReason::none) {
      complete_ = false;
      break;
    }
    if (result) {
      out.mutants.push_back(std::move(*result));
    } else {
      ++out.not_compiling;
    }
  }
  out.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  return out;
}

}  // namespace

ExitCode run_source_mutants(const RunOptions& options,
                            const suite::Suite& suite,
                            Context& context) {
  SourceMutants mutants(options, suite, context);
  const report::MutationReport report = mutants.run();
  return conclude_mutation(options, report, mutants.complete(), context);
}

}  // namespace catenary::app
