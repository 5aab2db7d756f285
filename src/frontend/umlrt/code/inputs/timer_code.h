// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a step program that sets up the timers of
/// runtime/umlrt/timers.h. Internal to frontend/umlrt.
///
/// The run time keeps the set of all times that fit the run, as a difference
/// bound matrix, so that a timer may expire exactly where some timed run lets
/// it expire before all others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/c/description.h"
#include "frontend/umlrt/code/step_program.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Writes the C++ for the timers of one capsule, and describes their outputs.
/// Methods return C++ text, which is empty where the capsule sets no timers.
class TimerCode {
 public:
  /// For a capsule without timers; only per_port() may be called.
  TimerCode() = default;
  /// `own` is the C++ of the capsule, which is searched for calls that set
  /// timers; it is not kept. Model and capsule must outlive it.
  TimerCode(const model::MachineModel& model,
            const model::Capsule& capsule,
            std::string_view own,
            const StepProgramOptions& options);
  /// An instance of a capsule: its class, and the C++ lvalue of the object.
  using Owner = std::pair<const model::Capsule*, std::string>;
  /// For the instances of a system: `own` is the C++ of all classes, `ports`
  /// the number of timing ports of all instances. There is a queue of messages,
  /// so that the environment does not choose whether a timeout waits already.
  TimerCode(const model::MachineModel& model,
            std::vector<Owner> owners,
            std::uint32_t ports,
            std::string_view own,
            const StepProgramOptions& options);

  /// The number of timers that a port may have at once; 0 where nothing sets
  /// any.
  [[nodiscard]] std::uint32_t per_port() const { return per_port_; }

  /// Macros for the run time, to be placed before all C++.
  [[nodiscard]] std::string definitions() const;
  /// Definitions of what the run time declares; they belong behind
  /// `catenary_capsule`.
  [[nodiscard]] std::string variables() const;
  /// Statements before each step, which reset the outputs.
  [[nodiscard]] std::string clear() const;
  /// Statements before the initialisation, which choose for it.
  [[nodiscard]] std::string before_begin() const;
  /// Statements after each step, which let time pass.
  [[nodiscard]] std::string after_step() const;
  /// A C++ expression for the timer of a port that the inputs choose; `rank` is
  /// the number of timing ports before it.
  [[nodiscard]] std::string chosen(std::size_t rank) const;
  /// A C++ condition: the inputs choose no timer. It is assumed where the
  /// message is not a timeout, so that equal steps have equal inputs.
  [[nodiscard]] std::string none_chosen() const;
  /// The inputs for what the environment chooses about timers: the C++ lvalue
  /// and the name in reports of each.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> choices()
      const;
  /// The outputs of the description, see TimerOutputs.
  [[nodiscard]] std::vector<c::VariableDescription> outputs() const;
  /// The name of the input that chooses a timer; distinct from all names of
  /// parameters.
  [[nodiscard]] std::string input_name() const;

 private:
  /// Whether timer ids may be stored where forget() does not find them.
  [[nodiscard]] bool keeps_ids() const;

  const model::MachineModel* model_ = nullptr;
  std::vector<Owner> owners_;
  bool system_ = false;
  /// `ports_` is the number of timing ports, at least 1.
  std::uint32_t per_port_ = 0, ports_ = 0;
  /// How often in a step the environment may refuse a timer, and how often it
  /// may have queued the timeout of one that is cancelled.
  std::size_t refusals_ = 0, queued_ = 0;
  /// Whether the C++ may ask if a timer is valid.
  bool asks_ = false;
  /// Whether it may cancel timers, and a cancelled one never expires.
  bool cancels_at_once_ = false;
  bool times_ = false;
};

}  // namespace catenary::frontend::umlrt
