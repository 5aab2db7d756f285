// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concrete semantics of timed automata, in exact rational arithmetic and
/// virtual time, without any solver.
///
/// A step of delay d: every clock grows by d, the received values are stored,
/// the statements run in order; a guard that does not hold there forbids the
/// step. Received, newfresh and free initial values are of their types, sent
/// ones of those of their port.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/value/value.h"
#include "model/step/cell_evaluator.h"
#include "model/timed/timed_automaton.h"

namespace catenary::model {

/// Where a system is. `values` are of the sorts of the variables, clocks
/// included.
struct TimedConfiguration {
  std::uint32_t state = 0;
  std::vector<logic::Value> values;
  mpq_class elapsed = 0;  ///< since the start
  bool operator==(const TimedConfiguration&) const = default;
};

/// What a step depends on besides the configuration and the delay. An empty
/// list in a question about sets leaves all of its values open.
struct StepValues {
  std::vector<logic::Value> received;  ///< of the sorts of the port
  std::vector<logic::Value> fresh;     ///< one a newfresh statement, in order
};

struct TimedStep {
  enum class Outcome : std::uint8_t {
    taken,
    refused,   ///< a guard or type forbids it: see `reason` and `where`
    undecided  ///< a value that matters cannot be computed: see `reason`
  };
  Outcome outcome = Outcome::taken;
  std::string reason;
  base::SourceLocation where;
  TimedConfiguration after;        ///< taken
  std::vector<logic::Value> sent;  ///< taken, by an output; in its port's sorts
  /// An assignment out of its variable's range (an error of the model, which
  /// goes on with that value; an integer takes the floor). Unknown: none.
  base::SourceLocation out_of_range;
  std::uint32_t out_of_range_variable = 0;
};

/// Values of one kind of unknowns as functions of the one number that a
/// CellEvaluator is about; for searches.
struct CellStep {
  CellValue delay;
  std::vector<CellValue> received;
  std::vector<CellValue> fresh;  ///< missing ones are unknown
};

class TimedSimulator {
 public:
  /// The automaton must outlive the simulator and not change.
  explicit TimedSimulator(const TimedAutomaton& automaton);

  [[nodiscard]] const TimedAutomaton& automaton() const { return automaton_; }
  /// TimedAutomaton::uninitialised(), computed once.
  [[nodiscard]] const std::vector<std::uint32_t>& hidden() const {
    return hidden_;
  }
  /// Types of the newfresh statements of a transition; of the initialisation.
  [[nodiscard]] const std::vector<DataType>& fresh_types(
      std::uint32_t transition) const;
  [[nodiscard]] const std::vector<DataType>& initial_fresh_types() const;

  /// The start with these values for hidden(), in that order.
  [[nodiscard]] TimedStep start(std::span<const logic::Value> hidden,
                                std::span<const logic::Value> fresh = {}) const;
  /// Requires: the transition leaves the state; all values are given.
  [[nodiscard]] TimedStep take(const TimedConfiguration& configuration,
                               std::uint32_t transition,
                               const mpq_class& delay,
                               const StepValues& values) const;
  /// Delays after which the transition can be taken with these values. Where
  /// they are left open and matter, the answer is in `unknown`.
  [[nodiscard]] CellSolution delays(const TimedConfiguration& configuration,
                                    std::uint32_t transition,
                                    const StepValues& values) const;

  /// Whether the step is possible, as a function of the evaluator's unknown.
  [[nodiscard]] CellValue possible(CellEvaluator& evaluator,
                                   const TimedConfiguration& configuration,
                                   std::uint32_t transition,
                                   const CellStep& step) const;
  /// The same of the start.
  [[nodiscard]] CellValue start_possible(
      CellEvaluator& evaluator,
      std::span<const CellValue> hidden,
      std::span<const CellValue> fresh) const;

  /// The configuration `delay` later, when nothing happened.
  [[nodiscard]] TimedConfiguration later(
      const TimedConfiguration& configuration, const mpq_class& delay) const;

 private:
  class Run;
  void begin(Run& run,
             const TimedConfiguration& configuration,
             const CellValue& delay) const;
  void perform(Run& run, std::uint32_t transition, const CellStep& step) const;
  [[nodiscard]] TimedStep finish(const Run& run) const;

  const TimedAutomaton& automaton_;
  std::vector<std::uint32_t> hidden_;
  std::vector<std::vector<DataType>> fresh_types_;
  std::vector<DataType> initial_fresh_types_;
};

}  // namespace catenary::model
