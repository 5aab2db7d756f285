// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines by the path that a user gives them: as step systems, and as
/// what suites are about.
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

/// A file of state machines, and the one that is meant.
struct CapsuleFile {
  model::MachineModel model;
  std::size_t index = 0;

  [[nodiscard]] const model::Capsule& capsule() const {
    return model.capsules[index];
  }
};
/// `path` is "FILE#CAPSULE", or FILE where one capsule has a state machine.
/// Requires: kind_of(path) is ModelKind::machine. Throws InputError where the
/// model does not have the capsule.
[[nodiscard]] CapsuleFile open_capsule(const std::string& path,
                                       Context& context);

/// The options of the front end.
[[nodiscard]] frontend::umlrt::MachineOptions machine_options(
    const ModelOptions& options);

/// Loads the machine, see open_capsule(). Throws InputError where something in
/// the capsule is not supported, with its place. `plain`: see
/// load_challenged(); null = not wanted.
[[nodiscard]] model::StepSystem load_machine_system(
    const std::string& path,
    const ModelOptions& options,
    Context& context,
    model::PlainRequest* plain = nullptr);

/// Names the messages of the machine as channels of a suite made from it: what
/// they are called, and which inputs and outputs are their values. Leaves
/// suites of other systems as they are.
void name_messages(suite::Suite& suite, Context& context);

/// The C++ of the machine that a suite is about, and what its inputs and
/// outputs are in it.
struct MachineProgram {
  std::string source;
  std::map<std::string, std::string> lvalues;  ///< by name
};
[[nodiscard]] MachineProgram machine_program(const suite::Suite& suite,
                                             Context& context);

/// Suite::options of a machine that was compiled with headers of the user:
/// their names, with ':' between them.
inline constexpr const char* kIncludeOption = "include";
[[nodiscard]] std::string join_includes(const std::vector<std::string>& files);
[[nodiscard]] std::vector<std::string> includes_of(const suite::Suite& suite);

}  // namespace catenary::app
