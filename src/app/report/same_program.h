// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a program is still the one that a suite was made from.
#pragma once

#include "model/step/step_system.h"
#include "suite/suite.h"

namespace catenary::app {

/// Whether the system is that of the suite, and its goals are where the suite
/// says. The digest alone is of the compiled program, which does not change
/// where only lines move. Requires: it was loaded with model_options(suite).
[[nodiscard]] bool is_same_program(const model::StepSystem& system,
                                   const suite::Suite& suite);

}  // namespace catenary::app
