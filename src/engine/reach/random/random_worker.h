// SPDX-License-Identifier: Apache-2.0
/// \file
/// One worker of random testing: makes runs and notes what in them is worth
/// keeping. A run depends on the seed and on its number only.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "base/work_clock.h"
#include "engine/reach/random/input_sampler.h"
#include "engine/reach/random/random_runs.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Set of goals, one bit each.
using GoalBits = std::vector<std::uint64_t>;

/// What a worker does now, in memory shared with the parent.
struct alignas(64) RandomSlot {
  /// 1 + steps begun in the current run; 0 = there is no current run.
  std::atomic<std::uint64_t> begun;
  /// Changes with every step, so that the parent can detect one that hangs.
  std::atomic<std::uint64_t> beat;
};

/// A prefix of a run.
struct RunPrefix {
  /// Its length.
  std::uint64_t steps = 0;
  /// If not empty, the last letter is this one and not that of the run: an
  /// assumption discarded the step, but only after it had hit something.
  std::vector<std::byte> side_letter;
};

/// One run and what happened in it.
struct RandomRun {
  /// Number of the run, from 0.
  std::uint64_t index = 0;
  /// False if a stop was requested in the run; then nothing of it counts.
  bool complete = false;
  /// Steps of the run, without discarded ones.
  std::uint64_t steps = 0;
  /// The price of loops in them, and in discarded ones.
  base::WorkClock::duration loops{0};
  /// Its initial letter.
  std::vector<std::byte> initial;
  /// The letters of all its steps; empty if there is nothing to keep.
  std::vector<std::byte> letters;
  /// A prefix that may become a test.
  struct Test {
    /// Length, and the last letter if it was discarded.
    RunPrefix prefix;
    /// All goals that the prefix hits, without violations.
    GoalBits goals;
  };
  /// In the order of their lengths.
  std::vector<Test> tests;
  /// The first hit of a goal in this run, violations included.
  struct Hit {
    /// The run up to the hit.
    RunPrefix prefix;
    /// Index of the goal.
    std::uint32_t goal = 0;
  };
  /// In the order of the steps.
  std::vector<Hit> hits;
  /// How the last step failed; `running` = it did not.
  model::StepOutcome outcome = model::StepOutcome::running;
  /// What happened then.
  model::Stepper::Event event;
};

/// Makes runs. Used by one thread at a time.
class RandomWorker {
 public:
  /// `log` has room for an initial letter and the letters of the longest run.
  /// It is shared with the parent, which reads it if the child dies. The worker
  /// stops after the current step once `stop_request` is not 0. Everything
  /// given must outlive the worker.
  RandomWorker(const model::StepSystem& system,
               const RandomOptions& options,
               std::unique_ptr<model::Stepper> stepper,
               RandomSlot& slot,
               std::byte* log,
               const std::atomic<std::uint32_t>& stop_request);

  /// Makes run number `index`. Cost: one call of the step function for each
  /// step, plus the draws.
  [[nodiscard]] RandomRun make(std::uint64_t index);

 private:
  /// Draws an initialisation and runs it. Returns whether the run goes on.
  bool begin(base::Rng& rng, RandomRun& run);
  /// Draws one step and runs it. Returns whether the run goes on.
  bool step(base::Rng& rng, RandomRun& run);
  /// Keeps what a discarded step hit before the assumption was reached.
  void take_side_step(RandomRun& run, const std::byte* letter);
  /// Notes goals that were not hit in this run before.
  void take_hits(RandomRun& run, const RunPrefix& prefix);
  /// Notes the prefix as a candidate for a test.
  void take_test(RandomRun& run, RunPrefix prefix);
  /// Notes the end of the run by a step that did not run on.
  void end(RandomRun& run, model::StepOutcome outcome);

  const model::StepSystem& system_;
  const RandomOptions& options_;
  std::unique_ptr<model::Stepper> stepper_;
  RandomSlot& slot_;
  std::byte* log_;
  const std::atomic<std::uint32_t>& stop_request_;
  /// For InputSampler::vary() in the current run.
  std::uint64_t one_in_ = 1;
  InputSampler inputs_;
  InputSampler initial_;
  /// Bytes of an input letter.
  std::size_t letter_bytes_;
  /// Bytes of an initial letter.
  std::size_t initial_bytes_;
  /// Goals that are not violations.
  GoalBits wanted_;
  /// Goals hit in the current run.
  GoalBits seen_;
  /// Goals hit by its discarded steps.
  GoalBits seen_aside_;
  /// Whether a wanted goal was hit since the last candidate.
  bool pending_ = false;
  /// The state before the current step, to return to after a discarded one.
  std::vector<std::byte> state_;
};

}  // namespace catenary::engine::reach
