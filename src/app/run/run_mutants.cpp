// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_mutants.h"

#include <chrono>

#include "app/contract/contract_mutants.h"
#include "app/model_file.h"
#include "app/run/mutation_run.h"
#include "app/run/source_mutants.h"
#include "app/run/sut.h"
#include "app/timed/timed_names.h"
#include "base/error.h"
#include "exec/mutation/timed_mutants.h"
#include "option/text.h"

namespace catenary::app {

namespace {

void check_options(const RunOptions& options) {
  if (read_sut(only_sut(options)).kind != "model") {
    throw base::InputError({},
                           "--mutate changes a model: expected --sut "
                           "model:FILE.xlia, model:FILE.req or a C program "
                           "(model:FILE.toml), found '" +
                               only_sut(options) + "'",
                           "option-mutate");
  }
  std::uint32_t count = 0;
  try {
    if (options.mutate != "all") option::parse_text(options.mutate, count);
  } catch (const base::InputError&) {
    count = 0;
  }
  if (options.mutate != "all" && count == 0) {
    throw base::InputError({},
                           "--mutate: expected a number of mutants or all, "
                           "found '" +
                               options.mutate + "'",
                           "option-mutate");
  }
  refuse_options("--mutate",
                 ModelKind::none,
                 {{"--log", !options.log.empty()},
                  {"--junit", !options.junit.empty()},
                  {"--policy", options.policy != Policy::minimal},
                  {"--repeat", options.repeat != 1}});
}

ExitCode run_timed_mutants(const RunOptions& options,
                           const suite::Suite& suite,
                           Context& context) {
  const auto started = std::chrono::steady_clock::now();
  const model::TimedAutomaton original =
      load_timed_automaton(read_sut(only_sut(options)).where, context);
  exec::mutation::TimedMutants mutants(original,
                                       suite,
                                       {mutant_run_options(options),
                                        options.seed,
                                        test_case_options(original, options)},
                                       context.budget);
  return test_mutants(
      options,
      model::timed_mutants(original),
      [&](const model::TimedMutant& m) { return mutants.judge(m); },
      started,
      context);
}

}  // namespace

ExitCode run_mutants(const RunOptions& options,
                     const suite::Suite& suite,
                     Context& context) {
  check_options(options);
  switch (kind_of(read_sut(only_sut(options)).where)) {
    case ModelKind::contract:
      return run_contract_mutants(options, suite, context);
    case ModelKind::step:
      return run_source_mutants(options, suite, context);
    default:
      return run_timed_mutants(options, suite, context);
  }
}

}  // namespace catenary::app
