// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which variables matter where, by backward data flow (Kildall, "A unified
/// approach to global program optimization", POPL 1973,
/// doi:10.1145/512927.512945).
#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Whether a variable matters in a state: some path from there reads it before
/// it is written. Writing what does not matter is no reading, unless `checks`
/// and the assignment may leave the variable's range or divide by zero.
/// By state, then variable.
[[nodiscard]] std::vector<std::vector<bool>> live_variables(
    const model::TimedAutomaton& automaton, bool checks);

/// By variable: of a clock that occurs only in comparisons of it alone with
/// constants, the largest of them (at least 0); nothing for all else.
[[nodiscard]] std::vector<std::optional<mpq_class>> clock_ceilings(
    const model::TimedAutomaton& automaton);

}  // namespace catenary::engine::symbolic
