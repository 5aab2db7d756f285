// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of the symbolic search: a forked child with limits solves,
/// and its board is read back.

#include "engine/reach/symbolic/symbolic.h"

#include <sys/mman.h>

#include <new>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/process/board_result.h"
#include "engine/reach/symbolic/symbolic_search.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;

/// Whether an error may be due to the limit of the address space, which leaves
/// nothing for libraries such as LLVM. Tries to map a block of 16 MiB.
bool memory_is_spent() {
  constexpr std::size_t kLittle = std::size_t{16} << 20;
  void* block =
      mmap(nullptr, kLittle, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return true;
  munmap(block, kLittle);
  return false;
}

/// The search, in the child. If something keeps it from going on, the board
/// says what.
void search(const model::StepSystem& system,
            const Options& options,
            const SymbolicOptions& symbolic,
            const base::Budget& budget,
            Board& board) {
  try {
    SymbolicSearch(system, options, symbolic, budget, board).run();
  } catch (const std::bad_alloc&) {
    board.set_stop(Stop::memory, "");
    // Errors of the input are for the user: they are passed on.
  } catch (const base::InputError&) {
    throw;
    // A tool failed: because the time is over, because there is no memory, or
    // because of a defect of its own.
  } catch (const base::ToolError& e) {
    const base::StopReason spent = budget.poll();
    if (spent != base::StopReason::none) {
      board.set_stop(
          spent == base::StopReason::time ? Stop::time : Stop::interrupt, "");
    } else if (memory_is_spent()) {
      board.set_stop(Stop::memory, "");
    } else {
      board.set_stop(Stop::solver, e.what());
    }
  }
}

}  // namespace

MakeSolver solver_maker(const SymbolicOptions& options) {
  return [sat = options.sat, solver = options.solver] {
    return sat ? sat(solver) : logic::smt::make_cadical(solver);
  };
}

Result SymbolicEngine::explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr && system.encoder != nullptr,
                 "the system can be run and encoded");
  const auto begin = Clock::now();
  Board board(system, {});
  BoardTeller teller(progress);
  BoardTask task;
  task.search = [&](Board& own) {
    search(system, options, options_, budget, own);
  };
  task.on_news = [&](const Board& news) { teller.tell(news); };
  task.memory_bytes =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  task.name = "the solving process";
  search_in_child(system, task, budget, board);
  Result result = result_of(board);
  result.engine = "symbolic";
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace catenary::engine::reach
