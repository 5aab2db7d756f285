// SPDX-License-Identifier: Apache-2.0
/// \file
/// A capsule as a step program: C++ whose step delivers one message or timeout
/// and runs it to completion, with a description that says what its inputs,
/// outputs and properties are. So whatever works on step programs works on
/// machines: exploration, chains, proofs, replay.
///
/// Order of firing after Posse, Dingel, SoSyM 15(1), 2016.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/umlrt/machine_code.h"
#include "frontend/umlrt/violation.h"
#include "model/state_machine.h"

namespace catenary::frontend::umlrt {

struct StepProgram {
  std::string source;       ///< C++
  std::string description;  ///< TOML, whose only source is that
  /// What inputs and outputs are called in the model, by their lvalues.
  struct Name {
    std::string name;
    base::SourceLocation where;
    std::string text;  ///< the text that it is a character of, or empty
  };
  std::map<std::string, Name> names;

  /// A message that the capsule receives or sends.
  struct Message {
    std::string name;  ///< "port.message", as the input `message` names it
    bool sent = false;
    /// Inputs that are its parameters, or outputs: their names in the model.
    std::vector<std::string> values;
  };
  std::vector<Message> messages;
  /// What is wrong where an invariant of the description does not hold, in
  /// their order.
  std::vector<Violation> violations;
};

/// `source` is the name of the file that the source will be in.
///
/// Throws base::InputError with the reasons where the capsule has no machine,
/// or has what is not supported.
[[nodiscard]] StepProgram write_step_program(const model::MachineModel& model,
                                             const model::Capsule& capsule,
                                             const MachineCodeOptions& options,
                                             const std::string& source);

}  // namespace catenary::frontend::umlrt
