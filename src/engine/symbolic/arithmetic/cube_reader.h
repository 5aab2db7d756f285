// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas as cubes. Only for the linear arithmetic of this folder.
#pragma once

#include <optional>
#include <vector>

#include "engine/symbolic/arithmetic/linear.h"
#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// Both; nothing where they contradict on sight.
[[nodiscard]] std::optional<Cube> meet(logic::TermManager& terms,
                                       const Cube& a,
                                       const Cube& b);

/// Cubes of which each is part of the formula, and that together are all of it;
/// nothing where they are too many, or it has a quantifier.
[[nodiscard]] std::optional<std::vector<Cube>> read_cubes(
    logic::TermManager& terms, logic::Term formula);

}  // namespace catenary::engine::symbolic
