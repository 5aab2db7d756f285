// SPDX-License-Identifier: Apache-2.0
/// \file
/// What goes before and after a command that a worker runs: handlers that stand
/// in for the command, so that its options are read, and its cache is asked and
/// filled, in the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/batch/executor.h"
#include "app/commands.h"
#include "app/fleet/shipping.h"
#include "fleet/message.h"

namespace catenary::app {

/// What a command reads.
struct PreparedInputs {
  std::string obstacle;  ///< why nobody knows completely; empty = they do
  std::uint32_t up = 0;  ///< the most leading ".." of the paths
  std::vector<std::string> folders;       ///< that names lead through
  std::vector<fleet::FileDigest> files;   ///< relative to the working folder
  std::vector<std::string> contents;      ///< of `files`
  std::vector<fleet::FileDigest> system;  ///< below /usr
  std::vector<std::string> absent;        ///< looked for in vain, absolute
};

[[nodiscard]] std::string to_bytes(const PreparedInputs& inputs);
/// Throws base::WireError for bytes that are none.
[[nodiscard]] PreparedInputs prepared_from(std::string_view bytes);

/// The inputs of a command that reads these files as well, which are not of the
/// system. Nothing if a file has changed since, or cannot be read or sent.
/// Cost: reads all files.
[[nodiscard]] std::optional<PreparedInputs> with_files(
    const PreparedInputs& known, const std::vector<std::string>& more);

/// The message of a task, without job and time; its contents are in the body
/// then, and no longer in `inputs`. Nothing, and the reason, if the files
/// cannot be sent.
[[nodiscard]] std::optional<fleet::TaskMessage> message_of(
    const ShippedWords& words, PreparedInputs& inputs, std::string& why);

/// Instead of the command: finds out what it reads, and writes PreparedInputs
/// to Context::out.
[[nodiscard]] ExitCode prepare(const CheckOptions& options, Context& context);
[[nodiscard]] ExitCode prepare(const GenerateOptions& options,
                               Context& context);
[[nodiscard]] ExitCode prepare(const RunOptions& options, Context& context);
/// A page shows a model that only its suite names: an obstacle.
[[nodiscard]] ExitCode prepare(const ReportOptions& options, Context& context);

/// What a worker did, and with which inputs.
struct ForeignAnswer {
  ExitCode code = ExitCode::success;
  bool partial = false;
  fleet::ResultBody body;
  PreparedInputs inputs;  ///< without contents
};

[[nodiscard]] std::string to_bytes(const ForeignAnswer& answer);
/// Throws base::WireError for bytes that are none.
[[nodiscard]] ForeignAnswer foreign_from(std::string_view bytes);

/// Writes a page that a worker made, and says whether it did: no cache keeps
/// pages, so that no process has to adopt them. If the page has messages, or
/// cannot be written, adopt() tells it as the command would.
[[nodiscard]] bool write_page(const ShippedWords& words,
                              const fleet::ResultBody& body);

/// Instead of the command: writes what the worker did as if it had been done
/// here. The cache keeps it unless an input has changed since.
[[nodiscard]] ExitCode adopt(const ForeignAnswer& answer, Context& context);

/// Calls `adopt` of BatchCalls for a command, in this process: a result costs
/// no child. The result has no id and no time yet.
[[nodiscard]] TaskResult adopt_here(const CallProgram& adopt,
                                    std::vector<std::string> words,
                                    const ForeignAnswer& answer);

/// First word of commands that a ForkServer for this executor gets: the rest is
/// prepared. No command has such a name.
inline constexpr const char* kPrepareWord = "\x01prepare";
/// The call that a ForkServer makes: `command`, or `prepare`. Finds out once
/// where the headers of the system are.
[[nodiscard]] CallProgram fleet_call(BatchCalls calls);

}  // namespace catenary::app
