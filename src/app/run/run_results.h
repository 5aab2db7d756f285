// SPDX-License-Identifier: Apache-2.0
/// \file
/// What all kinds of `catenary run` have in common.
#pragma once

#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// Results without tests: of which suite, on what. The hash is empty where
/// there is no suite.
[[nodiscard]] suite::RunResults results_of(const RunOptions& options,
                                           const suite::Suite& suite);

/// Writes a file. An empty `path` means that the user wants none.
void write_output(const std::string& path, const std::string& text, bool force);

}  // namespace catenary::app
