// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of the symbolic search: a forked child with limits solves,
/// and its board is read back.

#include "engine/reach/symbolic/symbolic.h"

#include <utility>

#include "base/check.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/process/board_result.h"
#include "engine/reach/symbolic/symbolic_search.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;

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
    SymbolicSearch(system, options, options_, budget, own).run();
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
