// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a suite on mutants of the requirements that it was made from. A mutant
/// of a contract stands for every system that keeps the changed contracts: the
/// suite runs on the execution that shows the fault soonest, and on those with
/// the inputs of each test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/refinement/difference.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"
#include "model/mutate/mutate_interface.h"
#include "suite/mutation.h"
#include "suite/suite.h"

namespace catenary::exec::mutation {

/// Judges mutants of one interface.
class ContractMutants {
 public:
  /// The suite has the signals of the interface. `tests`: ids, or beginnings
  /// of ids; empty = all. All others must outlive it.
  ContractMutants(const model::Interface& original,
                  const suite::Suite& suite,
                  const std::vector<std::string>& tests,
                  const base::Budget& budget);

  [[nodiscard]] suite::MutantResult judge(const model::InterfaceMutant& mutant);

 private:
  /// A path that a test may take.
  struct TestPath {
    const suite::Test* test = nullptr;
    std::vector<std::uint32_t> steps;
    engine::contract::InputSequence inputs;
  };

  bool try_tests(const engine::contract::Difference& shortest,
                 engine::contract::DifferenceSearch& search,
                 suite::MutantResult& out);
  bool fails(const TestPath& path,
             const std::vector<engine::contract::Snapshot>& run,
             suite::MutantResult& out);

  const model::Interface& original_;
  const suite::Suite& suite_;
  const base::Budget& budget_;
  /// An adaptive test chose other inputs than those of the run.
  bool went_elsewhere_ = false;
  std::vector<TestPath> paths_;
};

}  // namespace catenary::exec::mutation
