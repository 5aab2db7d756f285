// SPDX-License-Identifier: Apache-2.0
/// \file
/// Native runs beside a solver: random simulation, which covers easy goals and
/// shows which states occur, and replays of runs that the solver found.
///
/// A goal that they hit is covered by a run of some length, an upper bound. The
/// solver is then only asked whether a shorter run exists.
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

/// Executes a system and reports what happens to a board. Deterministic: the
/// same calls have the same results.
class Scout {
 public:
  /// System, options and board must outlive the scout.
  Scout(const model::StepSystem& system, const Options& options, Board& board);

  /// Makes the constants of these terms, and their neighbours, candidates for
  /// random inputs.
  void learn_constants(const std::vector<logic::Term>& roots);

  /// Executes a run from the initialisation, and reports its hits and errors to
  /// the board. A run that contradicts a claim of the solver sets
  /// Board::contradiction(). Random simulation may go on from the end of the
  /// run. Cost: one call of the step function for each step.
  [[nodiscard]] model::Simulation replay(const model::Trace& trace);

  /// Random simulation of about `steps` steps, from the initialisation and from
  /// states in which goals were hit. Runs have at most `longest` steps; 0 = at
  /// most 1000.
  void random_walk(std::uint64_t steps,
                   std::uint32_t longest,
                   const base::Budget& budget);

  /// The stepper in use. Its state is that after the last call.
  [[nodiscard]] model::Stepper& stepper() { return *stepper_; }
  /// Distinct packed states that occurred, in their order; at most
  /// kMostSamples.
  [[nodiscard]] const std::vector<std::string>& samples() const {
    return samples_;
  }
  /// Packed states after an initialisation; at most some hundreds, not
  /// distinct.
  [[nodiscard]] const std::vector<std::string>& starts() const {
    return starts_;
  }
  /// Packed states before and after a step; at most some thousands.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& moves()
      const {
    return moves_;
  }
  /// Steps executed so far, without discarded ones.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Whether some initialisation ended the run by itself.
  [[nodiscard]] bool initial_ended() const { return initial_ended_; }
  /// Length of the longest run that could go on.
  [[nodiscard]] std::size_t longest() const { return longest_; }

  /// Largest number of samples, which bounds their memory.
  static constexpr std::size_t kMostSamples = 20'000;

 private:
  /// Packed inputs of one step, or initial choices.
  using Letter = std::vector<std::byte>;
  /// A run, and the packed state in which it ends.
  struct Trail {
    /// The initial choices.
    Letter initial;
    /// The inputs of its steps.
    std::vector<Letter> letters;
    /// The state.
    std::string state;
  };

  /// Adds one constant and its neighbours.
  void learn(const logic::Value& constant);
  /// A value from the domain, one that a constant suggests, or any value.
  [[nodiscard]] logic::Value random_value(const model::Variable& variable);
  /// A letter of random values.
  [[nodiscard]] Letter random_letter(
      const std::vector<model::Variable>& variables, std::size_t bytes);
  /// Begins a run with random choices. Returns whether it may go on.
  [[nodiscard]] bool start(Trail& trail);
  /// Adds a step to the run, with the inputs of the step before (with a
  /// probability of `stickiness` percent) or with random ones. Returns whether
  /// the run may go on.
  [[nodiscard]] bool extend(Trail& trail, std::uint32_t stickiness);
  /// Reports hits and errors of the last call; `trail` has its letter.
  void observe(const Trail& trail, model::StepOutcome outcome);
  /// Saves the state after the last call in `trail` and among the samples.
  void sample(Trail& trail);
  /// The run with values in place of bytes.
  [[nodiscard]] model::Trace trace_of(const Trail& trail) const;
  /// Reports a hit of a goal, unless a run that is no longer is known.
  void note_goal(std::uint32_t goal, model::Trace trace);
  /// Whether note_goal() would report a run of this length. Ask before making
  /// its trace.
  [[nodiscard]] bool is_news(std::uint32_t goal, std::size_t steps) const;
  /// Reports an error, unless a run that is no longer is known.
  void note_trouble(model::StepOutcome outcome,
                    model::Stepper::Event event,
                    model::Trace trace);

  const model::StepSystem& system_;
  const Options& options_;
  Board& board_;
  /// Executes everything.
  std::unique_ptr<model::Stepper> stepper_;
  /// A fixed seed: results are the same in every search.
  base::Rng rng_{0x5c007};
  /// Candidates for integer inputs.
  std::vector<logic::Value> integers_;
  /// Candidates for floating-point inputs.
  std::vector<logic::Value> floats_;
  /// The samples, to keep them distinct.
  std::unordered_set<std::string> seen_;
  /// See samples().
  std::vector<std::string> samples_;
  /// See starts().
  std::vector<std::string> starts_;
  /// See moves().
  std::vector<std::pair<std::string, std::string>> moves_;
  /// Runs that ended in a new hit or in a model of the solver; random
  /// simulation goes on from them.
  std::vector<Trail> checkpoints_;
  /// Whether the last step was a first or shorter hit.
  bool hit_something_ = false;
  /// See steps().
  std::uint64_t steps_ = 0;
  /// Steps, with discarded ones.
  std::uint64_t tries_ = 0;
  /// See initial_ended().
  bool initial_ended_ = false;
  /// See longest().
  std::size_t longest_ = 0;
  /// Steps that hung.
  std::uint32_t hung_ = 0;
  /// Random runs so far, see random_step_loops().
  std::uint64_t walks_ = 0;
};

}  // namespace catenary::engine::reach
