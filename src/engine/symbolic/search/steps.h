// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is true of a transition or state from wherever it is taken: computed
/// once for the automaton, over its variables, and put in place for each
/// context. That is why long test cases cost little.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/symbolic/arithmetic/linear.h"
#include "engine/symbolic/arithmetic/prover.h"
#include "engine/symbolic/execution.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

/// One step from anywhere.
struct GenericStep {
  logic::Term delay;
  std::vector<logic::Term> values;
  std::vector<logic::Term> fresh;
  logic::Term conditions;              ///< over variables, delay, values, fresh
  std::vector<logic::Term> valuation;  ///< afterwards, without definitions
  /// Delay, values, fresh.
  [[nodiscard]] std::vector<logic::Term> bound() const;
};

class Steps {
 public:
  /// Both must outlive it.
  Steps(Execution& execution, Prover& prover);

  [[nodiscard]] const GenericStep& step(std::uint32_t transition);

  /// The delay in formulas of a state: delay_from() of all of them.
  [[nodiscard]] logic::Term delay();

  // Definition 3 in a state, as formulas over variables and delay().
  /// OutQ: no output is possible any more.
  [[nodiscard]] logic::Term is_quiet(std::uint32_t id);
  /// AdmQ: an output is possible after delay().
  [[nodiscard]] logic::Term answers_later(std::uint32_t id);
  /// OutQ or AdmQ.
  [[nodiscard]] logic::Term may_wait(std::uint32_t id);
  /// For all e with 0 <= e < delay(): may_wait at e.
  [[nodiscard]] logic::Term no_late(std::uint32_t id);
  /// For all e with 0 <= e < until: the formula with e for `until`.
  [[nodiscard]] logic::Term at_all_times_before(logic::Term formula,
                                                logic::Term until);

  /// Whether two transitions of a state exclude each other wherever they are
  /// taken, with the same delay and values and any fresh values: proved.
  [[nodiscard]] bool exclude(std::uint32_t a, std::uint32_t b);

  /// "The transition can be taken with `also` (over delay and values) so that
  /// `then` holds afterwards".
  [[nodiscard]] logic::Term before(std::uint32_t transition,
                                   logic::Term also,
                                   logic::Term then);
  /// What is known after the transition where `known` was before: never too
  /// much, perhaps too little.
  [[nodiscard]] Cubes after(std::uint32_t transition, const Cubes& known);
  /// The same at the start.
  [[nodiscard]] Cubes at_start();

  /// A formula over variables and delay(), in a context.
  [[nodiscard]] logic::Term in(ContextId context, logic::Term formula);
  /// The same over variables, just after the step into the context: without
  /// its definitions.
  [[nodiscard]] logic::Term after_step(ContextId context, logic::Term formula);
  /// Values of variables in the context, without its own definitions.
  [[nodiscard]] std::vector<logic::Term> expanded(ContextId id);

 private:
  struct State {
    logic::Term quiet, later, waits, no_late;
  };
  [[nodiscard]] State& state(std::uint32_t id);
  [[nodiscard]] logic::Term generic(const std::vector<logic::Term>& valuation,
                                    logic::Term delay,
                                    logic::Term formula);
  [[nodiscard]] Cubes bounded(std::optional<Cubes> cubes);

  Execution& execution_;
  Prover& prover_;
  std::map<std::uint32_t, GenericStep> steps_;
  std::map<std::uint32_t, State> states_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> excluded_;
  std::map<std::pair<std::uint32_t, logic::Term>, Cubes> after_;
};

}  // namespace catenary::engine::symbolic
