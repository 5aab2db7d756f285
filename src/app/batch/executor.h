// SPDX-License-Identifier: Apache-2.0
/// \file
/// Computes tasks, several at a time, each where its crash harms nobody else.
///
/// A task is a command of Catenary with its words, so that it means the same in
/// any process and on any machine that sees the same files.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands.h"
#include "base/budget.h"
#include "base/process.h"

namespace catenary::app {

/// A command to run.
struct Task {
  std::size_t id = 0;  ///< of the caller
  std::vector<std::string> words;
  /// Hard limit on wall-clock time; 0 = none. The options of the command should
  /// end it before, with a partial result.
  std::chrono::milliseconds time{0};
  std::string directory{};  ///< where it runs; empty = the current one
};

/// What became of a task.
struct TaskResult {
  std::size_t id = 0;
  /// Where the process did not end as it should: "killed by signal 11 …".
  /// Empty = it ended, with `code`.
  std::string crash;
  ExitCode code = ExitCode::tool_error;
  std::string out, err;
  bool from_cache = false;
  bool partial = false;  ///< a limit was met
  bool killed = false;   ///< by a SIGKILL that was not ours, e.g. for memory
  /// How often it was given to a worker, where none survived it; else 0.
  std::uint64_t deliveries = 0;
  double seconds = 0;  ///< wall-clock
};

/// An executor. For one thread.
class Executor {
 public:
  Executor() = default;
  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// How many tasks it would begin at once.
  [[nodiscard]] virtual std::size_t free_places() const = 0;
  /// Takes a task. Requires: a free place.
  virtual void submit(const Task& task) = 0;
  /// Waits until a task ends and returns its result. Returns nothing if no task
  /// is left or the budget is used up. The destructor ends tasks that still
  /// run.
  [[nodiscard]] virtual std::optional<TaskResult> next(
      const base::Budget& budget) = 0;
};

/// Child processes of this one. Begins a task within milliseconds: a child is a
/// copy of this process, which has loaded its libraries already.
class ChildExecutor final : public Executor {
 public:
  /// `call` runs in the children. `places`: tasks at a time, at least 1.
  ChildExecutor(CallProgram call, std::size_t places)
      : call_(std::move(call)), places_(places) {}
  [[nodiscard]] std::size_t free_places() const override {
    return places_ - running_.size();
  }
  void submit(const Task& task) override;
  [[nodiscard]] std::optional<TaskResult> next(
      const base::Budget& budget) override;

 private:
  struct Running {
    std::size_t id = 0;
    std::unique_ptr<base::ForkedRun> child;
  };
  CallProgram call_;
  std::size_t places_;
  std::list<Running> running_;
};

}  // namespace catenary::app
