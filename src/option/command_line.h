// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of command lines by an option table.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "option/table.h"

namespace catenary::option {

/// The options that were given, not stored yet: the config file has to be
/// applied first.
struct CommandLine {
  /// One option with all of its values.
  struct Given {
    /// Index into CommandTable::rows().
    std::size_t row = 0;
    /// All values, in the order in which they were given.
    std::vector<std::string> values;
  };
  /// Each row at most once, in the order of the table.
  std::vector<Given> given;
  /// -h or --help was given; nothing else is checked then.
  bool help = false;
};

/// Splits the arguments after the name of the command. Understands `--name
/// value`, `--name=value`, `-n value`, `-nvalue`, `--flag`, `--flag=false`,
/// `--`.
///
/// Throws base::InputError for an unknown option (suggesting the nearest name),
/// an option without its value, and an argument too many. Required options are
/// checked later, by apply().
[[nodiscard]] CommandLine split_command_line(
    const CommandTable& table, std::span<const std::string> arguments);

/// The last value that was given for an option; empty if it was not given.
[[nodiscard]] std::string value_of(const CommandTable& table,
                                   const CommandLine& line,
                                   std::string_view name);

/// Stores the values. Throws base::InputError, beginning with the option's
/// name, for a value that is not allowed, and for a required option that is
/// missing here and in `options`, unless `may_be_incomplete`.
void apply_erased(const CommandTable& table,
                  const CommandLine& line,
                  void* options,
                  bool may_be_incomplete);

/// The same with the types of table and struct checked by the compiler.
template <typename Options>
void apply(const Table<Options>& table,
           const CommandLine& line,
           Options& options,
           bool may_be_incomplete = false) {
  apply_erased(table, line, &options, may_be_incomplete);
}

/// The words after the name of the command that give these options: values that
/// are not the defaults, as "--name=value", and positional ones. The config
/// file is not asked. Cost: linear.
[[nodiscard]] std::vector<std::string> words_of_erased(
    const CommandTable& table, const void* options);
/// The same with the types of table and struct checked by the compiler.
template <typename Options>
[[nodiscard]] std::vector<std::string> words_of(const Table<Options>& table,
                                                const Options& options) {
  return words_of_erased(table, &options);
}

}  // namespace catenary::option
