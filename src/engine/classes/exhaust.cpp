// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/exhaust.h"

#include <algorithm>

#include "engine/classes/exhaustion.h"
#include "engine/classes/graph_bytes.h"
#include "engine/classes/step_paths.h"
#include "engine/reach/process/board_result.h"
#include "engine/reach/replay.h"

namespace catenary::engine::classes {

namespace {

constexpr std::uint64_t kMostInitial = 4'096;

}  // namespace

bool can_exhaust(const model::StepSystem& system) {
  const bool all = std::all_of(system.initial.begin(),
                               system.initial.end(),
                               [](const auto& v) { return v.exhaustive; });
  return all && !system.inputs.empty() && system.factory != nullptr &&
         has_paths(system) &&
         model::Alphabet::size_of(system.initial) <= kMostInitial;
}

reach::BoardTask ExhaustingEngine::task(const model::StepSystem& system,
                                        const reach::Options& options) const {
  reach::BoardTask task;
  task.search = [&system, &options](reach::Board& here,
                                    const base::Budget& budget) {
    Exhaustion(system, options, budget, here).run();
  };
  task.name = "the exploring process";
  task.takes_runs = false;
  return task;
}

reach::Result ExhaustingEngine::read(const model::StepSystem& system,
                                     const reach::Board& board) const {
  reach::Result result = reach::result_of(board);
  result.proof.clear();  // states were exhausted
  result.engine = "explicit over classes of inputs";
  // What earlier slices claimed does not count any more, either.
  if (!board.contradiction().empty()) {
    reach::distrust(result, board.contradiction());
  }
  if (!board.attachment().empty()) {
    result.graph = graph_of(system, board.attachment());
  }
  return result;
}

reach::Result exhaust(const model::StepSystem& system,
                      const reach::Options& options,
                      const base::Budget& budget,
                      const reach::ProgressCallback& progress) {
  return ExhaustingEngine().explore(system, options, budget, progress);
}

}  // namespace catenary::engine::classes
