// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary run --mutate` has in common for all kinds of models.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "exec/mutation/mutation.h"
#include "exec/runner.h"
#include "model/mutate/mutate.h"
#include "program/mutate/mutate_source.h"
#include "suite/mutation.h"

namespace catenary::app {

/// How the tests are run on one mutant: which of them, and the names of suite
/// and system for the results.
[[nodiscard]] exec::RunOptions mutant_run_options(const RunOptions& options);

/// Runs the tests on the mutants that --mutate selects, writes and prints the
/// report. Returns ExitCode::findings if a mutant survives that is not proved
/// to conform.
[[nodiscard]] ExitCode report_mutants(
    const RunOptions& options,
    const std::vector<const model::Mutation*>& mutations,
    const exec::mutation::Judge& judge,
    std::chrono::steady_clock::time_point started,
    Context& context);

template <typename Model>
const model::Mutation& mutation_of(const model::Mutant<Model>& mutant) {
  return mutant.mutation;
}
inline const model::Mutation& mutation_of(const program::SourceMutant& mutant) {
  return mutant.mutant.mutation;
}

/// As report_mutants(), for mutants of any kind of model: `judge` is given the
/// mutant, not its index.
template <typename AnyMutant, typename JudgeOne>
[[nodiscard]] ExitCode test_mutants(
    const RunOptions& options,
    const std::vector<AnyMutant>& mutants,
    const JudgeOne& judge,
    std::chrono::steady_clock::time_point started,
    Context& context) {
  std::vector<const model::Mutation*> mutations;
  for (const AnyMutant& m : mutants) mutations.push_back(&mutation_of(m));
  return report_mutants(
      options,
      mutations,
      [&](std::size_t i) -> std::optional<suite::MutantResult> {
        return judge(mutants[i]);
      },
      started,
      context);
}

}  // namespace catenary::app
