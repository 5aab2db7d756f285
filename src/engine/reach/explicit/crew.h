// SPDX-License-Identifier: Apache-2.0
/// \file
/// A few threads that do the same job together, again and again, with as
/// little delay between rounds as the machine allows.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace catenary::engine::reach {

class Crew {
 public:
  /// `work(i)` is called for worker i, 0 <= i < size, in every round; worker 0
  /// is the thread that calls run(). Requires: size >= 1.
  Crew(std::uint32_t size, std::function<void(std::uint32_t)> work);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  /// One round: returns when every worker is done, and throws the first
  /// exception one of them threw. Cost: some microseconds.
  void run();

 private:
  void serve(std::uint32_t index);
  void work_guarded(std::uint32_t index);

  std::uint32_t size_;
  std::function<void(std::uint32_t)> work_;
  std::atomic<std::uint32_t> round_{0};
  std::atomic<std::uint32_t> busy_{0};
  std::atomic<bool> leaving_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace catenary::engine::reach
