// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parallel tasks behind one interface. Results come in the order of the
/// tasks, whatever order they ran in, so that the number of workers never
/// shows in what is written.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/budget.h"

namespace catenary::base {

/// Runs tasks, now or later, here or elsewhere. Thread-safe.
class Executor {
 public:
  virtual ~Executor() = default;

  /// How many tasks may run at the same time; at least 1.
  [[nodiscard]] virtual unsigned workers() const = 0;
  /// Runs a task at some time. The task must not throw.
  virtual void post(std::function<void()> task) = 0;

  /// Runs `task()`; its result or exception is in the future. Do not wait for
  /// it inside another task of the same executor: with one worker that would
  /// be for ever. parallel_for() may be nested.
  template <typename Task>
  [[nodiscard]] std::future<std::invoke_result_t<Task&>> submit(Task task) {
    using Result = std::invoke_result_t<Task&>;
    auto packaged =
        std::make_shared<std::packaged_task<Result()>>(std::move(task));
    std::future<Result> future = packaged->get_future();
    post([packaged] { (*packaged)(); });
    return future;
  }

  /// Calls body(0) … body(count - 1), each once, in any order and at the same
  /// time; returns when all have returned. The calling thread helps.
  ///
  /// When the budget stops, calls not yet begun are left out and the reason is
  /// returned. When calls throw, those not yet begun are left out and the
  /// exception of the smallest index is thrown here: always the same one.
  StopReason parallel_for(std::size_t count,
                          const std::function<void(std::size_t)>& body,
                          const Budget& budget = {});

  /// The results of make(0) … make(count - 1), in this order; nothing where
  /// the budget stopped before the call. Exceptions as in parallel_for().
  template <typename Make>
  [[nodiscard]] auto parallel_map(std::size_t count,
                                  Make make,
                                  const Budget& budget = {}) {
    using Result = std::invoke_result_t<Make&, std::size_t>;
    std::vector<std::optional<Result>> results(count);
    parallel_for(
        count, [&](std::size_t i) { results[i].emplace(make(i)); }, budget);
    return results;
  }
};

/// Runs every task at once in the thread that posts it.
class InlineExecutor final : public Executor {
 public:
  [[nodiscard]] unsigned workers() const override { return 1; }
  void post(std::function<void()> task) override { task(); }
};

/// A fixed number of threads and a queue, first in, first out.
class ThreadPool final : public Executor {
 public:
  /// 0 = as many as the machine has processors.
  explicit ThreadPool(unsigned threads = 0);
  /// Runs what was posted to its end.
  ~ThreadPool() override;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] unsigned workers() const override {
    return static_cast<unsigned>(threads_.size());
  }
  void post(std::function<void()> task) override;

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace catenary::base
