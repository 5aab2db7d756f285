// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is not known of the instance of a capsule that runs: its index among
/// those of its part, its name, the arguments of the program. Where the C++
/// asks for it, the environment chooses it before the initialisation, or a run
/// that asks ends as unsupported; it is never a constant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/umlrt/code/inputs/timer_code.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Writes C++ for what the environment knows about the instance. Texts are
/// empty where the capsule does not ask.
class InstanceCode {
 public:
  /// For a capsule that asks for nothing.
  InstanceCode() = default;
  /// `own` is the C++ of the capsule, which is searched for what it asks; it is
  /// not kept.
  InstanceCode(const model::MachineModel& model,
               const model::Capsule& capsule,
               std::string_view own);
  /// For the instances of a system, whose names and indices are known: only the
  /// arguments of the program are chosen.
  InstanceCode(const model::MachineModel& model,
               const std::vector<TimerCode::Owner>& owners,
               std::string_view own);

  /// Macros for the run time, to be placed before all C++.
  [[nodiscard]] std::string definitions() const;
  /// Statements before the initialisation, which choose.
  [[nodiscard]] std::string before_begin() const;

 private:
  std::string type_name_;
  /// Statements that give times of the capsule a value of the clock.
  std::string times_;
  /// What calls were found. A call that was not found, by a macro of a header,
  /// ends a run.
  bool asks_index_ = false, asks_arguments_ = false;
  /// Whether the arguments themselves are asked for, not only their number.
  bool reads_arguments_ = false;
  /// Whether the texts of the model need more room than usual.
  bool has_long_texts_ = false;
  /// Whether reading the data of the initialisation ends a run, so that any may
  /// be handed on.
  bool data_is_unknown_ = false;
  /// The number of instances that there may be; 0 = any.
  std::uint32_t instances_ = 0;
};

}  // namespace catenary::frontend::umlrt
