// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search in a forked child that tells what it knows by a Board, so that a
/// solver that breaks down, a program that does, or one that takes all the
/// memory, leaves goals undecided and no more.
#pragma once

#include <cstdint>
#include <functional>

#include "base/budget.h"
#include "engine/reach/process/board.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Bytes of address space in use: a limit of a forked child counts what is
/// there already.
[[nodiscard]] std::uint64_t address_space();

struct BoardTask {
  /// The search, in the child: writes to its own board what it finds, and why
  /// it stopped. It watches the budget itself.
  std::function<void(Board&)> search;
  /// In the parent, after each piece of news; none where empty.
  std::function<void(const Board&)> on_news;
  /// Address space of the child beside what the parent has; 0: no limit.
  std::uint64_t memory_bytes = 0;
  /// How the child is called where it ends early: "the solving process".
  const char* name = "the process";
};

/// Runs the task until it ends or, some time after the budget is used up, is
/// ended. `board` has what the child said then, and a reason to stop.
///
/// Requires: this process has no other threads.
/// Throws: as base::run_forked(), and what the search throws.
void search_in_child(const model::StepSystem& system,
                     const BoardTask& task,
                     const base::Budget& budget,
                     Board& board);

}  // namespace catenary::engine::reach
