// SPDX-License-Identifier: Apache-2.0
/// \file
/// A capsule of a model as a step system: lowered to a step program in C++,
/// which goes through the same door as the user's own, and what comes back
/// named as in the model.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/model_file.h"
#include "suite/suite.h"

namespace catenary::model {
class PlainProgram;
}  // namespace catenary::model

namespace catenary::app {

/// `path` is "FILE#CAPSULE", or FILE where one capsule has a state machine.
/// Requires: kind_of(path) is ModelKind::machine. Throws InputError where
/// something in the capsule is not supported, with its place. `plain`: see
/// load_challenged(); null = not wanted.
[[nodiscard]] model::StepSystem load_machine_system(
    const std::string& path,
    const ModelOptions& options,
    Context& context,
    std::shared_ptr<model::PlainProgram>* plain = nullptr);

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

/// Tells of --include where an error is about a name that nobody declares.
void hint_at_include(base::Diagnostic& error);

/// Suite::options of a machine that was compiled with headers of the user:
/// their names, with ':' between them.
inline constexpr const char* kIncludeOption = "include";
[[nodiscard]] std::string join_includes(const std::vector<std::string>& files);
[[nodiscard]] std::vector<std::string> includes_of(const suite::Suite& suite);

}  // namespace catenary::app
