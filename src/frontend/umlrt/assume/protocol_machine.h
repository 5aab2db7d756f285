// SPDX-License-Identifier: Apache-2.0
/// \file
/// An assumption about the environment as a protocol state machine (UML 2.5.1,
/// section 14.4): it says which message the environment may send in which
/// situation. Internal to frontend/umlrt.
///
/// The machine is that of a capsule in a file of its own. Its ports have the
/// names that tests have for the ports of what is tested, "handle" or
/// "left.user", and protocols with the same messages. A message that a port
/// receives may come where a transition for it is enabled, which is then taken.
/// A message that is sent takes a transition for it, or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// A message at the border of what is tested.
struct BorderSignal {
  /// The port as tests name it, e.g. "handle", "left.user" or "hub.usb[2]".
  std::string port;
  /// Points into the model.
  const model::MachineMessage* message = nullptr;
  /// Whether it comes from the environment.
  bool received = false;
  /// C++ of the values of its parameters, by position. Empty for what is sent.
  std::vector<std::string> values;
  /// For what is received: the value of the input `message`.
  std::int64_t number = 0;

  /// The port without the index of its instance.
  [[nodiscard]] std::string all_instances() const;
  [[nodiscard]] std::string name() const { return port + "." + message->name; }
};

/// A transition that may be taken for a message.
struct ProtocolStep {
  /// Indices in the machine and in the transition.
  std::uint32_t transition = 0, trigger = 0;
  /// The state behind it, without inner states.
  std::uint32_t after = 0;
};

/// The checked machine.
class ProtocolMachine {
 public:
  /// `assumption` has one capsule with a machine. Throws base::InputError with
  /// all reasons for which it is no assumption about these signals: ports,
  /// messages or parameters that do not agree with those of the model, and
  /// elements other than states, transitions with C++, and attributes. The
  /// models must outlive the object.
  ProtocolMachine(const model::MachineModel& assumption,
                  const model::MachineModel& model,
                  const model::Capsule& tested,
                  std::vector<BorderSignal> border);

  [[nodiscard]] const model::MachineModel& assumption() const {
    return assumption_;
  }
  /// The capsule with the machine.
  [[nodiscard]] const model::Capsule& capsule() const { return c_; }
  [[nodiscard]] const std::vector<BorderSignal>& border() const {
    return border_;
  }
  /// The port of the machine that is about the signal; kNoIndex = none.
  [[nodiscard]] std::uint32_t port_of(const BorderSignal& signal) const;
  /// The states in which it can rest.
  [[nodiscard]] const std::vector<std::uint32_t>& states() const {
    return states_;
  }
  [[nodiscard]] std::uint32_t initial() const { return initial_; }
  /// The steps for a signal in that state in the order in which they are tried:
  /// those with guards from the innermost state outwards, then the innermost
  /// one without a guard. Triggers for any message count where none is for the
  /// message itself.
  [[nodiscard]] std::vector<ProtocolStep> steps(
      std::uint32_t state, const BorderSignal& signal) const;
  /// Of the received signals that the machine is about, those that never come,
  /// whatever guards say.
  [[nodiscard]] std::vector<std::string> never_received() const;
  /// Whether some received signal may come, whatever guards say.
  [[nodiscard]] bool leaves_some_message() const;

 private:
  void refuse(const base::SourceLocation& where, const std::string& what);
  void check_capsule();
  void check_machine();
  void check_ports();
  void check_port(const model::Port& port);
  void check_message(const model::Port& port,
                     const model::MachineMessage& message);
  void check_types();
  void find_states();
  /// The state in which the machine rests after `vertex` was entered; kNoIndex
  /// where no initial pseudostate leads on.
  [[nodiscard]] std::uint32_t settled(std::uint32_t vertex) const;
  [[nodiscard]] bool matches(const model::Trigger& trigger,
                             const BorderSignal& signal) const;

  const model::MachineModel& assumption_;
  const model::MachineModel& model_;
  const model::Capsule& tested_;
  std::vector<BorderSignal> border_;
  const model::Capsule& c_;
  std::vector<std::uint32_t> states_;
  std::uint32_t initial_ = model::kNoIndex;
  std::vector<base::Diagnostic> reasons_;
};

}  // namespace catenary::frontend::umlrt
