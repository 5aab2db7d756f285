// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads a program together with the same program as the plain compiler makes
/// it, for native challenges (challenge/).
#pragma once

#include <memory>
#include <string>

#include "frontend/c/load.h"
#include "model/step/plain_program.h"

namespace catenary::frontend::c {

/// Like load(), and starts the plain compiler beside it, which may still run
/// when this returns. `plain` is set on success.
[[nodiscard]] model::StepSystem load(
    const std::string& path,
    const LoadOptions& options,
    const base::Budget& budget,
    std::shared_ptr<model::PlainProgram>& plain);
[[nodiscard]] model::StepSystem load(
    Description description,
    const LoadOptions& options,
    const base::Budget& budget,
    std::shared_ptr<model::PlainProgram>& plain);

}  // namespace catenary::frontend::c
