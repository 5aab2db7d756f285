// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C++ of an assumption about the environment (ProtocolMachine), as a part
/// of a step program. Internal to frontend/umlrt.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/umlrt/assume/protocol_machine.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Writes the pieces of one program. Without an assumption all are empty.
class AssumptionCode {
 public:
  AssumptionCode() = default;
  /// The assumption is that of the capsule (Capsule::assumption). Throws
  /// base::InputError like ProtocolMachine. The model must outlive the object.
  AssumptionCode(const model::MachineModel& model,
                 const model::Capsule& tested,
                 std::vector<BorderSignal> border);

  /// C++ that defines the state of the assumption and its functions. It uses
  /// the types of the model only.
  [[nodiscard]] std::string definitions() const;
  /// A C++ condition, with " && " before it: the assumption allows the message
  /// that is this value of the input `message`.
  [[nodiscard]] std::string allows(std::int64_t number) const;
  /// C++ statements in the step, before the message is dealt with: the
  /// assumption takes its transition.
  [[nodiscard]] std::string received() const;
  /// C++ statements where the message is sent through the port; `values` are
  /// those of its parameters. Empty where the assumption is not about it.
  [[nodiscard]] std::string sent(const std::string& port,
                                 const std::string& message,
                                 const std::vector<std::string>& values) const;
  /// What the user is told of the assumption: a note of the code kAssumed, and
  /// a warning where no message is left.
  [[nodiscard]] std::vector<base::Diagnostic> notes() const;

 private:
  /// Positions of the parameters that guards and effects can read.
  [[nodiscard]] std::vector<std::size_t> readable(
      const BorderSignal& signal) const;
  [[nodiscard]] std::string parameters(const BorderSignal& signal) const;
  /// The arguments for parameters(), from the values of all parameters.
  [[nodiscard]] std::string arguments(
      const BorderSignal& signal, const std::vector<std::string>& values) const;
  [[nodiscard]] std::string names(const BorderSignal& signal) const;
  /// C++ of the guards, the effects, and the choice of a step for one signal.
  [[nodiscard]] std::string functions(std::size_t signal) const;
  /// C++ of a function that chooses the step.
  [[nodiscard]] std::string choice(std::size_t signal) const;

  const model::MachineModel* model_ = nullptr;
  std::shared_ptr<const ProtocolMachine> machine_;
};

}  // namespace catenary::frontend::umlrt
