// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a suite records of how it was made, so that it can be made again.
#pragma once

#include <map>
#include <string>

#include "app/options.h"
#include "suite/suite.h"

namespace catenary::app {

/// As on the command line; chain for the method that programs have by default.
[[nodiscard]] const char* to_string(Method method);

/// Notes the seed and the options, as far as they matter for the tests; `made`
/// are those that the method adds.
void note_origin(const GenerateOptions& options,
                 const std::map<std::string, std::string>& made,
                 suite::Suite& suite);

}  // namespace catenary::app
