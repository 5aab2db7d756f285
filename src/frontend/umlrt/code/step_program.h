// SPDX-License-Identifier: Apache-2.0
/// \file
/// A capsule as a step program: C++ whose step delivers one message or timeout
/// and runs it to completion, with a description of its inputs, outputs and
/// properties. So all methods for step programs apply to state machines:
/// exploration, chains, proofs, replay.
///
/// Order of firing: E. Posse, J. Dingel, "An executable formal semantics for
/// UML-RT", Software and Systems Modeling 15(1), 2016,
/// doi:10.1007/s10270-014-0399-z.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "frontend/c/description.h"
#include "frontend/umlrt/code/machine_code.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The greatest number of timers of a capsule, divided evenly among its timing
/// ports; each has at least one.
inline constexpr std::uint32_t kMostTimers = 8;
/// The same for a system of capsules.
inline constexpr std::uint32_t kMostTimersOfSystem = 16;

/// Choices for write_step_program().
struct StepProgramOptions {
  MachineCodeOptions code;
  /// The number of timers that each timing port may have at once; more end a
  /// run as unsupported. With 2 or more there is an input `timer`, which
  /// chooses the timer that expires. A test means the same with each number
  /// that suffices for it.
  std::uint32_t timers = 1;
  /// The outputs are the timers' changes in the step (TimerOutputs), not the
  /// state and messages.
  bool times = false;
  /// Whether requirements judge the outputs. After too many rounds for one
  /// message the outputs are not those of the capsule. With `judged` that step
  /// is unsupported; without, it ends with a violation, and the next one is
  /// unsupported.
  bool judged = false;
};

/// The program and what is needed to report about it in terms of the model.
struct StepProgram {
  /// The C++ source.
  std::string source;
  /// The description, whose only source file is `source`. All names and places
  /// in it are those of the model, and its source map is that of `source`.
  c::Description description;

  /// A message that the capsule receives or sends.
  struct Message {
    /// "port.message", as the input `message` names it.
    std::string name;
    /// Whether the capsule sends it; otherwise it receives it.
    bool sent = false;
    /// The names in the model of the inputs or outputs that are its parameters,
    /// in their order.
    std::vector<std::string> values;
  };
  /// Those received come before those sent.
  std::vector<Message> messages;
  /// Whether the C++ may set timers; an over-approximation.
  bool sets_timers = false;
  /// For each value of the input `message` that is a timeout: the index of the
  /// first timer of its port.
  std::map<std::int64_t, std::size_t> timeouts;
  /// The name of the input that chooses a timer of the port; empty where there
  /// is none.
  std::string timer_input;
  /// What the user is told of the assumption about the environment.
  std::vector<base::Diagnostic> notes;
};

/// The number of timing ports; 1 where there is none, so that it can divide.
[[nodiscard]] std::uint32_t timing_ports(const model::Capsule& capsule);

/// The most timers that each timing port of the capsule, or of the instances of
/// a system, may have; at least 1.
[[nodiscard]] std::uint32_t most_timers(const model::MachineModel& model,
                                        const model::Capsule& capsule);

/// The text of the event (Stepper::Event::text) with which a run ends because a
/// port of a program with this many timers needs one more.
[[nodiscard]] std::string too_few_timers(std::uint32_t timers);

/// The number of timers per port to try after `timers` did not suffice: twice
/// as many, within kMostTimers. 0 where there is none left.
[[nodiscard]] std::uint32_t more_timers(const model::MachineModel& model,
                                        const model::Capsule& capsule,
                                        std::uint32_t timers);

/// The outputs of a program with StepProgramOptions::times, in their order: for
/// each timer whether it runs after the step, and the least and greatest number
/// of nanoseconds from the step to its deadline where the step set it, else -1.
/// Both are -2 where the step cancelled it too late: its deadline was not later
/// than the step, and its timeout still arrives. The program of a system has
/// one more output behind them: it is not 0 while messages wait.
struct TimerOutputs {
  /// Outputs per timer.
  static constexpr std::size_t kEach = 3;
  /// The index of the output of each kind.
  static constexpr std::size_t runs(std::size_t timer) { return kEach * timer; }
  static constexpr std::size_t least(std::size_t timer) {
    return kEach * timer + 1;
  }
  static constexpr std::size_t most(std::size_t timer) {
    return kEach * timer + 2;
  }
};

/// Writes the program; `source` is the name of the file that its source will be
/// in. A capsule that is tested as a system (Capsule::as_system) becomes the
/// program of all its instances, see write_composite_program(). Deterministic.
///
/// Throws base::InputError with all reasons where the capsule has no machine,
/// or has elements or parameter types that are not supported.
[[nodiscard]] StepProgram write_step_program(const model::MachineModel& model,
                                             const model::Capsule& capsule,
                                             const StepProgramOptions& options,
                                             const std::string& source);

}  // namespace catenary::frontend::umlrt
