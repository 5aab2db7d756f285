// SPDX-License-Identifier: Apache-2.0
#include "base/journal/task_journal.h"

#include <unistd.h>

#include <thread>
#include <utility>

#include "base/check.h"

namespace catenary::base {

namespace {

/// The journal of the process. Tasks are deep in the engines, which know
/// nothing of the command that they work for.
struct Current {
  TaskJournal* journal = nullptr;
  /// Who may use it.
  pid_t process = 0;
  std::thread::id thread;
  /// The task that goes on, and how often each of its parts was begun.
  std::string path;
  std::map<std::string, int> counted;
};

Current& current() {
  static Current one;
  return one;
}

}  // namespace

JournalScope::JournalScope(TaskJournal& journal) {
  CATENARY_CHECK(current().journal == nullptr, "one journal at a time");
  current() = {&journal, ::getpid(), std::this_thread::get_id(), "", {}};
}

JournalScope::~JournalScope() {
  current() = {};
}

TaskJournal* task_journal() {
  const Current& now = current();
  const bool ours = now.journal != nullptr && now.process == ::getpid() &&
                    now.thread == std::this_thread::get_id();
  return ours ? now.journal : nullptr;
}

TaskName::TaskName(const std::string& part) {
  if (task_journal() == nullptr) return;
  Current& now = current();
  noted_ = true;
  const int number = ++now.counted[part];
  around_ = now.path;
  if (!now.path.empty()) now.path += '/';
  now.path += part + ' ' + std::to_string(number);
  path_ = now.path;
  counted_ = std::exchange(now.counted, {});
}

TaskName::~TaskName() {
  if (!noted_) return;
  Current& now = current();
  now.path = std::move(around_);
  now.counted = std::move(counted_);
}

}  // namespace catenary::base
