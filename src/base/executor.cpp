// SPDX-License-Identifier: Apache-2.0
#include "base/executor.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace catenary::base {
namespace {

/// One parallel_for(), shared by the threads that take part in it. It outlives
/// the call, because a helper may find out late that nothing is left to do.
class Loop {
 public:
  Loop(std::size_t count,
       const std::function<void(std::size_t)>& body,
       const Budget& budget)
      : count_(count), body_(&body), budget_(budget) {}

  /// Takes part until nothing is left to begin. Does not throw.
  void take_part() {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      ++active_;
    }
    std::size_t index = 0;
    bool completed = false;
    std::packaged_task<void()> share([&] {
      while (begin(index)) (*body_)(index);
      completed = true;
    });
    std::future<void> outcome = share.get_future();
    share();
    const std::lock_guard lock(mutex_);
    if (!completed) {
      failed_.store(true);
      if (index < first_failure_) {
        first_failure_ = index;
        failure_ = std::move(outcome);
      }
    }
    if (--active_ == 0) idle_.notify_all();
  }

  /// Waits for the others; afterwards the body is not called any more.
  StopReason finish() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    idle_.wait(lock, [this] { return active_ == 0; });
    if (failure_.valid()) failure_.get();
    return stop_.load();
  }

 private:
  bool begin(std::size_t& index) {
    if (failed_.load() || stop_.load() != StopReason::none) return false;
    const std::size_t mine = next_.load();
    if (mine >= count_) return false;
    const StopReason reason = budget_.poll();
    if (reason != StopReason::none) {
      stop_.store(reason);
      return false;
    }
    index = next_.fetch_add(1);
    return index < count_;
  }

  const std::size_t count_;
  const std::function<void(std::size_t)>* const body_;
  const Budget budget_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::atomic<StopReason> stop_{StopReason::none};

  std::mutex mutex_;
  std::condition_variable idle_;
  unsigned active_ = 0;
  bool closed_ = false;
  std::size_t first_failure_ = std::numeric_limits<std::size_t>::max();
  std::future<void> failure_;
};

}  // namespace

StopReason Executor::parallel_for(std::size_t count,
                                  const std::function<void(std::size_t)>& body,
                                  const Budget& budget) {
  if (count == 0) return StopReason::none;
  const auto loop = std::make_shared<Loop>(count, body, budget);
  const std::size_t helpers = std::min<std::size_t>(workers(), count) - 1;
  for (std::size_t i = 0; i < helpers; ++i) {
    post([loop] { loop->take_part(); });
  }
  loop->take_part();
  return loop->finish();
}

ThreadPool::ThreadPool(unsigned threads) {
  const unsigned wanted =
      threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  threads_.reserve(wanted);
  for (unsigned i = 0; i < wanted; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void ThreadPool::work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      if (queue_.empty()) return;
      task = std::move(queue_.front());
      queue_.pop_front();
    }
    task();
  }
}

}  // namespace catenary::base
