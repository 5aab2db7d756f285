// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of requirement interfaces, judged again by code that did not make
/// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::exec::contract {

/// A goal and the step of a run, from 0, that is said to meet it.
struct MetGoal {
  const engine::contract::TestGoal* goal = nullptr;
  std::size_t step = 0;
};

/// Judges runs by evaluation of every contract, by the monitor, and by the
/// runner with a system that answers as the run does.
class ContractReplay {
 public:
  /// The interface must outlive it.
  explicit ContractReplay(const model::Interface& interface,
                          base::Budget budget = {});

  /// Why the interface does not allow the run, or why the run does not meet the
  /// goals or fails the test; empty where nothing is wrong. Requires: `suite`
  /// is finished, and its only test is that of the run. `way`: the steps that
  /// an adaptive test takes with the run.
  [[nodiscard]] std::string why_not(
      const std::vector<engine::contract::Snapshot>& run,
      const std::vector<MetGoal>& goals,
      const suite::Suite& suite,
      std::span<const std::uint32_t> way = {});

 private:
  const model::Interface& interface_;
  base::Budget budget_;
  engine::contract::Semantics semantics_;
  engine::contract::Monitor monitor_;
};

}  // namespace catenary::exec::contract
