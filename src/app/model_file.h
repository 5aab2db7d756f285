// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the name of a file to a model: the one place that knows all front ends.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/commands.h"
#include "model/step_system.h"

namespace catenary::app {

struct ModelOptions {
  std::vector<std::string> cover;  ///< criteria; empty = what the model says
  std::chrono::milliseconds step_timeout{1000};
};

/// Loads a model as a step system. Throws InputError where the file is none
/// that a front end reads. Warnings go to the log.
[[nodiscard]] model::StepSystem load_step_system(const std::string& path,
                                                 const ModelOptions& options,
                                                 Context& context);

/// Whether a file of this name is a model (and not, say, a suite).
[[nodiscard]] bool is_model(const std::string& path);

}  // namespace catenary::app
