// SPDX-License-Identifier: Apache-2.0
/// \file
/// The commands of the program, and what is said about all of them: help,
/// manual, completion, version.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/program.h"
#include "option/table.h"

namespace catenary::cli {

struct Command;
using Commands = std::vector<Command>;

/// A command with its options type erased.
struct Command {
  /// Owns the table that `run` refers to.
  std::unique_ptr<option::CommandTable> table;
  /// Takes the arguments, and all commands, as a config file is checked as a
  /// whole.
  std::function<app::ExitCode(
      const std::vector<std::string>&, const Commands&, Surroundings&)>
      run;
};

/// The tables of all commands, for help and for checking a config file as a
/// whole: it may have sections of several commands.
[[nodiscard]] std::vector<const option::CommandTable*> tables_of(
    const Commands& commands);

/// `catenary --version`: the program, then what is linked.
app::ExitCode print_version(const Handlers& handlers, Surroundings& around);

/// `catenary help [COMMAND]`, and the forms that write files of a release:
/// --man [COMMAND], --markdown, --bash, --zsh, --fish; --commands lists the
/// commands. Throws base::InputError for an unknown command.
app::ExitCode print_help(const std::vector<std::string>& arguments,
                         const Commands& commands,
                         Surroundings& around);

}  // namespace catenary::cli
