// SPDX-License-Identifier: Apache-2.0
#include "app/run/source_mutants.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "app/model_file.h"
#include "app/run/mutation_run.h"
#include "app/run/signal_map.h"
#include "app/run/sut.h"
#include "app/suite_file.h"
#include "base/error.h"
#include "base/text_file.h"
#include "exec/mutation/step_mutants.h"
#include "frontend/c/load.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

/// The requirements of --oracle, else those that the suite was made from.
std::optional<model::Interface> requirements_of(const RunOptions& options,
                                                const suite::Suite& suite,
                                                Context& context) {
  if (!options.oracle.empty()) return load_interface(options.oracle, context);
  if (suite.model.kind != "req") return std::nullopt;
  const std::string path = model_of_suite(suite, options.suite);
  model::Interface out = load_interface(path, context);
  if (out.sha256 != suite.model.sha256) {
    throw base::InputError({path, 0, 0},
                           "the requirements have changed since the tests were "
                           "generated; expected those of the suite: generate "
                           "the suite again, or restore its requirements",
                           "model-changed");
  }
  return out;
}

exec::mutation::StepMutantOptions mutant_options(const RunOptions& options,
                                                 const suite::Suite& suite,
                                                 const std::string& program) {
  exec::mutation::StepMutantOptions out;
  out.run = mutant_run_options(options);
  out.run.step_time = options.step_timeout;
  out.run.test_time = options.test_timeout;
  out.of_suite.of = options.suite;
  out.of_program = {options.map, options.map_value, program};
  if (options.oracle.empty()) {
    out.renaming = signal_map(options, suite);
  } else {
    out.of_suite.maps = options.map;
    out.of_suite.values = options.map_value;
  }
  return out;
}

}  // namespace

ExitCode run_source_mutants(const RunOptions& options,
                            const suite::Suite& suite,
                            Context& context) {
  const auto started = std::chrono::steady_clock::now();
  const std::string path = read_sut(only_sut(options)).where;
  const std::optional<model::Interface> requirements =
      requirements_of(options, suite, context);
  const exec::mutation::StepMutantOptions how =
      mutant_options(options, suite, path);
  exec::mutation::StepMutants mutants(
      suite, requirements ? &*requirements : nullptr, how, context.budget);
  const auto load = [&](std::map<std::string, std::string> replaced) {
    frontend::c::LoadOptions o;
    o.criteria = std::vector<std::string>{"property"};
    o.step_time_limit = options.step_timeout;
    o.replaced = std::move(replaced);
    return frontend::c::load(path, o, context.budget);
  };
  mutants.require_original(load({}));
  return test_mutants(
      options,
      frontend::c::source_mutants(path, context.budget),
      [&](const program::SourceMutant& m)
          -> std::optional<suite::MutantResult> {
        std::string text = base::read_text_file(
            (fs::path(path).parent_path() / m.path).string());
        m.mutant.change(text);
        std::optional<model::StepSystem> system;
        try {
          system = load({{m.path, std::move(text)}});
        } catch (const base::InputError&) {
          return std::nullopt;  // it does not compile
        }
        return mutants.judge(m.mutant.mutation, *system);
      },
      started,
      context);
}

}  // namespace catenary::app
