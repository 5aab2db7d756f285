// SPDX-License-Identifier: Apache-2.0
/// \file
/// The files that a C unit may include, found by its `#include` lines alone: no
/// compiler is started for it.
///
/// Conditions are not evaluated, so that the result is a superset of what clang
/// reads. (Scanners of build systems do the same; S. I. Feldman, Make, 1979,
/// leaves it to them.) Where text alone does not tell, there is no result, and
/// clang has to be asked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace catenary::program {

/// A name in an `#include` line.
struct IncludedName {
  std::string name;
  bool quoted = false;  ///< "name"; else <name>
  bool operator==(const IncludedName&) const = default;
};

/// All names that a C source or header may include, also those in parts that
/// are left out or in comments. Nothing if it may include what is not written
/// there, a macro or text that trigraphs hide, or may embed a file.
[[nodiscard]] std::optional<std::vector<IncludedName>> included_names(
    std::string_view text);

/// What scan_includes() found, as absolute paths in the form of the folders
/// that they were found in.
struct IncludeScan {
  std::vector<std::string> files;   ///< that may be read, the unit first
  std::vector<std::string> absent;  ///< that would be, if they existed
};

/// Scans a unit and whatever it may include. `directory` is the working
/// directory of clang, `flags` are its flags, of which only the folders for
/// headers count. Nothing if text does not tell, a header is not found, the
/// unit is C++, the folders of the system are not known, or there is too much
/// of it. Cost: reads all files.
[[nodiscard]] std::optional<IncludeScan> scan_includes(
    const std::string& unit,
    const std::string& directory,
    const std::vector<std::string>& flags);

/// Notes what scan_includes() finds as note_dependencies() does. Returns false,
/// and notes nothing, where it finds no result.
[[nodiscard]] bool note_by_scan(const std::string& unit,
                                const std::string& directory,
                                const std::vector<std::string>& flags);

/// Whether flags of the user change nothing of how headers are found but by
/// folders that scan_includes() knows.
[[nodiscard]] bool are_plain_flags(const std::vector<std::string>& flags);

/// The folders in which clang finds the headers of the system for C. Empty if
/// it is not there, or is told about other folders by its environment. Asks
/// clang once in a process; children know what their parent knew.
[[nodiscard]] const std::vector<std::string>& system_include_folders();

}  // namespace catenary::program
