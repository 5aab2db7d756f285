// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a step program that sets up the timers of
/// runtime/umlrt/timers.h. Internal to frontend/umlrt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/umlrt/code/step_program.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

class TimerCode {
 public:
  TimerCode() = default;
  /// `own` is the C++ of the capsule. Model and capsule must outlive it.
  TimerCode(const model::MachineModel& model,
            const model::Capsule& capsule,
            std::string_view own,
            const StepProgramOptions& options);

  /// Timers that a port may have at once; 0 where nothing sets any.
  [[nodiscard]] std::uint32_t per_port() const { return per_port_; }

  /// Macros for the run time, before all C++.
  [[nodiscard]] std::string definitions() const;
  /// What the run time declares, behind `catenary_capsule`.
  [[nodiscard]] std::string variables() const;
  /// Statements before and after a step.
  [[nodiscard]] std::string clear() const;
  [[nodiscard]] std::string after_step() const;
  /// The timer of a port that the inputs choose, as an expression; and whether
  /// they choose none in particular.
  [[nodiscard]] std::string chosen(std::uint32_t port) const;
  [[nodiscard]] std::string none_chosen() const;
  /// TOML: TimerOutputs.
  [[nodiscard]] std::string outputs() const;
  /// Of the input that chooses; no parameter is called that.
  [[nodiscard]] std::string input_name() const;

 private:
  [[nodiscard]] bool keeps_ids() const;

  const model::MachineModel* model_ = nullptr;
  const model::Capsule* c_ = nullptr;
  std::uint32_t per_port_ = 0, ports_ = 0;
  bool times_ = false;
};

}  // namespace catenary::frontend::umlrt
