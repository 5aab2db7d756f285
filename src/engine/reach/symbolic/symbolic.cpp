// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of the symbolic search: a forked child with limits solves,
/// and its board is read back.

#include "engine/reach/symbolic/symbolic.h"

#include <utility>

#include "base/check.h"
#include "engine/reach/process/board_result.h"
#include "engine/reach/symbolic/symbolic_search.h"

namespace catenary::engine::reach {

MakeSolver solver_maker(const SymbolicOptions& options) {
  return [sat = options.sat, solver = options.solver] {
    return sat ? sat(solver) : logic::smt::make_cadical(solver);
  };
}

BoardTask SymbolicEngine::task(const model::StepSystem& system,
                               const Options& options) const {
  CATENARY_CHECK(system.factory != nullptr && system.encoder != nullptr,
                 "the system can be run and encoded");
  BoardTask task;
  task.search = [this, &system, &options](Board& own,
                                          const base::Budget& budget) {
    SymbolicSearch(system, options, options_, budget, own).run();
  };
  task.name = "the solving process";
  return task;
}

Result SymbolicEngine::read(const model::StepSystem& /*system*/,
                            const Board& board) const {
  Result result = result_of(board);
  result.engine = "symbolic";
  return result;
}

}  // namespace catenary::engine::reach
