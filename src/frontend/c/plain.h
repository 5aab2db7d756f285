// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads a program together with the same program as the plain compiler makes
/// it, for native challenges (challenge/).
#pragma once

#include <string>

#include "frontend/c/load.h"
#include "model/step/plain_program.h"

namespace catenary::frontend::c {

/// Like load(), and starts the plain compiler beside it. The compiler and the
/// runs of `plain` may go on when this returns. On success its program is set.
[[nodiscard]] model::StepSystem load(const std::string& path,
                                     const LoadOptions& options,
                                     const base::Budget& budget,
                                     model::PlainRequest& plain);
[[nodiscard]] model::StepSystem load(Description description,
                                     const LoadOptions& options,
                                     const base::Budget& budget,
                                     model::PlainRequest& plain);

}  // namespace catenary::frontend::c
