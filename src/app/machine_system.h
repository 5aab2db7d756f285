// SPDX-License-Identifier: Apache-2.0
/// \file
/// A capsule of a model as a step system: lowered to a step program in C++,
/// which goes through the same door as the user's own, and what comes back
/// named as in the model.
#pragma once

#include <string>

#include "app/model_file.h"
#include "suite/suite.h"

namespace catenary::app {

/// `path` is "FILE#CAPSULE", or FILE where one capsule has a state machine.
/// Requires: kind_of(path) is ModelKind::machine. Throws InputError where
/// something in the capsule is not supported, with its place.
[[nodiscard]] model::StepSystem load_machine_system(const std::string& path,
                                                    const ModelOptions& options,
                                                    Context& context);

/// Names the messages of the machine as channels of a suite made from it: what
/// they are called, and which inputs and outputs are their values.
/// Requires: `suite.model.path` is that of load_machine_system().
void name_messages(suite::Suite& suite, Context& context);

}  // namespace catenary::app
