// SPDX-License-Identifier: Apache-2.0
/// \file
/// Answers of commands, kept in a folder: the same command with the same
/// options, by the same Catenary, about files that have not changed, is
/// answered from there. docs/batch.md says what "the same" means.
///
/// Only what is final is kept: no answer of a command that was interrupted, ran
/// out of time, work or memory, or failed.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "app/exit_code.h"
#include "base/inputs/input_log.h"
#include "base/log.h"

namespace catenary::app {

/// What is asked.
struct CommandCall {
  std::string folder;   ///< where answers are kept; made where it is missing
  std::string command;  ///< e.g. "generate"
  /// All options that the answer depends on, as text.
  std::string options;
  /// Files that the command writes.
  std::vector<std::string> outputs;
};

/// The digest of everything that an answer depends on, except for files: the
/// call, the working folder, Catenary, the programs that it calls, and what the
/// environment tells to compilers.
[[nodiscard]] std::string key_of(const CommandCall& call);

/// Waits for the next tick of the clock that gives files their times, a few
/// milliseconds: files written before have an earlier time, files written
/// later do not.
[[nodiscard]] std::timespec next_tick();

/// What a command did.
struct CommandAnswer {
  ExitCode code = ExitCode::success;
  std::string out;                    ///< standard output
  std::vector<std::string> messages;  ///< standard error, whole lines
  std::vector<std::string> files;     ///< contents of CommandCall::outputs
};

/// One call: find(), or else compute while this lives, and keep().
class CommandCache {
 public:
  /// `log` must outlive this. Trouble with the folder is a warning, and then
  /// the command works as if it had no cache.
  CommandCache(CommandCall call, base::Logger& log);

  /// The answer, where there is one that still holds. Notes the inputs of the
  /// process from then on, where there is none.
  [[nodiscard]] std::optional<CommandAnswer> find();
  /// Keeps an answer, if it is final and its inputs are known. Reads the
  /// outputs. `is_complete`: no limit was met.
  void keep(CommandAnswer answer, bool is_complete);

  /// The file of a folder that has the answers.
  [[nodiscard]] static std::string file_in(const std::string& folder);

 private:
  void warn(const std::string& text);

  CommandCall call_;
  base::Logger& log_;
  std::string key_;
  std::timespec began_{};
  std::optional<base::InputLog> inputs_;
};

}  // namespace catenary::app
