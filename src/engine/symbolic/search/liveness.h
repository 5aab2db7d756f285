// SPDX-License-Identifier: Apache-2.0
/// \file
/// Static analyses of timed automata. Live variables by backward data-flow
/// analysis (Kildall, "A unified approach to global program optimization", POPL
/// 1973, doi:10.1145/512927.512945), and the largest constants of clocks.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <optional>
#include <vector>

#include "logic/term/term.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Whether a variable is live in a state, by state, then variable: some path
/// from the state reads it before writing it. An assignment to a variable that
/// is not live is no reading, unless `checks` is set and the assignment may
/// leave the range of its type or divide by zero.
[[nodiscard]] std::vector<std::vector<bool>> live_variables(
    const model::TimedAutomaton& automaton, bool checks);

/// Calls `look_at` for all expressions of the model: in conditions, assignments
/// and messages.
void for_each_expression(const model::TimedAutomaton& automaton,
                         const std::function<void(logic::Term)>& look_at);

/// A comparison of one variable, and nothing else, with a constant.
struct BoundOfVariable {
  logic::Term variable;
  mpq_class bound;
  /// For < and <=: whether the values below the bound satisfy it, else those
  /// above.
  bool below = false;
};

/// Nothing if the term compares something else. Requires: it is simplified.
[[nodiscard]] std::optional<BoundOfVariable> bound_of_variable(
    logic::Term comparison);

/// For each variable, if it is a clock that occurs only in comparisons of the
/// clock alone with constants: the largest of these constants, and at least 0.
/// Nothing for all other variables.
[[nodiscard]] std::vector<std::optional<mpq_class>> clock_ceilings(
    const model::TimedAutomaton& automaton);

}  // namespace catenary::engine::symbolic
