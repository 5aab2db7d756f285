// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search in a forked child process that reports what it knows through a
/// Board. If the solver or the program under test crashes, or takes all the
/// memory, goals stay undecided and nothing else happens.
#pragma once

#include <cstdint>
#include <functional>

#include "base/budget.h"
#include "engine/reach/process/board.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// A search to be run in a child process.
struct BoardTask {
  /// The search. It runs in the child and writes what it finds to the board it
  /// is given, and at last why it stopped. It must watch the budget itself; for
  /// lack of time, of memory or of a tool it may throw, after which the board
  /// has the reason. A base::StoppedError of a share of the budget is lack of
  /// time.
  std::function<void(Board&)> search;
  /// Called in the parent with its board, after each message of the child; may
  /// be empty.
  std::function<void(const Board&)> on_news;
  /// Limit for the address space of the child, in bytes, beyond what the parent
  /// uses; 0 = none.
  std::uint64_t memory_bytes = 0;
  /// Subject of the message if the child ends early, e.g. "the solving
  /// process". The string must outlive the call.
  const char* name = "the process";
};

/// Runs the task until it ends. If it does not end by itself, it is killed some
/// time after the budget is used up. Afterwards `board` has what the child
/// reported, and a reason to stop in any case.
///
/// Requires: this process has no other threads.
/// Throws: what base::run_forked() throws, and what the search throws in the
/// child, but for base::ToolError and std::bad_alloc.
void search_in_child(const model::StepSystem& system,
                     const BoardTask& task,
                     const base::Budget& budget,
                     Board& board);

}  // namespace catenary::engine::reach
