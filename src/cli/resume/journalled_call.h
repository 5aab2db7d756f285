// SPDX-License-Identifier: Apache-2.0
/// \file
/// Commands that can be resumed: they keep a journal beside the file that they
/// write (app/journal/command_journal.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "option/command_line.h"

namespace catenary::cli {

/// How a command was called.
struct JournalledCall {
  std::vector<std::string> words;  ///< its name, options and arguments
  bool resumes = false;            ///< `catenary resume` calls it
  bool is_off = false;             ///< no journal is kept
};

/// What a command with a journal calls.
using Compute = std::function<app::ExitCode(app::Context&)>;

/// Calls a command with a journal, if it writes a file.
[[nodiscard]] app::ExitCode call_journalled(const app::GenerateOptions& options,
                                            const JournalledCall& call,
                                            app::Context& context,
                                            const Compute& compute);
/// The same; runs on-line have no journal. The files that the system under test
/// consists of, as far as its name tells, count as inputs.
[[nodiscard]] app::ExitCode call_journalled(const app::RunOptions& options,
                                            const JournalledCall& call,
                                            app::Context& context,
                                            const Compute& compute);

/// The command that is resumed: its words, and what the command line of
/// `resume` changes. Enters the folder of the command. Throws base::InputError
/// where there is nothing to resume.
[[nodiscard]] std::vector<std::string> resumed_words(
    const option::CommandTable& table, const option::CommandLine& line);

}  // namespace catenary::cli
