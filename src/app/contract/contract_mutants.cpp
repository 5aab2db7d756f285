// SPDX-License-Identifier: Apache-2.0
#include "app/contract/contract_mutants.h"

#include <chrono>

#include "app/model_file.h"
#include "app/run/mutation_run.h"
#include "app/run/sut.h"
#include "base/error.h"
#include "engine/contract/testing/expectations.h"
#include "exec/mutation/contract_mutants.h"
#include "model/mutate/mutate_interface.h"

namespace catenary::app {

namespace {

/// The tests are about these requirements.
void require_same_signals(const model::Interface& interface,
                          const suite::Suite& suite) {
  const suite::Signature expected = engine::contract::signature_of(interface);
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

}  // namespace

ExitCode run_contract_mutants(const RunOptions& options,
                              const suite::Suite& suite,
                              Context& context) {
  const auto started = std::chrono::steady_clock::now();
  const model::Interface original =
      load_interface(read_sut(only_sut(options)).where, context);
  require_same_signals(original, suite);
  exec::mutation::ContractMutants mutants(
      original, suite, options.tests, context.budget);
  return test_mutants(
      options,
      model::interface_mutants(original),
      [&](const model::InterfaceMutant& m) { return mutants.judge(m); },
      started,
      context);
}

}  // namespace catenary::app
