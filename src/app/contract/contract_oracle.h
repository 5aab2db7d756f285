// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirements as the judge of any run: `catenary run --oracle`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/diagnose.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/monitor/observer.h"
#include "exec/oracle.h"
#include "model/contract/interface.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// A step that breaks a promise of the environment ends the judgement of a
/// test; so does the first that the requirements forbid, which is explained.
class ContractOracle final : public exec::StepOracle {
 public:
  /// Binds the variables of RunOptions::oracle to signals of the suite. Throws
  /// base::InputError where that cannot be done.
  ContractOracle(const RunOptions& options,
                 const suite::Suite& suite,
                 Context& context);
  ContractOracle(const ContractOracle&) = delete;
  ContractOracle& operator=(const ContractOracle&) = delete;

  void restart() override;
  exec::StepVerdict step(
      std::span<const logic::Value> inputs,
      std::span<const std::optional<logic::Value>> outputs) override;

  /// For the results, so that the run can be explained later.
  [[nodiscard]] const suite::OracleReference& reference() const {
    return reference_;
  }

 private:
  using Diagnosis = engine::contract::Diagnosis;
  using Observation = engine::contract::Observation;

  [[nodiscard]] std::string broken_promise(const Observation& seen) const;
  [[nodiscard]] exec::StepVerdict unfit(const Observation& seen) const;
  [[nodiscard]] exec::StepVerdict explained() const;
  [[nodiscard]] std::string text_of(const Diagnosis& diagnosis) const;
  [[nodiscard]] std::string range_text(std::uint32_t variable) const;
  /// "speed = 3, mode = ON": the outputs that the rules speak of.
  [[nodiscard]] std::string observed_by(
      const std::vector<std::size_t>& rules) const;

  Context& context_;
  model::Interface interface_;
  engine::contract::Semantics semantics_;
  engine::contract::Observer observer_;
  engine::contract::Monitor monitor_;
  std::vector<engine::contract::Snapshot> run_;
  suite::OracleReference reference_;
};

}  // namespace catenary::app
