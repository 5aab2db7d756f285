// SPDX-License-Identifier: Apache-2.0
/// \file
/// A capsule as a step program: C++ whose step delivers one message or timeout
/// and runs it to completion, with a description that says what its inputs,
/// outputs and properties are. So whatever works on step programs works on
/// machines: exploration, chains, proofs, replay.
///
/// Order of firing after Posse, Dingel, SoSyM 15(1), 2016.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/violation.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Most timers of a capsule, shared evenly between its timing ports; at least
/// one each.
inline constexpr std::uint32_t kMostTimers = 8;

struct StepProgramOptions {
  MachineCodeOptions code;
  /// Timers that each timing port may have at once; more end a run as
  /// unsupported. With 2 and more there is an input `timer`. A test means the
  /// same with any number that suffices.
  std::uint32_t timers = 1;
  /// The outputs are what timers did in the step, see TimerOutputs.
  bool times = false;
};

struct StepProgram {
  /// C++.
  std::string source;
  /// TOML, whose only source is that.
  std::string description;
  /// What inputs and outputs are called in the model, by their lvalues.
  struct Name {
    std::string name;
    base::SourceLocation where;
    /// The text that it is a character of, or empty.
    std::string text;
  };
  std::map<std::string, Name> names;

  /// A message that the capsule receives or sends.
  struct Message {
    /// "port.message", as the input `message` names it.
    std::string name;
    bool sent = false;
    /// Inputs that are its parameters, or outputs: their names in the model.
    std::vector<std::string> values;
  };
  std::vector<Message> messages;
  /// What is wrong where an invariant of the description does not hold, in
  /// their order.
  std::vector<Violation> violations;
  /// The C++ may do so.
  bool sets_timers = false;
  /// Of values of the input `message` that are timeouts the first timer of
  /// their port.
  std::map<std::int64_t, std::size_t> timeouts;
  /// The input that chooses one of a port; or "".
  std::string timer_input;
};

/// At least 1.
[[nodiscard]] std::uint32_t timing_ports(const model::Capsule& capsule);

/// The number of timers a port to try after `timers` was not enough; 0 where
/// there is none.
[[nodiscard]] std::uint32_t more_timers(const model::Capsule& capsule,
                                        std::uint32_t timers);

/// Outputs of a program with StepProgramOptions::times, in their order: for
/// each timer whether it runs after the step, and how many nanoseconds from the
/// step its deadline is at least and at most if it was set in it, else -1.
struct TimerOutputs {
  static constexpr std::size_t kEach = 3;
  static constexpr std::size_t runs(std::size_t timer) { return kEach * timer; }
  static constexpr std::size_t least(std::size_t timer) {
    return kEach * timer + 1;
  }
  static constexpr std::size_t most(std::size_t timer) {
    return kEach * timer + 2;
  }
};

/// `source` is the name of the file that the source will be in.
///
/// Throws base::InputError with the reasons where the capsule has no machine,
/// or has what is not supported.
[[nodiscard]] StepProgram write_step_program(const model::MachineModel& model,
                                             const model::Capsule& capsule,
                                             const StepProgramOptions& options,
                                             const std::string& source);

}  // namespace catenary::frontend::umlrt
