// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/process/board_process.h"

#include <sys/mman.h>

#include <chrono>
#include <csignal>
#include <new>
#include <string>

#include "base/error.h"
#include "base/process.h"
#include "base/worker.h"

namespace catenary::engine::reach {

namespace {

/// How long the child may take to stop by itself once its time is over.
constexpr std::chrono::milliseconds kGrace{1500};

/// Whether this process gets no more memory. Libraries that fail for lack of
/// it often say something else.
bool memory_is_spent() {
  constexpr std::size_t kLittle = std::size_t{1} << 24;
  void* const block =
      mmap(nullptr, kLittle, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return true;
  munmap(block, kLittle);
  return false;
}

/// In the child: runs the search. What keeps it from going on is on the board
/// then; errors of the input are for the user, and are passed on.
void search_here(const BoardTask& task,
                 const base::Budget& budget,
                 Board& board) {
  try {
    task.search(board);
  } catch (const std::bad_alloc&) {
    board.set_stop(Stop::memory, "");
  } catch (const base::InputError&) {
    throw;
  } catch (const base::ToolError& e) {
    const base::StopReason spent = budget.poll();
    if (spent != base::StopReason::none) {
      board.set_stop(stop_of(spent), "");
    } else if (dynamic_cast<const base::StoppedError*>(&e) != nullptr) {
      // Its share of the budget is spent, as planned: no tool has failed.
      board.set_stop(stop_of(budget.work_reason()), "");
    } else if (memory_is_spent()) {
      board.set_stop(Stop::memory, "");
    } else {
      board.set_stop(Stop::solver, e.what());
    }
  }
}

}  // namespace

void search_in_child(const model::StepSystem& system,
                     const BoardTask& task,
                     const base::Budget& budget,
                     Board& board) {
  base::ForkedTask forked;
  forked.body = [&](base::ForkedOutput& output) {
    Board own(system, [&](std::string_view bytes) { output.write(bytes); });
    search_here(task, budget, own);
  };
  forked.on_bytes = [&](std::string_view bytes) {
    board.apply(bytes);
    if (task.on_news) task.on_news(board);
  };
  if (task.memory_bytes != 0) {
    forked.limits.address_space_bytes =
        base::address_space() + task.memory_bytes;
  }
  // The child watches the time itself, so that it can report what it knows;
  // only if it does not stop is it killed.
  base::Budget patient = budget.without_work_limit();
  if (budget.has_deadline()) patient.set_time(budget.time_left() + kGrace);
  // Before the fork: what it prepares is shared with the child.
  system.factory->prepare();
  const base::ForkedResult child = base::run_forked(forked, patient);
  if (board.stopped()) return;
  // The child ended without saying why: its ending is the reason.
  switch (child.process.ending) {
    case base::Ending::timed_out:
      board.set_stop(Stop::time, "");
      break;
    case base::Ending::interrupted:
      board.set_stop(Stop::interrupt, "");
      break;
    default: {
      // C libraries call abort() if they get no memory. Only at very low limits
      // is that the likely reason.
      constexpr std::uint64_t kLittle = std::uint64_t{1} << 24;
      const bool starved = child.process.signal == SIGABRT &&
                           task.memory_bytes != 0 &&
                           task.memory_bytes < kLittle;
      board.set_stop(
          starved ? Stop::memory : Stop::died,
          std::string(task.name) + " ended early: " + child.process.describe() +
              (starved ? ", as it may at a memory limit this low" : ""));
    }
  }
}

}  // namespace catenary::engine::reach
