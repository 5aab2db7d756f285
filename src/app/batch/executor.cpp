// SPDX-License-Identifier: Apache-2.0
#include "app/batch/executor.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "base/wire.h"

namespace catenary::app {

namespace {

using namespace std::chrono_literals;

/// Asks the kernel to end this process first where the memory of the machine
/// is used up, and not the one that waits for it. A wish: it may be refused.
void offer_memory() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!::write(file, "500", 3);
  ::close(file);
}

TaskResult result_of(std::size_t id, const base::ForkedResult& ended) {
  TaskResult out;
  out.id = id;
  out.seconds = std::chrono::duration<double>(ended.process.wall_time).count();
  out.err = ended.process.err;
  if (!ended.process.succeeded()) {
    out.crash = ended.process.describe();
    out.killed = ended.process.signal == SIGKILL;
    return out;
  }
  try {
    base::WireReader from(ended.bytes);
    out.code = static_cast<ExitCode>(from.get<std::int32_t>());
    from.get(out.from_cache, out.partial);
    read(from, out.out);
    std::string err;
    read(from, err);
    out.err += err;
  } catch (const base::WireError&) {
    out.crash = "ended without an answer";
  }
  return out;
}

}  // namespace

void ChildExecutor::submit(const Task& task) {
  CATENARY_CHECK(free_places() > 0, "no place is free for the task");
  base::ForkedTask forked;
  forked.body = [this, &task](base::ForkedOutput& to) {
    offer_memory();
    std::ostringstream out;
    std::ostringstream err;
    CallNotes notes;
    if (!task.directory.empty()) {
      std::filesystem::current_path(task.directory);
    }
    const ExitCode code = call_(task.words, out, err, notes);
    base::WireWriter message;
    message.put(static_cast<std::int32_t>(code), notes.from_cache);
    message.put(notes.partial, out.str(), err.str());
    to.write(message.bytes());
  };
  forked.limits.time = task.time;
  running_.push_back({task.id, std::make_unique<base::ForkedRun>(forked)});
}

std::optional<TaskResult> ChildExecutor::next(const base::Budget& budget) {
  while (!running_.empty() && budget.poll() == base::StopReason::none) {
    // Each is looked at in turn; together they take a few milliseconds.
    const auto patience = running_.size() == 1 ? 20ms : 2ms;
    for (auto it = running_.begin(); it != running_.end(); ++it) {
      if (it->child->serve({}, patience)) continue;
      TaskResult out;
      try {
        out = result_of(it->id, it->child->finish());
      } catch (const std::exception& e) {
        out.id = it->id;
        out.crash = e.what();
      }
      running_.erase(it);
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace catenary::app
