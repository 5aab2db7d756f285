// SPDX-License-Identifier: Apache-2.0
/// \file
/// Models whose claims are to be challenged.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "app/model_file.h"
#include "model/step/plain_program.h"

namespace catenary::app {

/// The same as load_step_system(), but also starts to make the plain program
/// and to run it. `most` is the time of the challenge.
[[nodiscard]] model::StepSystem load_challenged(
    const std::string& path,
    const ModelOptions& options,
    std::chrono::milliseconds most,
    Context& context,
    std::shared_ptr<model::PlainProgram>& plain);

}  // namespace catenary::app
