// SPDX-License-Identifier: Apache-2.0
/// \file
/// Command lines read by an option table.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "option/table.h"

namespace catenary::option {

/// What was given, not yet stored: a config file has to come first.
struct CommandLine {
  struct Given {
    std::size_t row = 0;              ///< index into CommandTable::rows()
    std::vector<std::string> values;  ///< all of them, in order
  };
  std::vector<Given> given;  ///< each row at most once, in table order
  bool help = false;         ///< -h or --help; then nothing else is checked
};

/// Splits the arguments after the command's name. Understands `--name value`,
/// `--name=value`, `-n value`, `-nvalue`, `--flag`, `--flag=false`, `--`.
///
/// Throws base::InputError for an unknown option (with the nearest name), an
/// option without its value, an argument too many. Required options are
/// checked later, by apply().
[[nodiscard]] CommandLine split_command_line(
    const CommandTable& table, std::span<const std::string> arguments);

/// The last value given for an option, or "" where it was not given.
[[nodiscard]] std::string value_of(const CommandTable& table,
                                   const CommandLine& line,
                                   std::string_view name);

/// Stores what was given. Throws base::InputError, beginning with the option's
/// name, for a value that is not allowed; and for a required option that is
/// missing here and in `options`, unless `may_be_incomplete`.
void apply_erased(const CommandTable& table,
                  const CommandLine& line,
                  void* options,
                  bool may_be_incomplete);

template <typename Options>
void apply(const Table<Options>& table,
           const CommandLine& line,
           Options& options,
           bool may_be_incomplete = false) {
  apply_erased(table, line, &options, may_be_incomplete);
}

}  // namespace catenary::option
