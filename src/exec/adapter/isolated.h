// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs any adapter in a forked child process with limits, so that whatever the
/// system under test does (crash, endless loop, exit(), stack overflow, output
/// on stdout) is an outcome of a call and never the end of the runner.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/budget.h"
#include "exec/adapter.h"

namespace catenary::exec {

/// Limits of the child.
struct IsolationLimits {
  /// For open(), which loads the SUT; wall-clock time; 0 = none.
  std::chrono::milliseconds open_time{30000};
  /// For the close() of the adapter in the child; 0 = it is not called: the
  /// child is killed at once.
  std::chrono::milliseconds close_time{0};
  /// Bytes that the child may map beyond what this process has mapped; 0 = no
  /// limit.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  /// The largest file that the child may write; 0 = no limit.
  std::uint64_t file_bytes = std::uint64_t{1} << 30;
  /// How much of the end of its output is kept.
  std::size_t output_bytes = 4096;
};

/// Makes the adapter that is to be isolated; called in the child.
using AdapterFactory = std::function<std::unique_ptr<Adapter>()>;

/// An adapter that forks at open() and calls `factory` in the child. The child
/// has a process group of its own, no core files, /dev/null as its input, and
/// dies with the thread that opened it. Waiting polls `budget`, which must
/// outlive the adapter. Cost of a step: about 10 µs and two context switches.
[[nodiscard]] std::unique_ptr<Adapter> isolate(AdapterFactory factory,
                                               IsolationLimits limits,
                                               const base::Budget& budget);

}  // namespace catenary::exec
