// SPDX-License-Identifier: Apache-2.0
/// \file
/// Candidates for the relation between two timed systems, from which
/// conforms() keeps those that are inductive.
#pragma once

#include <vector>

#include "logic/term/substitute.h"
#include "logic/term/term.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Formulas over the variables of both systems: equalities and orders of a
/// variable in both, comparisons with constants of the models, orders of two
/// variables in one system, and comparisons in guards of the specification.
///
/// Requires: both systems have the same variables. `impl_variables` stand for
/// those of the implementation, in the same order, and `to_impl` replaces the
/// variables of the specification by them.
/// Deterministic: ascending, without repetition. Quadratic in the variables.
[[nodiscard]] std::vector<logic::Term> relation_candidates(
    const model::TimedAutomaton& specification,
    const model::TimedAutomaton& implementation,
    const std::vector<logic::Term>& impl_variables,
    const logic::Substitution& to_impl);

}  // namespace catenary::engine::symbolic
