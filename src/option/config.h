// SPDX-License-Identifier: Apache-2.0
/// \file
/// The config file, catenary.toml: the same options as on the command line,
/// for all commands that have them (top level) or for one (a table of its
/// name).
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

/// A config file that was read and found to be in order.
class Config {
 public:
  /// Throws base::InputError with file, line and column for bad TOML, a key
  /// that no command of `commands` has (with the nearest), or a value of the
  /// wrong type. Values are checked for all commands, whichever will run.
  Config(const std::string& text,
         const std::string& path,
         std::span<const CommandTable* const> commands);
  ~Config();
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;

  /// Stores the top level, then the table of the command. Throws
  /// base::InputError with the position of a value that is not allowed.
  void apply_erased(const CommandTable& table, void* options) const;

  template <typename Options>
  void apply(const Table<Options>& table, Options& options) const {
    apply_erased(table, &options);
  }

 private:
  struct Entries;
  std::string path_;
  std::unique_ptr<Entries> entries_;
};

/// A config file that says what `options` says: a table of the command's name
/// with every option that may be in a file, but for a required one that is
/// missing.
[[nodiscard]] std::string dump_config_erased(const CommandTable& table,
                                             const void* options);

template <typename Options>
[[nodiscard]] std::string dump_config(const Table<Options>& table,
                                      const Options& options) {
  return dump_config_erased(table, &options);
}

}  // namespace catenary::option
