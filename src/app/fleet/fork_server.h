// SPDX-License-Identifier: Apache-2.0
/// \file
/// A process that forks children on request: an Executor for a process that
/// has threads of its own, such as those of libnats, in which a fork could find
/// a lock that is never released. (A fork server, as fuzzers have; M. Zalewski,
/// American Fuzzy Lop, 2014.)
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/batch/executor.h"
#include "base/wire.h"
#include "base/worker.h"

namespace catenary::app {

/// The process runs a ChildExecutor. Make it before any other thread. It ends
/// with this object, and with the thread that made it.
class ForkServer final : public Executor {
 public:
  ForkServer(const CallProgram& call, std::size_t places);
  ~ForkServer() override = default;
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  [[nodiscard]] std::size_t free_places() const override {
    return places_ - running_.size();
  }
  void submit(const Task& task) override;
  [[nodiscard]] std::optional<TaskResult> next(
      const base::Budget& budget) override;
  /// The next result, waiting for it no longer than this. Throws
  /// base::ToolError if the process has died.
  [[nodiscard]] std::optional<TaskResult> wait(
      std::chrono::milliseconds at_most);

 private:
  std::size_t places_;
  std::vector<std::size_t> running_;  ///< ids
  base::Pipe requests_, results_;
  base::Worker process_;
  base::WireFrames frames_;
};

}  // namespace catenary::app
