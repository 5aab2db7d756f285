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

/// The same for the files that clang read.
void note_files_read(const std::vector<std::string>& names,
                     const std::string& directory,
                     const std::vector<std::string>& flags);

/// The same for the rule in a file. If it does not exist, because clang found
/// an error, that is an obstacle.
void note_dependencies_in(const std::string& file,
                          const std::string& directory,
                          const std::vector<std::string>& flags);

/// The folders that flags name for the search of headers, in their order.
[[nodiscard]] std::vector<std::string> search_folders(
    const std::vector<std::string>& flags);

/// Whether an absolute path is one of the system: of files that workers have
/// as well.
[[nodiscard]] bool is_of_system(const std::string& file);

/// The first word in a source whose meaning is not in the files that it
/// includes, such as `__TIME__`; null if there is none.
[[nodiscard]] const char* unnotable_word(std::string_view text);

}  // namespace catenary::program
