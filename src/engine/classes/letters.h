// SPDX-License-Identifier: Apache-2.0
/// \file
/// Letters, that is, the inputs of one step as bytes, and their conversion from
/// and to values of an encoding's variables and models of a solver.
#pragma once

#include <cstddef>
#include <vector>

#include "logic/smt/solver.h"
#include "logic/term/term.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

using Bytes = std::vector<std::byte>;

/// The values of an encoding's variables in a letter, as bit-vectors.
[[nodiscard]] std::vector<logic::Value> letter_bits(
    const std::vector<model::Variable>& variables, const Bytes& letter);

/// The letter in a solver's model; `terms` has one for each variable. Requires:
/// the solver said sat.
[[nodiscard]] Bytes letter_of(logic::smt::Solver& solver,
                              const std::vector<model::Variable>& variables,
                              const std::vector<logic::Term>& terms,
                              std::size_t bytes);

/// The condition that each of the variables is within its range; `terms` has a
/// term for each.
[[nodiscard]] logic::Term in_ranges(
    logic::TermManager& manager,
    const std::vector<model::Variable>& variables,
    const std::vector<logic::Term>& terms);

}  // namespace catenary::engine::classes
