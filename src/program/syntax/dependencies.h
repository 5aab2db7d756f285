// SPDX-License-Identifier: Apache-2.0
/// \file
/// The files that clang read for a unit, noted as inputs (base/inputs).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace catenary::program {

/// The prerequisites of a dependency rule as clang writes it for make (-MD).
[[nodiscard]] std::vector<std::string> prerequisites(std::string_view rule);

/// Notes the prerequisites of a rule, and files that do not exist but would be
/// included in their place if they did: the same names in the folders that the
/// compiler searches. Where a source asks for what no rule shows, the time of
/// day or whether a header exists, it notes an obstacle. `directory` is the
/// working directory of clang, `flags` its flags. Does nothing unless inputs
/// are noted. Cost: reads all files that are not of the system.
void note_dependencies(std::string_view rule,
                       const std::string& directory,
                       const std::vector<std::string>& flags);

/// The same for the rule in a file. If it does not exist, because clang found
/// an error, that is an obstacle.
void note_dependencies_in(const std::string& file,
                          const std::string& directory,
                          const std::vector<std::string>& flags);

}  // namespace catenary::program
