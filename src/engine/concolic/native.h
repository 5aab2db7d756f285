// SPDX-License-Identifier: Apache-2.0
/// \file
/// Native runs of a concolic search: what they hit goes to the board, and every
/// configuration can be restored as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/budget.h"
#include "base/rng.h"
#include "engine/classes/letters.h"
#include "engine/concolic/concolic.h"
#include "engine/reach/process/board.h"
#include "engine/reach/random/input_sampler.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

/// A run, and the configuration that it ends in.
struct Run {
  classes::Bytes initial;               ///< initial letter
  std::vector<classes::Bytes> letters;  ///< of its steps
  classes::Bytes state;                 ///< packed, after them
};

/// Executes a system natively and reports what happens to the board.
/// Deterministic: the same calls have the same results.
class Native {
 public:
  /// Everything given must outlive it.
  Native(const model::StepSystem& system,
         const ConcolicOptions& options,
         const base::Budget& budget,
         reach::Board& board);

  /// Begins a run, which counts as an execution.
  model::StepOutcome start(const classes::Bytes& initial);
  /// Goes on from where a run ended, without executing it again; that counts
  /// as an execution too.
  void resume(const Run& run);
  /// One more step of the run. Where an assumption discards it, the run stays
  /// as it was and can go on. Requires: the last outcome was `running` or
  /// `discarded`.
  model::StepOutcome step(const classes::Bytes& letter);

  /// The run until now.
  [[nodiscard]] const Run& run() const { return run_; }
  /// Whether the last call hit a goal that no run had hit before.
  [[nodiscard]] bool news() const { return news_; }
  [[nodiscard]] std::span<const std::uint64_t> hits() const {
    return {stepper_->hits(), system_.hit_words()};
  }
  [[nodiscard]] bool covered(std::uint32_t goal) const;

  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Counts a query to a solver, or work that may need one.
  void count_question() { ++questions_; }

  /// Whether the search has to end; the reason then is on the board. Cost: a
  /// clock read.
  [[nodiscard]] bool over();
  /// The smaller of `wanted` and the largest length of a run.
  [[nodiscard]] std::uint32_t at_most(std::uint64_t wanted) const;
  /// Tells the board how much was done.
  void publish();

  [[nodiscard]] classes::Bytes random_letter(base::Rng& rng) const;
  /// The same, but each input is drawn with the probability 1 / `one_in` only,
  /// and else is that of `previous`.
  [[nodiscard]] classes::Bytes varied_letter(
      base::Rng& rng,
      std::uint64_t one_in,
      const classes::Bytes& previous) const;
  [[nodiscard]] classes::Bytes random_initial(base::Rng& rng) const;
  [[nodiscard]] model::Trace trace() const;

  [[nodiscard]] const model::StepSystem& system() const { return system_; }
  [[nodiscard]] const ConcolicOptions& options() const { return options_; }
  [[nodiscard]] const base::Budget& budget() const { return budget_; }

 private:
  void observe(model::StepOutcome outcome);
  void note_trouble(model::StepOutcome outcome);
  void note_news();
  void note_goal(std::uint32_t goal);
  /// Steps executed; 100 refused inputs count as one step.
  [[nodiscard]] std::uint64_t effort() const;
  [[nodiscard]] bool spent(std::uint64_t used,
                           std::uint64_t since,
                           std::uint64_t patience) const;

  const model::StepSystem& system_;
  const ConcolicOptions& options_;
  const base::Budget& budget_;
  reach::Board& board_;
  std::unique_ptr<model::Stepper> stepper_;
  reach::InputSampler inputs_, initials_;
  std::vector<std::uint32_t> length_;  ///< of the shortest run to each goal
  std::uint32_t open_ = 0;             ///< goals not hit
  /// Goals not hit, without violations other than of requirements.
  std::uint32_t wanted_open_ = 0;
  Run run_;
  bool news_ = false;
  std::uint64_t executions_ = 0, steps_ = 0, questions_ = 0;
  /// Inputs that were discarded, and initialisations that did not run on.
  std::uint64_t refused_ = 0;
  std::uint64_t news_effort_ = 0;  ///< effort() at the last new goal or finding
  /// questions_ when ConcolicOptions::patience_news of these were last
  /// complete.
  std::uint64_t news_questions_ = 0;
  std::uint64_t news_count_ = 0;  ///< new goals and findings since then
  std::uint64_t published_ = 0;   ///< steps_ at the last publish()
  std::uint32_t hung_ = 0;
};

}  // namespace catenary::engine::concolic
