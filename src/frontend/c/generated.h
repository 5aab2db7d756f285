// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads the programs that front ends generate from models of other kinds.
#pragma once

#include <functional>
#include <string>

#include "base/budget.h"
#include "frontend/c/load.h"
#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::frontend::c {

/// A program and its description, which has the source map.
struct GeneratedProgram {
  std::string source;
  Description description;
};

/// Lets `write` make the program for a file of that name, in a directory that
/// lives as long as anybody reads it, and loads it like load(). Places, those
/// of errors and those in messages included, are places of the model. `plain`,
/// where it is not null, gets the plain program.
[[nodiscard]] model::StepSystem load_generated(
    const std::string& name,
    const std::function<GeneratedProgram(const std::string& file)>& write,
    const LoadOptions& options,
    const base::Budget& budget,
    model::PlainRequest* plain);

}  // namespace catenary::frontend::c
