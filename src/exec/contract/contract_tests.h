// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of requirement interfaces, from executions that engines found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/search/chain.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/expectations.h"
#include "engine/contract/testing/goals.h"
#include "exec/contract/contract_replay.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::exec::contract {

/// Calls `body`, and returns its result, or the reason if it ends early because
/// something is undecided or a limit is reached.
[[nodiscard]] std::string why_not(const std::function<std::string()>& body);

/// Writes tests down, with what they expect, and replays each of them.
class ContractTests {
 public:
  /// `described`: a suite without tests and goals. The others must outlive it.
  ContractTests(const model::Interface& interface,
                const std::vector<engine::contract::TestGoal>& goals,
                suite::Suite described,
                base::Budget budget);

  struct Made {
    suite::Test test;
    std::string failed;   ///< why there is no test; else empty
    std::string inexact;  ///< why it allows more than the interface; or empty
  };
  /// The test of a chain. Chain::goals are indices in the goals given to the
  /// constructor.
  [[nodiscard]] Made of_chain(const engine::contract::Chain& chain,
                              suite::TestKind kind,
                              const std::string& note);
  /// The test of a strategy; every path through it is replayed.
  [[nodiscard]] Made of_strategy(const engine::contract::Strategy& strategy,
                                 std::size_t goal,
                                 const std::string& note);

 private:
  using Run = std::vector<engine::contract::Snapshot>;

  /// A step with these inputs; what is expected is added by expect().
  [[nodiscard]] suite::Step step_of(
      const std::vector<std::optional<logic::Value>>& inputs) const;
  void expect(suite::Test& test,
              const engine::contract::InputSequence& inputs,
              const std::vector<std::uint32_t>& path,
              std::span<const logic::Term> known,
              std::string& inexact);
  [[nodiscard]] std::string replay(const suite::Test& test,
                                   const Run& run,
                                   const std::vector<MetGoal>& met,
                                   std::span<const std::uint32_t> way);

  const model::Interface& interface_;
  const std::vector<engine::contract::TestGoal>& goals_;
  suite::Suite described_;
  base::Budget budget_;
  std::unique_ptr<engine::contract::ExpectationMaker> expectations_;
  std::unique_ptr<ContractReplay> replay_;
};

}  // namespace catenary::exec::contract
