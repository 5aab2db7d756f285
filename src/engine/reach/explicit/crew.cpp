// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rounds of work by counters: `round_` starts a round, `busy_` counts the
/// threads that have not finished it. Both are polled for a moment before a
/// thread sleeps.

#include "engine/reach/explicit/crew.h"

#include <utility>

#include "engine/reach/explicit/spin.h"

namespace catenary::engine::reach {

Crew::Crew(std::uint32_t size, std::function<void(std::uint32_t)> work)
    : size_(size), work_(std::move(work)) {
  for (std::uint32_t i = 1; i < size; ++i) {
    threads_.emplace_back([this, i] { serve(i); });
  }
}

Crew::~Crew() {
  // The flag is set before the round changes, so a thread that wakes up sees
  // it.
  leaving_.store(true);
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Crew::run() {
  // Before the round begins: a fast thread may finish before this thread gets
  // further.
  busy_.store(static_cast<std::uint32_t>(threads_.size()));
  round_.fetch_add(1);
  round_.notify_all();
  work_guarded(0);
  // Several threads may finish between two looks: the loop waits for each
  // change until none is left.
  for (std::uint32_t left = busy_.load(); left != 0; left = busy_.load()) {
    wait_while(busy_, left, size_);
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Crew::serve(std::uint32_t index) {
  for (std::uint32_t seen = 0;;) {
    wait_while(round_, seen, size_);
    seen = round_.load();
    if (leaving_.load()) return;
    work_guarded(index);
    if (busy_.fetch_sub(1) == 1) busy_.notify_one();
  }
}

void Crew::work_guarded(std::uint32_t index) {
  // An exception must not leave the thread. The round goes on to its end, so
  // that no thread is left waiting.
  try {
    work_(index);
  } catch (const std::exception&) {
    const std::lock_guard<std::mutex> lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace catenary::engine::reach
