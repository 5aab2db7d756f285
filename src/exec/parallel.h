// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests in several processes at a time. Each process is a fork of this one, so
/// it has the suite and an adapter of its own; which test it runs next is
/// agreed upon in shared memory, and results come back as text. Processes, not
/// threads: the terms of formulas and the solvers are not shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/budget.h"

namespace catenary::exec {

/// The work of the processes, which are numbered from 0.
struct ParallelWork {
  /// How many pieces there are; they are numbered from 0.
  std::size_t pieces = 0;
  /// Called in a process at its beginning, and before each further piece: why
  /// it cannot do one; empty = it can. Such a process ends, unless all others
  /// have ended so: the last one does what is left. Null = each can.
  std::function<std::string(std::size_t process)> obstacle;
  /// Called in a process: does piece k. The text is passed on.
  std::function<std::string(std::size_t process, std::size_t k)> run;
  /// Called in each process at its end.
  std::function<void(std::size_t process)> close;
  /// Called here for each process that ended because of an obstacle.
  std::function<void(std::size_t process, const std::string& why)> ended;
};

/// Does all pieces in so many processes and calls `take` with the text of each,
/// in the order of the pieces. Stops when the budget is spent: pieces that are
/// being done then may be lost, those that are done are taken. Returns whether
/// all were taken. Throws ToolError if a process dies or fails; an InputError
/// that left `run` is thrown here. Requires: no other threads.
[[nodiscard]] bool run_in_processes(
    const ParallelWork& work,
    std::size_t processes,
    const base::Budget& budget,
    const std::function<void(std::size_t k, const std::string& text)>& take);

}  // namespace catenary::exec
