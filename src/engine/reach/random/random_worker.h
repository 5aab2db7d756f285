// SPDX-License-Identifier: Apache-2.0
/// \file
/// One worker of random testing: makes runs and notes what in them is worth
/// keeping.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "engine/reach/random/input_sampler.h"
#include "engine/reach/random/random_runs.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Sets of goals, one bit each.
using GoalBits = std::vector<std::uint64_t>;

/// What a worker is doing, in memory shared with the parent.
struct alignas(64) RandomSlot {
  /// 1 + steps begun in the current run; 0 = none is under way.
  std::atomic<std::uint64_t> begun;
  std::atomic<std::uint64_t> beat;  ///< changes with every step
};

/// A beginning of a run, of `steps` steps.
struct RunPrefix {
  std::uint64_t steps = 0;
  /// The last letter is not that of the run but this one: an assumption
  /// discarded the step after it had hit something.
  std::vector<std::byte> side_letter;
};

/// One run and what happened in it.
struct RandomRun {
  std::uint64_t index = 0;
  bool complete = false;  ///< else a stop was requested in it
  std::uint64_t steps = 0;
  std::vector<std::byte> initial;
  std::vector<std::byte> letters;  ///< of all its steps
  /// Beginnings that may become tests, with all goals hit, violations left out.
  struct Test {
    RunPrefix prefix;
    GoalBits goals;
  };
  std::vector<Test> tests;
  /// First hits, violations included.
  struct Hit {
    RunPrefix prefix;
    std::uint32_t goal = 0;
  };
  std::vector<Hit> hits;
  /// What went wrong in its last step; `running` = nothing.
  model::StepOutcome outcome = model::StepOutcome::running;
  model::Stepper::Event event;
};

class RandomWorker {
 public:
  /// `log` has room for an initial letter and the letters of the longest run;
  /// it is shared with the parent, which reads it when the child died. Stops
  /// within a step once `stop_request` is not 0.
  RandomWorker(const model::StepSystem& system,
               const RandomOptions& options,
               std::unique_ptr<model::Stepper> stepper,
               RandomSlot& slot,
               std::byte* log,
               const std::atomic<std::uint32_t>& stop_request);

  /// Makes run number `index`. Only the seed and the index decide what it is.
  [[nodiscard]] RandomRun make(std::uint64_t index);

 private:
  bool begin(base::Rng& rng, RandomRun& run);
  bool step(base::Rng& rng, RandomRun& run);
  void take_side_step(RandomRun& run, const std::byte* letter);
  void take_hits(RandomRun& run, const RunPrefix& prefix);
  void take_test(RandomRun& run, RunPrefix prefix);
  void end(RandomRun& run, model::StepOutcome outcome);

  const model::StepSystem& system_;
  const RandomOptions& options_;
  std::unique_ptr<model::Stepper> stepper_;
  RandomSlot& slot_;
  std::byte* log_;
  const std::atomic<std::uint32_t>& stop_request_;
  InputSampler inputs_;
  InputSampler initial_;
  std::size_t letter_bytes_;
  std::size_t initial_bytes_;
  GoalBits wanted_;               ///< goals that are no violations
  GoalBits seen_;                 ///< hit in the current run
  GoalBits seen_aside_;           ///< hit by its discarded steps
  bool pending_ = false;          ///< wanted ones since the last test
  std::vector<std::byte> state_;  ///< before the current step
};

}  // namespace catenary::engine::reach
