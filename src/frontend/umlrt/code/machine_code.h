// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C++ of a capsule as one translation unit: its class with ports,
/// attributes and operations as members, and every action and guard as a
/// function of it. The user's pieces stand at their lines of the model (#line),
/// so that Clang's diagnostics point there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

struct MachineCodeOptions {
  /// Headers of the user, included before everything of the model.
  std::vector<std::string> includes;
  /// For running: goals may be marked, and what the stand-in run time cannot do
  /// ends the run.
  bool run = false;
};

struct MachineCode {
  /// C++.
  std::string text;
  /// Where it begins in `text`, behind the run time.
  std::size_t own = 0;
  /// Actions, guards and operations in it.
  std::size_t pieces = 0;
};

/// Parameters of the messages that can lead to an action are in scope in it
/// under both of their names, "p" and "umlrtparam_p", and *rtdata is the first.
/// Headers that are not there are left out.
[[nodiscard]] MachineCode write_machine_code(const model::MachineModel& model,
                                             const model::Capsule& capsule,
                                             const MachineCodeOptions& options);

/// For each transition: messages that may be those of the run in which it is
/// taken; and so for the entry and exit actions of each state. Indices of
/// (protocol, message), ascending.
struct ActionMessages {
  using Set = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  std::vector<Set> transitions, entries, exits;
};
[[nodiscard]] ActionMessages action_messages(const model::StateMachine& m);

/// How many timing ports come before that port.
[[nodiscard]] std::size_t timing_rank(const model::Capsule& capsule,
                                      std::size_t port);

/// The enumeration of that name; null where there is none.
[[nodiscard]] const model::MachineType* enumeration_of(
    const model::MachineModel& model, const std::string& type);
/// Whether the value of a parameter is kept when its message is sent: numbers
/// and enumerations are.
[[nodiscard]] bool is_kept(const model::MachineModel& model,
                           const model::MachineVariable& parameter);
/// Whether a C++ type is one of the language that holds a number.
[[nodiscard]] bool is_number(const std::string& type);
/// Statements of the capsule's class that mark attributes without a value, so
/// that reads of them are found.
[[nodiscard]] std::string unset_marks(const model::MachineModel& model,
                                      const model::Capsule& capsule);

/// A name as C++ has it.
[[nodiscard]] std::string code_name(const std::string& name);
/// The variable of namespace `given` that a parameter of a message is kept in;
/// those of the same name and type share one.
[[nodiscard]] std::string parameter_slot(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const model::MachineVariable& parameter);

struct CodeCheck {
  /// That were compiled.
  std::size_t pieces = 0;
  /// At their places in the model; those in what we wrote around it are at
  /// the capsule.
  std::vector<base::Diagnostic> errors;
  /// Functions that have no source, and so are inputs of tests.
  std::vector<base::Diagnostic> stubs;
};

/// Has Clang read the capsule's C++. Throws ToolError without Clang.
[[nodiscard]] CodeCheck check_code(const model::MachineModel& model,
                                   const model::Capsule& capsule,
                                   const MachineCodeOptions& options,
                                   const base::Budget& budget);

}  // namespace catenary::frontend::umlrt
