// SPDX-License-Identifier: Apache-2.0
/// \file
/// Facts about single steps and states from any valuation: computed once for
/// the automaton, over its variables, and instantiated for each context. This
/// is why long test cases cost little.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/prover.h"
#include "logic/arithmetic/linear.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

/// One step from any valuation of its state. All terms are over the automaton's
/// variables and the variables below.
struct GenericStep {
  /// The delay of the step.
  logic::Term delay;
  /// The values on its channel.
  std::vector<logic::Term> values;
  /// The values that newfresh chooses.
  std::vector<logic::Term> fresh;
  /// When the step can be taken: guards, types, delay >= 0.
  logic::Term conditions;
  /// The variables after it, without definitions.
  std::vector<logic::Term> valuation;
  /// The variables that the step binds: delay, values, fresh.
  [[nodiscard]] std::vector<logic::Term> bound() const;
};

/// The facts of one automaton, with memory of what was computed.
class Steps {
 public:
  /// Both must outlive it.
  Steps(Execution& execution, Prover& prover);

  /// The step of a transition. The reference stays valid.
  [[nodiscard]] const GenericStep& step(std::uint32_t transition);

  /// The variable for the delay in formulas about states: delay_from() of all
  /// contexts made by Execution::anywhere().
  [[nodiscard]] logic::Term delay();

  // Definition 3 of the paper for a state, as formulas over variables and
  // delay():

  /// OutQ: no output is possible any more, at whatever time.
  [[nodiscard]] logic::Term is_quiet(std::uint32_t id);
  /// AdmQ: an output is possible at some time after delay().
  [[nodiscard]] logic::Term answers_later(std::uint32_t id);
  /// OutQ or AdmQ: silence up to delay() is allowed.
  [[nodiscard]] logic::Term may_wait(std::uint32_t id);
  /// For all e with 0 <= e < delay(): may_wait() at e. Silence was allowed all
  /// the time before an event at delay().
  [[nodiscard]] logic::Term no_late(std::uint32_t id);
  /// For all e with 0 <= e < until: the formula with e in place of `until`.
  [[nodiscard]] logic::Term at_all_times_before(logic::Term formula,
                                                logic::Term until);

  /// Whether two transitions of a state exclude each other wherever they are
  /// taken, with the same delay and values and any newfresh values. True is
  /// proved.
  [[nodiscard]] bool exclude(std::uint32_t a, std::uint32_t b);

  /// The weakest precondition "the transition can be taken such that `also`
  /// holds of delay and values, and `then` afterwards", over variables.
  [[nodiscard]] logic::Term before(std::uint32_t transition,
                                   logic::Term also,
                                   logic::Term then);
  /// What is known after the transition if `known` holds before it: an
  /// over-approximation. Remembered.
  [[nodiscard]] logic::Cubes after(std::uint32_t transition,
                                   const logic::Cubes& known);
  /// What is known after the initialisation: an over-approximation.
  [[nodiscard]] logic::Cubes at_start();

  /// Instantiates a formula over variables and delay() for a context.
  [[nodiscard]] logic::Term in(ContextId context, logic::Term formula);
  /// Instantiates a formula over variables for the moment after the step into
  /// the context; the names defined by this step are replaced by their values.
  [[nodiscard]] logic::Term after_step(ContextId context, logic::Term formula);
  /// The values of the variables in the context, without names that the context
  /// itself defines.
  [[nodiscard]] std::vector<logic::Term> expanded(ContextId id);

 private:
  /// OutQ, AdmQ, their disjunction, and NoLate of a state.
  struct State {
    logic::Term quiet, later, waits, no_late;
  };
  /// The facts of a state, computed on first use.
  [[nodiscard]] State& state(std::uint32_t id);
  /// Puts a valuation, and a delay if it is valid, into a formula.
  [[nodiscard]] logic::Term generic(const std::vector<logic::Term>& valuation,
                                    logic::Term delay,
                                    logic::Term formula);
  /// At most some cubes: the hull if there are more, everything if there are
  /// none.
  [[nodiscard]] logic::Cubes bounded(std::optional<logic::Cubes> cubes);

  /// Contexts are made in it.
  Execution& execution_;
  /// Eliminates quantifiers.
  Prover& prover_;
  /// By transition.
  std::map<std::uint32_t, GenericStep> steps_;
  /// By state.
  std::map<std::uint32_t, State> states_;
  /// Answers of exclude(), smaller index first.
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> excluded_;
  /// Answers of after(), by transition and formula before.
  std::map<std::pair<std::uint32_t, logic::Term>, logic::Cubes> after_;
};

}  // namespace catenary::engine::symbolic
