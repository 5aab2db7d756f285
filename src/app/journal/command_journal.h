// SPDX-License-Identifier: Apache-2.0
/// \file
/// The journal of a command that writes a file: it lies beside that file while
/// the command works, and after it was interrupted, met a limit, or was killed.
/// `catenary resume FILE` goes on from there. docs/resume.md says what is kept.
#pragma once

#include <chrono>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/inputs/input_log.h"
#include "base/journal/task_journal.h"
#include "base/log.h"
#include "store/journal_store.h"

namespace catenary::app {

/// The journal of a command that writes this file.
[[nodiscard]] std::string journal_of(const std::string& output);

/// What a journal says about its command.
struct JournalledCommand {
  std::string folder;              ///< where it was called
  std::vector<std::string> words;  ///< its name, options and arguments
  /// The files that it wrote when it was interrupted or met a limit, and that
  /// nobody has changed since, may be overwritten.
  bool owns_outputs = false;
};

/// Reads it, and makes sure that nothing has changed since: neither the files
/// that the command reads, nor Catenary, nor the compiler. Throws
/// base::InputError where there is no journal of this file, or something has
/// changed. The folder of the command must be the working folder from then on.
[[nodiscard]] JournalledCommand read_journal(const std::string& output);

/// Whether read_journal() would accept the journal of this output, and its
/// command has exactly these words and this working folder.
[[nodiscard]] bool can_resume(const std::string& output,
                              const std::vector<std::string>& words);

/// The journal of the command of this process. Trouble with the file is a
/// warning, and then the command works as if it had no journal.
class CommandJournal final : public base::TaskJournal {
 public:
  enum class Mode : std::uint8_t { begin, overwrite, resume };
  /// Begins a journal, or continues the one that is there. Throws
  /// base::InputError where one is there, and may be neither continued nor
  /// overwritten. `budget` and `log` must outlive this.
  /// `outputs`: the files that the command writes; the journal lies beside the
  /// first. Empty names are ignored.
  CommandJournal(std::vector<std::string> outputs,
                 std::vector<std::string> words,
                 Mode mode,
                 const base::Budget& budget,
                 base::Logger& log);
  ~CommandJournal() override;

  [[nodiscard]] std::optional<std::string> find(
      const std::string& task) override;
  void keep(const std::string& task, std::string_view result) override;
  void will_write(const std::string& path, std::string_view content) override;
  /// The command has ended. The journal is removed, unless a limit or an
  /// interrupt ended the command.
  void finish(bool is_partial);

 private:
  using Clock = std::chrono::steady_clock;
  void write_pending();
  [[nodiscard]] std::string describe_command();
  void open(store::JournalLock::File file);
  void close_and_remove();
  void give_up(const store::StoreError& error);

  std::vector<std::string> outputs_;
  std::string file_;
  std::vector<std::string> words_;
  const base::Budget& budget_;
  base::Logger& log_;
  /// Unless something else notes inputs already.
  std::optional<base::InputLog> inputs_;
  std::timespec began_{};
  Clock::time_point written_ = Clock::now();
  std::map<std::string, std::string> pending_;
  /// Outputs that were about to be written, as outputs_hold() reads them.
  std::string planned_;
  /// Null until there is something to write, as `store_`; outlives it.
  std::unique_ptr<store::JournalLock> lock_;
  std::unique_ptr<store::JournalStore> store_;
  bool given_up_ = false;
};

}  // namespace catenary::app
