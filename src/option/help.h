// SPDX-License-Identifier: Apache-2.0
/// \file
/// All documentation of options, generated from their tables: help on the
/// terminal, the manual in Markdown and troff, completion for shells. A test
/// compares docs/cli.md with the tables, so that no text here can be out of
/// date.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "option/table.h"

namespace catenary::option {

/// The program as a whole.
struct ProgramText {
  /// For example "catenary".
  std::string name;
  /// For example "0.1.0".
  std::string version;
  /// One line.
  std::string summary;
  /// Codes and their meanings, ascending.
  std::vector<std::pair<int, std::string>> exit_codes;
};

/// All commands, in the order of the help.
using Commands = std::span<const CommandTable* const>;

/// The text of `catenary --help`: the commands, one line each, and the exit
/// codes.
[[nodiscard]] std::string render_overview(const ProgramText& program,
                                          Commands commands);

/// The text of `catenary COMMAND --help`: usage, options by group with their
/// defaults and limits, examples, exit codes. At most 80 columns, except for
/// examples.
[[nodiscard]] std::string render_help(const ProgramText& program,
                                      const CommandTable& command);

/// The reference page docs/cli.md.
[[nodiscard]] std::string render_markdown(const ProgramText& program,
                                          Commands commands);

/// The page catenary(1): commands, files, environment, exit codes; as troff.
[[nodiscard]] std::string render_man(const ProgramText& program,
                                     Commands commands);

/// The page of a command, e.g. catenary-generate(1).
[[nodiscard]] std::string render_man(const ProgramText& program,
                                     const CommandTable& command);

/// Scripts that complete commands, options, choices and files: for bash, to be
/// sourced; for zsh, to be installed as _catenary in $fpath, or sourced after
/// compinit; for fish.
[[nodiscard]] std::string render_bash_completion(const ProgramText& program,
                                                 Commands commands);
[[nodiscard]] std::string render_zsh_completion(const ProgramText& program,
                                                Commands commands);
[[nodiscard]] std::string render_fish_completion(const ProgramText& program,
                                                 Commands commands);

}  // namespace catenary::option
