// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/members.h"

#include "engine/classes/exhaust.h"
#include "engine/concolic/concolic.h"

namespace catenary::engine::portfolio {

namespace {

class ConcolicRuns final : public reach::Engine {
 public:
  [[nodiscard]] reach::Result explore(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override {
    concolic::ConcolicOptions own;
    own.strategy = concolic::Strategy::directed;
    own.max_steps = options.max_steps;
    own.step_time_limit = options.step_time_limit;
    own.max_hung = options.max_hung;
    own.memory_bytes = options.memory_bytes;
    const auto told = [&](const concolic::CoveragePoint& p) {
      reach::Progress out;
      out.transitions = p.steps;
      out.goals_hit = p.covered;
      out.goals = static_cast<std::uint32_t>(system.goals.size());
      if (progress) progress(out);
    };
    return concolic::search(system, own, budget, told).result;
  }
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

std::shared_ptr<reach::Engine> concolic_engine() {
  return std::make_shared<ConcolicRuns>();
}

std::shared_ptr<reach::Engine> classes_engine() {
  return std::make_shared<InputClasses>();
}

}  // namespace catenary::engine::portfolio
