// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/members.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "engine/classes/exhaust.h"
#include "engine/concolic/concolic.h"
#include "engine/portfolio/portfolio.h"
#include "engine/reach/combine.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/random/random_runs.h"
#include "model/step/step_system.h"

namespace catenary::engine::portfolio {

namespace {

/// Sets the limits that every search has: `to` is a RandomOptions or a
/// ConcolicOptions.
template <typename Own>
void take_limits(const reach::Options& from, Own& to) {
  to.max_steps = from.max_steps;
  to.step_time_limit = from.step_time_limit;
  to.max_hung = from.max_hung;
  to.memory_bytes = from.memory_bytes;
}

class RandomRuns final : public reach::Engine {
 public:
  RandomRuns(std::uint64_t runs, std::uint64_t seed)
      : runs_(runs), seed_(seed) {}

  [[nodiscard]] reach::Result explore(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override {
    reach::RandomOptions own;
    own.seed = seed_;
    own.runs = runs_;
    own.first = next_;
    own.jobs = options.jobs;
    own.keep_tests = false;
    own.hold_inputs = !model::is_state_machine(system.kind);
    own.known = shortest_;
    take_limits(options, own);
    reach::RandomResult all =
        reach::run_randomly(system, own, budget, progress);
    // A run that was too long for the whole call is too long for the next one.
    next_ += std::max<std::uint64_t>(all.runs, 1);
    reach::Result& found = all.result;
    shortest_.resize(found.goals.size());
    for (std::size_t g = 0; g < found.goals.size(); ++g) {
      reach::GoalReport& goal = found.goals[g];
      if (!goal.trace) continue;
      const std::size_t steps = goal.trace->steps.size();
      shortest_[g] = steps;
      goal.result.depth = static_cast<std::int64_t>(steps);
      goal.result.reason = reach::hit_text(steps, goal.shortest);
    }
    return std::move(found);
  }

 private:
  std::uint64_t runs_, seed_;
  /// Number of the next run.
  std::uint64_t next_ = 0;
  /// For each goal, the length of the shortest run to it so far.
  std::vector<std::optional<std::uint64_t>> shortest_;
};

class ConcolicRuns final : public reach::BoardEngine {
 private:
  [[nodiscard]] reach::BoardTask task(
      const model::StepSystem& system,
      const reach::Options& options) const override {
    reach::BoardTask task;
    task.search = [&system, &options](reach::Board& board,
                                      const base::Budget& budget) {
      concolic::ConcolicOptions own;
      take_limits(options, own);
      if (own.memory_bytes == 0) own.memory_bytes = budget.memory_bytes();
      concolic::search_here(system, own, budget, board);
    };
    task.name = "the searching process";
    return task;
  }
  [[nodiscard]] reach::Result read(const model::StepSystem& /*system*/,
                                   const reach::Board& board) const override {
    return concolic::result_of(board, concolic::Strategy::directed);
  }
};

}  // namespace

std::shared_ptr<reach::Engine> random_engine(std::uint64_t runs,
                                             std::uint64_t seed) {
  return std::make_shared<RandomRuns>(runs, seed);
}

std::shared_ptr<reach::Engine> concolic_engine() {
  return std::make_shared<ConcolicRuns>();
}

std::shared_ptr<reach::Engine> classes_engine() {
  return std::make_shared<classes::ExhaustingEngine>();
}

reach::SymbolicOptions solver_options(const Settings& settings,
                                      const reach::Result& found) {
  reach::SymbolicOptions symbolic = settings.symbolic;
  symbolic.known_depth = found.complete_depth;
  std::ranges::move(reach::runs_of(found),
                    std::back_inserter(symbolic.known_runs));
  return symbolic;
}

reach::Options sampling_options(const Settings& settings,
                                const reach::Options& options) {
  reach::Options sampling = options;
  sampling.memory_bytes =
      options.memory_bytes == 0
          ? settings.sampled_memory_bytes
          : std::min(options.memory_bytes, settings.sampled_memory_bytes);
  return sampling;
}

Portfolio default_portfolio(const model::StepSystem& system,
                            std::optional<base::WorkClock::time_point> end) {
  // A machine has few control states, or too many states for any exploration:
  // its attributes count and keep what messages bring.
  constexpr std::chrono::milliseconds kExploreMachine{2'000};
  constexpr std::chrono::milliseconds kSearchMachine{1'000};
  Settings settings;
  settings.turns.end = end;
  settings.concolic = concolic_engine();
  if (classes::can_exhaust(system)) settings.classes = classes_engine();
  if (model::is_state_machine(system.kind)) {
    settings.explore_first = kExploreMachine;
    settings.search_deep = kSearchMachine;
  }
  return Portfolio(std::move(settings));
}

}  // namespace catenary::engine::portfolio
