// SPDX-License-Identifier: Apache-2.0
/// \file
/// Native runs beside a solver: random ones, that find what is easy and show
/// which states occur, and replays of what the solver found.
///
/// What they hit is covered by a run of some length, an upper bound: the solver
/// is then only asked whether a shorter one exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "engine/reach/process/board.h"
#include "logic/term/term.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Runs a system and tells a board what happens. Same calls, same results.
class Scout {
 public:
  /// System and board must outlive the scout.
  Scout(const model::StepSystem& system, const Options& options, Board& board);

  /// Values that the terms compare with are worth trying as inputs.
  void learn_constants(const std::vector<logic::Term>& roots);

  /// Runs a trace from the start and notes what it hits and how it fails.
  /// Cost: one step call for each step.
  [[nodiscard]] model::Simulation replay(const model::Trace& trace);

  /// Takes about so many steps with random inputs, from the start and from
  /// where goals were hit, in runs of at most `longest` steps (0 = no limit).
  void random_walk(std::uint64_t steps,
                   std::uint32_t longest,
                   const base::Budget& budget);

  [[nodiscard]] model::Stepper& stepper() { return *stepper_; }
  /// Distinct states that occurred; at most kMostSamples.
  [[nodiscard]] const std::vector<std::string>& samples() const {
    return samples_;
  }
  /// Some states right after the initialisation.
  [[nodiscard]] const std::vector<std::string>& starts() const {
    return starts_;
  }
  /// Some states before and after a step.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& moves()
      const {
    return moves_;
  }
  /// Steps taken, without discarded ones.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Some initialisation ended the run by itself.
  [[nodiscard]] bool initial_ended() const { return initial_ended_; }
  /// Steps of the longest run that could go on.
  [[nodiscard]] std::size_t longest() const { return longest_; }

  static constexpr std::size_t kMostSamples = 20'000;

 private:
  using Letter = std::vector<std::byte>;
  /// A run, and the state it ends in.
  struct Trail {
    Letter initial;
    std::vector<Letter> letters;
    std::string state;
  };

  void learn(const logic::Value& constant);
  [[nodiscard]] logic::Value random_value(const model::Variable& variable);
  [[nodiscard]] Letter random_letter(
      const std::vector<model::Variable>& variables, std::size_t bytes);
  [[nodiscard]] bool start(Trail& trail);
  /// Whether the run may go on.
  [[nodiscard]] bool extend(Trail& trail, std::uint32_t stickiness);
  /// Takes hits and trouble of the last call; `trail` has its letter.
  void observe(const Trail& trail, model::StepOutcome outcome);
  void sample(Trail& trail);
  [[nodiscard]] model::Trace trace_of(const Trail& trail) const;
  void note_goal(std::uint32_t goal, model::Trace trace);
  void note_trouble(model::StepOutcome outcome,
                    model::Stepper::Event event,
                    model::Trace trace);

  const model::StepSystem& system_;
  const Options& options_;
  Board& board_;
  std::unique_ptr<model::Stepper> stepper_;
  base::Rng rng_{0x5c007};
  std::vector<logic::Value> integers_;  ///< worth trying
  std::vector<logic::Value> floats_;
  std::unordered_set<std::string> seen_;
  std::vector<std::string> samples_;
  std::vector<std::string> starts_;
  std::vector<std::pair<std::string, std::string>> moves_;
  std::vector<Trail> checkpoints_;  ///< where goals were hit
  bool hit_something_ = false;      ///< in the last step
  std::uint64_t steps_ = 0;
  std::uint64_t tries_ = 0;  ///< steps, with discarded ones
  bool initial_ended_ = false;
  std::size_t longest_ = 0;
  std::uint32_t hung_ = 0;
};

}  // namespace catenary::engine::reach
