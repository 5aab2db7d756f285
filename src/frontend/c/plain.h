// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads a program together with the same program as the plain compiler makes
/// it, for native challenges.
#pragma once

#include <memory>
#include <string>

#include "frontend/c/load.h"
#include "model/plain_program.h"

namespace catenary::frontend::c {

/// load() that starts the plain compiler beside itself; it may still run when
/// this returns.
[[nodiscard]] model::StepSystem load(
    const std::string& path,
    const LoadOptions& options,
    const base::Budget& budget,
    std::shared_ptr<model::PlainProgram>& plain);

/// For each input K `void __cat_setf_K(float)`, for each initial choice
/// `__cat_ini_setf_K`, to stand behind the harness: floats as they are, where a
/// double between would change what a NaN holds.
[[nodiscard]] std::string write_single_setters(const Description& description);

}  // namespace catenary::frontend::c
