// SPDX-License-Identifier: Apache-2.0
/// \file
/// Opens the state machine that a path names, loads it as a step system, and
/// gives suites the names of its messages.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/model_file.h"
#include "frontend/umlrt/system/load_machine.h"
#include "model/machine/state_machine.h"
#include "suite/suite.h"

namespace catenary::model {
struct PlainRequest;
}  // namespace catenary::model

namespace catenary::app {

/// A file of state machines, and the capsule that was chosen.
struct CapsuleFile {
  model::MachineModel model;
  std::size_t index = 0;
  /// Why a capsule with parts and a state machine is tested alone, although
  /// nobody chose that; empty elsewhere.
  std::vector<base::Diagnostic> alone_because;

  [[nodiscard]] const model::Capsule& capsule() const {
    return model.capsules[index];
  }
};
/// Opens the file. `path` is "FILE#CAPSULE", or FILE where exactly one capsule
/// has a state machine. Requires: kind_of(path) is ModelKind::machine. Throws
/// InputError if no capsule has this name, or if no name is given and several
/// capsules have a state machine.
/// `semantics`: see SearchOptions.
[[nodiscard]] CapsuleFile open_capsule(const std::string& path,
                                       const std::string& semantics,
                                       Context& context);

/// Adds the assumption in a file of state machines to the capsule; does nothing
/// where the name is empty or that of requirements. Throws base::InputError
/// where it is no such file.
void assume(const std::string& file, CapsuleFile& capsule, Context& context);

/// Returns the options of the front end.
[[nodiscard]] frontend::umlrt::MachineOptions machine_options(
    const ModelOptions& options);

/// Loads the machine, see open_capsule(). Throws InputError at the element if
/// something in the capsule is not supported, and if options.cover has
/// `statement`. If `plain` is not null, the plain program is built as well, see
/// model::PlainRequest.
[[nodiscard]] model::StepSystem load_machine_system(
    const std::string& path,
    const ModelOptions& options,
    Context& context,
    model::PlainRequest* plain = nullptr);

/// The path with the capsule and the parts that the suite was made from, where
/// it names none and the file has a capsule of that name: so a suite of
/// "car.sm#Car" runs on "car.sm".
[[nodiscard]] std::string with_capsule_of(const suite::Suite& suite,
                                          const std::string& path,
                                          Context& context);

/// Adds a channel to the signature of the suite for each message of its
/// machine, with the inputs and outputs that are the parameters. Does nothing
/// if the suite was not made from a machine.
void name_messages(suite::Suite& suite, Context& context);

/// The C++ program of the machine that a suite was made from.
struct MachineProgram {
  std::string source;
  /// The C++ expression of each input and output, by its name.
  std::map<std::string, std::string> lvalues;
};
/// Writes the program. Requires: the suite was made from a machine.
[[nodiscard]] MachineProgram machine_program(const suite::Suite& suite,
                                             Context& context);

/// The key in Suite::options for headers of the user that the machine was
/// compiled with. The value is their names, with ':' between them.
inline constexpr const char* kIncludeOption = "include";
[[nodiscard]] std::string join_includes(const std::vector<std::string>& files);
[[nodiscard]] std::vector<std::string> includes_of(const suite::Suite& suite);
/// The key for SearchOptions::semantics, where it was given.
inline constexpr const char* kSemanticsOption = "semantics";
[[nodiscard]] std::string semantics_of(const suite::Suite& suite);
/// The key for SearchOptions::assume, where it was given.
inline constexpr const char* kAssumeOption = "assume";
[[nodiscard]] std::string assumption_of(const suite::Suite& suite);

}  // namespace catenary::app
