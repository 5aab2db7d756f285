// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/members.h"

#include <utility>

#include "engine/classes/exhaust.h"
#include "engine/concolic/concolic.h"
#include "engine/reach/random/random_runs.h"

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
    own.jobs = options.jobs;
    own.keep_tests = false;
    take_limits(options, own);
    reach::Result found =
        reach::run_randomly(system, own, budget, progress).result;
    for (reach::GoalReport& goal : found.goals) {
      if (!goal.trace) continue;
      const std::size_t steps = goal.trace->steps.size();
      goal.result.depth = static_cast<std::int64_t>(steps);
      goal.result.reason = reach::hit_text(steps, goal.shortest);
    }
    return found;
  }

 private:
  std::uint64_t runs_, seed_;
};

class ConcolicRuns final : public reach::Engine {
 public:
  explicit ConcolicRuns(std::vector<model::Trace> known)
      : known_(std::move(known)) {}

  [[nodiscard]] reach::Result explore(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override {
    concolic::ConcolicOptions own;
    own.strategy = concolic::Strategy::directed;
    own.known_runs = std::move(known_);
    take_limits(options, own);
    const auto told = [&](const concolic::CoveragePoint& p) {
      reach::Progress out;
      out.transitions = p.steps;
      out.goals_hit = p.covered;
      out.goals = static_cast<std::uint32_t>(system.goals.size());
      if (progress) progress(out);
    };
    return concolic::search(system, own, budget, told).result;
  }

 private:
  std::vector<model::Trace> known_;
};

class InputClasses final : public reach::Engine {
 public:
  [[nodiscard]] reach::Result explore(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override {
    return classes::exhaust(system, options, budget, progress);
  }
};

}  // namespace

std::shared_ptr<reach::Engine> random_engine(std::uint64_t runs,
                                             std::uint64_t seed) {
  return std::make_shared<RandomRuns>(runs, seed);
}

std::shared_ptr<reach::Engine> concolic_engine(
    std::vector<model::Trace> known) {
  return std::make_shared<ConcolicRuns>(std::move(known));
}

std::shared_ptr<reach::Engine> classes_engine() {
  return std::make_shared<InputClasses>();
}

}  // namespace catenary::engine::portfolio
