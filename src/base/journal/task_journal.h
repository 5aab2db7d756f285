// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of the parts of a long command, kept while it goes on, so that it
/// can be resumed after a crash without computing them again.
///
/// Who computes something that takes long, and whose result is bytes, gives it
/// a name (TaskName), asks the journal for the result, and keeps the result
/// there. Most callers have no journal: task_journal() is null then. Resuming
/// repeats the command: as it is deterministic, the same tasks get the same
/// names.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/wire.h"

namespace catenary::base {

/// Results by the names of tasks. For the thread that made the JournalScope.
class TaskJournal {
 public:
  TaskJournal() = default;
  virtual ~TaskJournal() = default;
  TaskJournal(const TaskJournal&) = delete;
  TaskJournal& operator=(const TaskJournal&) = delete;

  /// The result that was kept for a task; nothing if there is none.
  [[nodiscard]] virtual std::optional<std::string> find(
      const std::string& task) = 0;
  /// Keeps a result. Not to be called for a result that a limit or an
  /// interrupt of the command made incomplete; the journal refuses results
  /// once the command has met one.
  virtual void keep(const std::string& task, std::string_view result) = 0;
  /// write_file() is about to give a file this content. Who is killed right
  /// after that knows the file for his own when he resumes.
  virtual void will_write(const std::string& path, std::string_view content) {
    (void)path;
    (void)content;
  }
};

/// The journal of this command while the object lives.
class JournalScope {
 public:
  /// Requires: no other one lives. The journal must outlive it.
  explicit JournalScope(TaskJournal& journal);
  ~JournalScope();
  JournalScope(const JournalScope&) = delete;
  JournalScope& operator=(const JournalScope&) = delete;
};

/// The journal, or null: there is none, or this is another thread or a forked
/// child.
[[nodiscard]] TaskJournal* task_journal();

/// The result that was kept for a task, as `decode` makes it of the bytes.
/// Nothing, too, where it throws WireError: nobody wrote such bytes.
template <typename Decode>
[[nodiscard]] auto find_decoded(TaskJournal& journal,
                                const std::string& task,
                                const Decode& decode)
    -> std::optional<decltype(decode(task))> {
  const std::optional<std::string> bytes = journal.find(task);
  if (!bytes) return std::nullopt;
  try {
    return decode(*bytes);
  } catch (const WireError&) {
    return std::nullopt;
  }
}

/// The name of a task: those of the tasks that it is part of, each with a
/// number that counts the parts of the same name. Without effect where
/// task_journal() is null.
class TaskName {
 public:
  explicit TaskName(const std::string& part);
  ~TaskName();
  TaskName(const TaskName&) = delete;
  TaskName& operator=(const TaskName&) = delete;

  /// For example "search 2/explicit 1".
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool noted_ = false;
  /// Of the task around this one: its path, and the parts that were counted.
  std::string around_;
  std::map<std::string, int> counted_;
};

}  // namespace catenary::base
