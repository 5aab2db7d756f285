// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run whose inputs are changed as long as it does what it is there for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/work_clock.h"
#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::engine::tidy {

/// Goals as bits of the words of Stepper::hits().
using GoalSet = std::vector<std::uint64_t>;

/// Which goals a changed run may hit besides those of the first run.
struct OtherGoals {
  const GoalSet& allowed;  ///< may be hit
  const GoalSet& known;    ///< may not, but nobody wants to know
};

/// One run. A change stays if the changed run
///   - hits each goal that the first run hit, and besides only goals that are
///     allowed;
///   - hits goals that are violations for the first time in the same step;
///   - goes on to its last step, and ends there as the first run did;
///   - ends in a state that may end a chain, if the first run did.
class RunUnderChange {
 public:
  /// `system`, `stepper` and the sets must outlive the object.
  RunUnderChange(const model::StepSystem& system,
                 model::Stepper& stepper,
                 const OtherGoals& other,
                 const model::Trace& trace);

  /// Whether the run can be changed at all: it was simulated to its last step,
  /// which did not hang or reach something unsupported.
  [[nodiscard]] bool usable() const { return usable_; }
  /// The number of steps.
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// The value of an input in a step.
  [[nodiscard]] logic::Value value(std::size_t input, std::size_t step) const;
  [[nodiscard]] logic::Value initial_value(std::size_t choice) const;
  /// Whether an input has the same value in two steps.
  [[nodiscard]] bool same(std::size_t input,
                          std::size_t one,
                          std::size_t other) const;

  /// Gives an input this value in the steps from `first` up to but not
  /// `last`. Returns whether the change stays.
  bool set(std::size_t input,
           std::size_t first,
           std::size_t last,
           const logic::Value& value);
  /// The same for these steps, ascending, at least one.
  bool set(std::size_t input,
           const std::vector<std::size_t>& steps,
           const logic::Value& value);
  /// Gives an initial choice this value.
  bool set_initial(std::size_t choice, const logic::Value& value);

  /// The run as it is now.
  [[nodiscard]] model::Trace trace() const { return trace_to(steps_); }
  /// The price of all steps that were taken.
  [[nodiscard]] base::WorkClock::duration work() const { return work_; }
  /// Changes that hung; each took long.
  [[nodiscard]] std::uint32_t hung() const { return hung_; }
  /// Goals that a changed run hit, and that are neither allowed nor known, each
  /// with a run, up to the step that hits it.
  [[nodiscard]] const std::map<std::uint32_t, model::Trace>& others() const {
    return others_;
  }

 private:
  using Bytes = std::vector<std::byte>;
  /// What a simulation showed, from some position on. Position 0 is the
  /// initialisation, position k step k, counted from 1.
  struct Seen {
    std::size_t first = 0;
    std::size_t count = 0;            ///< positions
    Bytes states;                     ///< after each, one behind the other
    std::vector<std::uint64_t> hits;  ///< of each
    bool rejoined = false;            ///< the rest is as it was before
  };

  [[nodiscard]] std::byte* letter(std::size_t step) {
    return letters_.data() + step * letter_bytes_;
  }
  [[nodiscard]] const std::byte* letter(std::size_t step) const {
    return letters_.data() + step * letter_bytes_;
  }
  bool simulate_first();
  bool try_run(std::size_t from, std::size_t changed_to);
  bool simulate(std::size_t from, std::size_t changed_to, Seen& seen);
  bool start(std::size_t from, Seen& seen);
  bool take(model::StepOutcome outcome, Seen& seen);
  [[nodiscard]] bool may_end_so(model::StepOutcome outcome) const;
  [[nodiscard]] bool hits_what_it_should(const Seen& seen);
  [[nodiscard]] bool violates_when_it_should(const Seen& seen) const;
  void keep(const Seen& seen);
  bool note_others(const Seen& seen);
  [[nodiscard]] model::Trace trace_to(std::size_t position) const;

  const model::StepSystem& system_;
  model::Stepper& stepper_;
  OtherGoals other_;
  std::size_t steps_;
  std::size_t letter_bytes_;
  std::size_t state_bytes_;
  std::size_t words_;
  Bytes initial_;
  Bytes letters_;
  /// After each position; empty where they would take too much memory: then
  /// each simulation starts from the reset.
  Bytes states_;
  std::vector<std::uint64_t> hits_;   ///< of each position
  std::vector<std::int64_t> counts_;  ///< of each goal: positions that hit it
  std::vector<std::int64_t> change_;  ///< of these, by the last simulation
  bool usable_ = false;
  bool is_first_ = true;  ///< the run as it is given is simulated
  // What is demanded of every changed run.
  GoalSet wanted_;
  std::map<std::uint32_t, std::size_t> violations_;  ///< goal -> position
  model::StepOutcome last_outcome_ = model::StepOutcome::running;
  model::Stepper::Event last_event_;
  bool final_ = false;

  base::WorkClock::duration work_{0};
  std::uint32_t hung_ = 0;
  std::map<std::uint32_t, model::Trace> others_;
};

}  // namespace catenary::engine::tidy
