// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C++ of a capsule as one translation unit: its class with ports,
/// attributes and operations as members, and each action and guard as a member
/// function. Pieces of the user stand at their lines of the model (#line), so
/// that Clang's diagnostics and coverage point there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "base/text/source_map.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

struct MachineCodeOptions {
  /// Headers of the user, included before everything of the model; paths as in
  /// #include.
  std::vector<std::string> includes;
  /// For running: goals are marked, and what the run time does not support ends
  /// the run. Without it the C++ is for diagnostics only.
  bool run = false;
  /// Of a capsule alone: messages that it sends, by their ports and messages,
  /// whose sending calls route_name() as in a system.
  std::set<std::pair<std::size_t, std::size_t>> observed = {};
};

/// The C++ of a capsule.
struct MachineCode {
  /// The C++ source.
  std::string text;
  /// Where its lines are in the model.
  base::SourceMap places;
  /// The offset in `text` at which the capsule begins, behind the run time.
  std::size_t own = 0;
  /// The number of actions, guards and operations of the capsule.
  std::size_t pieces = 0;
};

/// Writes the C++. The parameters of messages that can lead to an action are in
/// scope in it under both of their names, "p" and "umlrtparam_p", and `rtdata`
/// points to the first of them. Headers that do not exist are left out, by
/// __has_include.
[[nodiscard]] MachineCode write_machine_code(const model::MachineModel& model,
                                             const model::Capsule& capsule,
                                             const MachineCodeOptions& options);

/// The same for the capsules of a system: each class is in a namespace of its
/// own (capsule_namespace()), which declares what sends its messages
/// (route_name()); the caller defines that. Requires: at least one capsule.
[[nodiscard]] MachineCode write_system_code(
    const model::MachineModel& model,
    const std::vector<const model::Capsule*>& capsules,
    const MachineCodeOptions& options);

/// The namespace of the class of a capsule in a system.
[[nodiscard]] std::string capsule_namespace(const model::Capsule& capsule);
/// The function that sends a message through a port, both by their indices. Its
/// parameters are the index of the port (-1: all), the priority, and those of
/// the message; it gives the number of messages that were sent, -1 where only
/// the environment knows.
[[nodiscard]] std::string route_name(std::size_t port, std::size_t message);
/// The parameters of that function as C++ declares them: those of the message
/// are catenary_0, catenary_1 …
[[nodiscard]] std::string route_parameters(
    const model::MachineMessage& message);

/// Which messages can lead to which actions: a flow-insensitive
/// over-approximation of the messages whose run takes a transition, or enters
/// or exits a state.
struct ActionMessages {
  /// Pairs of the index of a protocol and of its message, ascending.
  using Set = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  /// By transition, and by state for its entry and exit actions.
  std::vector<Set> transitions, entries, exits;
};
/// Cost: one traversal of the machine for each transition with triggers.
[[nodiscard]] ActionMessages action_messages(const model::StateMachine& m,
                                             model::Semantics semantics);

/// Whether the C++ of the capsule may ask if a timer is valid; an
/// over-approximation but for macros of headers.
[[nodiscard]] bool asks_for_timers(const model::Capsule& capsule);

/// The number of timing ports before that port; the first timer of the port is
/// this number times the timers per port.
[[nodiscard]] std::size_t timing_rank(const model::Capsule& capsule,
                                      std::size_t port);

/// The enumeration of the model with that name; null where there is none.
/// Points into the model.
[[nodiscard]] const model::MachineType* enumeration_of(
    const model::MachineModel& model, const std::string& type);
/// Whether the value of a parameter is an output when its message is sent:
/// scalars and enumerations are.
[[nodiscard]] bool is_kept(const model::MachineModel& model,
                           const model::MachineVariable& parameter);
/// A member of the capsule's class that records what was sent in a step.
struct Sent {
  /// C++ within the capsule, e.g. "port.sent_message".
  std::string lvalue;
  /// The name in reports, e.g. "port.message" or "port.message.parameter".
  std::string name;
  /// The enumeration of a value; null for a number, and where it counts.
  const model::MachineType* enumeration = nullptr;
  /// Whether it is how often the message was sent; otherwise it is a value.
  bool counts = false;
};
/// The member of a port that counts how often a message was sent, and the one
/// that keeps the last value of a parameter; no model uses such names.
[[nodiscard]] std::string sent_member(const model::MachineMessage& message);
[[nodiscard]] std::string value_member(const model::MachineMessage& message,
                                       const model::MachineVariable& parameter);
/// The members that count sent messages and keep their values, in the order of
/// ports and messages; each message comes before its values.
[[nodiscard]] std::vector<Sent> sent(const model::MachineModel& model,
                                     const model::Capsule& capsule);
/// Whether the type is a built-in arithmetic type of C++, spelled as in
/// "unsigned int".
[[nodiscard]] bool is_number(const std::string& type);
/// C++ statements, for the class of the capsule, that mark attributes without
/// an initial value, so that reads of them are reported.
[[nodiscard]] std::string unset_marks(const model::MachineModel& model,
                                      const model::Capsule& capsule);

/// The name as a C++ identifier: other characters become "_". Distinct names
/// may become equal.
[[nodiscard]] std::string code_name(const std::string& name);
/// The enumerators of an enumeration as C++ identifiers, and their values,
/// which depend on the semantics. A name that would become that of another
/// enumerator is kept, which Clang refuses.
[[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> enumerators(
    const model::MachineModel& model, const model::MachineType& type);
/// The variable of the namespace `given` that holds a parameter of a message;
/// parameters with the same name and type share one.
[[nodiscard]] std::string parameter_slot(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const model::MachineVariable& parameter);

/// The findings of a compilation.
struct CodeCheck {
  /// The number of pieces that were compiled.
  std::size_t pieces = 0;
  /// Errors in pieces of the user are at their places in the model; others, in
  /// the code around them, are at the capsule.
  std::vector<base::Diagnostic> errors;
  /// Functions without a definition; their results are inputs of tests.
  std::vector<base::Diagnostic> stubs;
};

/// Compiles the capsule's C++ with Clang and returns the findings. Errors of
/// the user do not throw; base::ToolError where Clang is not available or the
/// budget ends.
[[nodiscard]] CodeCheck check_code(const model::MachineModel& model,
                                   const model::Capsule& capsule,
                                   const MachineCodeOptions& options,
                                   const base::Budget& budget);

}  // namespace catenary::frontend::umlrt
