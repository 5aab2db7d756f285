// SPDX-License-Identifier: Apache-2.0
/// \file
/// A few threads that do the same job together, again and again, with as little
/// delay between rounds as the machine allows. A level of a breadth-first
/// search is often shorter than the time to start a thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace catenary::engine::reach {

/// A fork-join team: run() starts a round on all threads and joins them. Rounds
/// are separated by barriers, so what a worker wrote in one round is seen by
/// all in the next.
class Crew {
 public:
  /// `work(i)` is called once in every round for each worker i, 0 <= i < size.
  /// Worker 0 is the thread that calls run(). Starts size - 1 threads.
  /// Requires: size >= 1.
  Crew(std::uint32_t size, std::function<void(std::uint32_t)> work);
  /// Neither copied nor moved: the threads refer to it.
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  /// Ends the threads. Requires: no run() is under way.
  ~Crew();

  /// Makes one round. Returns when every worker is done, and throws the first
  /// exception that one of them threw. Cost: some microseconds besides the
  /// work.
  void run();

 private:
  /// The loop of a thread: waits for the next round and works.
  void serve(std::uint32_t index);
  /// Calls `work_`, and keeps the first exception for run().
  void work_guarded(std::uint32_t index);

  std::uint32_t size_;
  std::function<void(std::uint32_t)> work_;
  /// Number of the round; also changed to make the threads leave.
  std::atomic<std::uint32_t> round_{0};
  /// Threads that have not finished the round yet.
  std::atomic<std::uint32_t> busy_{0};
  std::atomic<bool> leaving_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace catenary::engine::reach
