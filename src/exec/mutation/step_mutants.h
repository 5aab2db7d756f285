// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a suite on mutants of a step program. A mutant that no test kills is
/// compared with the requirements exhaustively: it conforms, or the suite
/// misses its fault.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/monitor/value_tables.h"
#include "exec/adapter/renamed.h"
#include "exec/runner.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"
#include "suite/mutation.h"
#include "suite/suite.h"

namespace catenary::exec::mutation {

/// Settings of StepMutants.
struct StepMutantOptions {
  RunOptions run;
  /// The program's names of signals of the suite.
  SignalRenaming renaming;
  /// How signals of the suite stand for variables of the requirements.
  engine::contract::BindingTexts of_suite;
  /// How signals of the program do.
  engine::contract::BindingTexts of_program;
};

/// Judges mutants of one program.
class StepMutants {
 public:
  /// `requirements` may be null: mutants that no test kills are undecided then.
  /// All must outlive it.
  StepMutants(const suite::Suite& suite,
              const model::Interface* requirements,
              const StepMutantOptions& options,
              const base::Budget& budget)
      : suite_(suite),
        requirements_(requirements),
        options_(options),
        budget_(budget) {}

  /// Runs the suite on the program itself and keeps its hash, to recognise
  /// equivalent mutants. Throws InputError if a test does not pass, since the
  /// suite then shows nothing about mutants.
  void require_original(const model::StepSystem& original);

  /// The result of a mutant, compiled. Requires: require_original() was called.
  [[nodiscard]] suite::MutantResult judge(const model::Mutation& mutation,
                                          const model::StepSystem& mutant);

 private:
  [[nodiscard]] suite::RunResults run_suite(const model::StepSystem& system);
  void compare(const model::StepSystem& system, suite::MutantResult& out);
  void compare_broken(const model::StepSystem& system,
                      suite::MutantResult& out);
  [[nodiscard]] std::vector<std::string> violated(
      const suite::TestResult& result) const;

  const suite::Suite& suite_;
  const model::Interface* requirements_;
  const StepMutantOptions& options_;
  const base::Budget& budget_;
  /// The hash of the compiled program.
  std::string original_;
};

}  // namespace catenary::exec::mutation
