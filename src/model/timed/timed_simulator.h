// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concrete semantics of timed automata, in exact rational arithmetic and
/// virtual time, without a solver.
///
/// A step of delay d: every clock grows by d, the received values are stored,
/// the statements are executed in order; a guard that does not hold forbids the
/// step. Received, newfresh and free initial values must be of their types,
/// sent values of the types of their channel.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/arithmetic/cell_evaluator.h"
#include "logic/value/value.h"
#include "model/timed/timed_automaton.h"

namespace catenary::model {

/// A state of the system. `values` are of the sorts of the variables, clocks
/// included.
struct TimedConfiguration {
  /// Index in TimedAutomaton::states.
  std::uint32_t state = 0;
  /// By index in TimedAutomaton::variables.
  std::vector<logic::Value> values;
  /// Time since the start.
  mpq_class elapsed = 0;
  bool operator==(const TimedConfiguration&) const = default;
};

/// The data that a step depends on, besides the configuration and the delay. In
/// a query about sets, an empty list leaves all of its values open.
struct StepValues {
  /// Values of the sorts of the channel.
  std::vector<logic::Value> received;
  /// One for each newfresh statement, in order.
  std::vector<logic::Value> fresh;
};

/// The result of a step.
struct TimedStep {
  enum class Admission : std::uint8_t {
    taken,
    /// A guard or type forbids it: see `reason` and `where`.
    refused,
    /// A value that matters cannot be computed: see `reason`.
    undecided
  };
  /// Whether the transition was taken.
  Admission outcome = Admission::taken;
  /// For people, if it was not.
  std::string reason;
  /// The guard or assignment it is about.
  base::SourceLocation where;
  /// If taken: the configuration after the step.
  TimedConfiguration after;
  /// If taken by an output: in the sorts of its channel.
  std::vector<logic::Value> sent;
  /// The place of an assignment out of its variable's range, which is an error
  /// of the model; the run continues with that value, or with its floor for an
  /// integer. Unknown: there was none.
  base::SourceLocation out_of_range;
  /// The variable of that assignment.
  std::uint32_t out_of_range_variable = 0;
};

/// The data of a step as functions of the one number that a CellEvaluator is
/// about; for searches.
struct CellStep {
  /// Since the configuration was reached.
  logic::CellValue delay;
  /// One for each parameter of the channel.
  std::vector<logic::CellValue> received;
  /// Missing ones are unknown.
  std::vector<logic::CellValue> fresh;
};

/// Executes an automaton. Thread-compatible: all functions are const.
class TimedSimulator {
 public:
  /// The automaton must outlive the simulator and must not change.
  explicit TimedSimulator(const TimedAutomaton& automaton);

  [[nodiscard]] const TimedAutomaton& automaton() const { return automaton_; }
  /// TimedAutomaton::uninitialised(), computed once.
  [[nodiscard]] const std::vector<std::uint32_t>& hidden() const {
    return hidden_;
  }
  /// The types of the newfresh statements of a transition.
  [[nodiscard]] const std::vector<DataType>& fresh_types(
      std::uint32_t transition) const;
  /// The same for the initialisation.
  [[nodiscard]] const std::vector<DataType>& initial_fresh_types() const;

  /// The configuration after the initialisation, with these values for hidden()
  /// and for newfresh statements, in that order.
  [[nodiscard]] TimedStep start(std::span<const logic::Value> hidden,
                                std::span<const logic::Value> fresh = {}) const;
  /// Takes a transition. Requires: it leaves the configuration's state, and all
  /// values are given.
  [[nodiscard]] TimedStep take(const TimedConfiguration& configuration,
                               std::uint32_t transition,
                               const mpq_class& delay,
                               const StepValues& values) const;
  /// The delays after which the transition can be taken with these values. If
  /// values that matter are open, the delays are in `unknown`.
  [[nodiscard]] logic::CellSolution delays(
      const TimedConfiguration& configuration,
      std::uint32_t transition,
      const StepValues& values) const;

  /// Whether the step is possible, as a function of the evaluator's unknown.
  [[nodiscard]] logic::CellValue possible(
      logic::CellEvaluator& evaluator,
      const TimedConfiguration& configuration,
      std::uint32_t transition,
      const CellStep& step) const;
  /// Whether a start with these values is possible, likewise.
  [[nodiscard]] logic::CellValue start_possible(
      logic::CellEvaluator& evaluator,
      std::span<const logic::CellValue> hidden,
      std::span<const logic::CellValue> fresh) const;

  /// The configuration `delay` later, if nothing happens.
  [[nodiscard]] TimedConfiguration later(
      const TimedConfiguration& configuration, const mpq_class& delay) const;

 private:
  /// The execution of statements over CellValues; concrete values are
  /// constants.
  class Run;
  /// Starts a step: clocks grow by the delay.
  void begin(Run& run,
             const TimedConfiguration& configuration,
             const logic::CellValue& delay) const;
  /// Executes the statements of a transition.
  void perform(Run& run, std::uint32_t transition, const CellStep& step) const;
  /// The result of the run, with concrete values.
  [[nodiscard]] TimedStep finish(const Run& run) const;

  /// Never changes.
  const TimedAutomaton& automaton_;
  /// See hidden().
  std::vector<std::uint32_t> hidden_;
  /// See fresh_types(), by transition.
  std::vector<std::vector<DataType>> fresh_types_;
  std::vector<DataType> initial_fresh_types_;
};

}  // namespace catenary::model
