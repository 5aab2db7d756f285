// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/engine.h"

#include <memory>

namespace catenary::engine::reach {

namespace {

/// A search by an engine that cannot be interrupted and resumed.
class RepeatedSearch final : public RunningSearch {
 public:
  RepeatedSearch(Engine& engine,
                 const model::StepSystem& system,
                 const Options& options,
                 const ProgressCallback& progress)
      : engine_(engine),
        system_(system),
        options_(options),
        progress_(progress) {
    result_.stop = Stop::time;  // until the first slice
  }

  void start(const base::Budget& slice,
             const std::vector<model::Trace>& /*news*/) override {
    const std::uint64_t before = result_.transitions;
    result_ = engine_.explore(system_, options_, slice, progress_);
    result_.transitions += before;
  }
  void look() override {}
  void wait() override {}
  [[nodiscard]] bool ended() const override { return !ran_out(result_.stop); }
  [[nodiscard]] Result result() const override { return result_; }

 private:
  Engine& engine_;
  const model::StepSystem& system_;
  const Options& options_;
  const ProgressCallback& progress_;
  Result result_;
};

}  // namespace

std::unique_ptr<RunningSearch> Engine::begin(const model::StepSystem& system,
                                             const Options& options,
                                             const base::Budget& /*budget*/,
                                             const ProgressCallback& progress) {
  return std::make_unique<RepeatedSearch>(*this, system, options, progress);
}

Stop stop_of(base::StopReason reason) {
  switch (reason) {
    case base::StopReason::none:
      return Stop::none;
    case base::StopReason::time:
      return Stop::time;
    case base::StopReason::work:
      return Stop::work;
    case base::StopReason::memory:
      return Stop::memory;
    case base::StopReason::interrupt:
      return Stop::interrupt;
  }
  return Stop::none;
}

std::string steps_text(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " step" : " steps");
}

std::string hit_text(std::uint64_t steps, bool shortest) {
  if (steps == 0) return "hit by the initialisation";
  return "hit by a run of " + steps_text(steps) +
         (shortest ? "" : kPerhapsNotShortest);
}

bool may_be_shorter(const model::GoalResult& result) {
  return result.reason.ends_with(kPerhapsNotShortest);
}

const char* to_string(Stop stop) {
  switch (stop) {
    case Stop::none:
      return "nothing left to explore";
    case Stop::steps:
      return "the bound on the number of steps";
    case Stop::goals:
      return "every goal being hit";
    case Stop::time:
      return "the time limit";
    case Stop::work:
      return "the limit of work";
    case Stop::memory:
      return "the memory limit";
    case Stop::interrupt:
      return "an interrupt";
    case Stop::letters:
      return "too many input letters";
    case Stop::hangs:
      return "too many steps that hang";
    case Stop::died:
      return "the death of the exploring process";
    case Stop::patience:
      return "a long time without anything new";
    case Stop::encoding:
      return "steps that cannot be encoded";
    case Stop::solver:
      return "a solver without an answer";
  }
  return "nothing left to explore";
}

}  // namespace catenary::engine::reach
