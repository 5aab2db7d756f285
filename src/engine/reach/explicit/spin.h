// SPDX-License-Identifier: Apache-2.0
/// \file
/// Waiting for another thread that is nearly done: polling for a moment is
/// faster than sleeping and being woken.
#pragma once

#include <atomic>
#include <thread>

namespace catenary::engine::reach {

/// Waits until `value` is not `old` any more. Polls for some 20 microseconds if
/// the machine can run `threads` threads at once, and sleeps after that. The
/// thread that changes the value must call notify_one() or notify_all().
/// Acquire order: what was written before the change is visible afterwards.
template <typename T>
void wait_while(const std::atomic<T>& value, T old, unsigned threads) {
  constexpr int kLooks = 400;
  static const unsigned at_once = std::thread::hardware_concurrency();
  for (int i = threads <= at_once ? kLooks : 0; i > 0; --i) {
    if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace catenary::engine::reach
