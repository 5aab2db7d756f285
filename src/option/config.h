// SPDX-License-Identifier: Apache-2.0
/// \file
/// The config file, catenary.toml: the options of the command line, at the top
/// level for all commands that have them, or in a table for the command of that
/// name.
///
///     jobs = 4
///     [generate]
///     timeout = "5m"
///     cover = ["branch"]
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "option/table.h"

namespace catenary::option {

/// A config file that was read and is valid.
class Config {
 public:
  /// Reads `text`; `path` is for messages. Throws base::InputError with file,
  /// line and column for malformed TOML, a key that no command of `commands`
  /// has (suggesting the nearest), and a value of the wrong type. Values are
  /// checked for all commands, whichever will run.
  Config(const std::string& text,
         const std::string& path,
         std::span<const CommandTable* const> commands);
  ~Config();
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;

  /// Stores the values of the top level, then those of the table of the
  /// command. Throws base::InputError with the position of a value that is not
  /// allowed. `options` points to the struct of the table.
  void apply_erased(const CommandTable& table, void* options) const;

  /// The same with the types of table and struct checked by the compiler.
  template <typename Options>
  void apply(const Table<Options>& table, Options& options) const {
    apply_erased(table, &options);
  }

 private:
  struct Entries;
  std::string path_;
  std::unique_ptr<Entries> entries_;
};

/// A config file that sets everything as in `options`: a table of the command's
/// name with every option that may be in a file, except for required options
/// that are missing.
[[nodiscard]] std::string dump_config_erased(const CommandTable& table,
                                             const void* options);

/// The same with the types of table and struct checked by the compiler.
template <typename Options>
[[nodiscard]] std::string dump_config(const Table<Options>& table,
                                      const Options& options) {
  return dump_config_erased(table, &options);
}

}  // namespace catenary::option
