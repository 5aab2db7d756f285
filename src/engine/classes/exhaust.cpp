// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/exhaust.h"

#include <algorithm>
#include <chrono>

#include "engine/classes/exhaustion.h"
#include "engine/classes/graph_bytes.h"
#include "engine/classes/step_paths.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/process/board_result.h"

namespace catenary::engine::classes {

using Clock = std::chrono::steady_clock;

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

reach::Result exhaust(const model::StepSystem& system,
                      const reach::Options& options,
                      const base::Budget& budget,
                      const reach::ProgressCallback& progress) {
  const Clock::time_point begin = Clock::now();
  reach::Board board(system, {});
  reach::BoardTask task;
  task.search = [&](reach::Board& here) {
    Exhaustion(system, options, budget, here).run();
  };
  reach::BoardTeller teller(progress);
  task.on_news = [&](const reach::Board& news) { teller.tell(news); };
  task.memory_bytes =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  task.name = "the exploring process";
  reach::search_in_child(system, task, budget, board);
  reach::Result result = reach::result_of(board);
  result.proof.clear();  // states were exhausted
  result.engine = "explicit over classes of inputs";
  if (!board.attachment().empty()) {
    result.graph = graph_of(system, board.attachment());
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace catenary::engine::classes
