// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conversion of formulas into disjunctive normal form. Only for the linear
/// arithmetic of this folder.
#pragma once

#include <optional>
#include <vector>

#include "logic/arithmetic/linear.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// The intersection of two cubes; nothing if they contradict each other on
/// sight.
[[nodiscard]] std::optional<Cube> meet(TermManager& terms,
                                       const Cube& a,
                                       const Cube& b);

/// Cubes whose union is the formula; an empty list for `false`. Nothing if they
/// are too many, if the formula is nested too deeply, or if it has a
/// quantifier. Cost: exponential in the worst case, cut off at some hundreds of
/// cubes.
[[nodiscard]] std::optional<std::vector<Cube>> read_cubes(TermManager& terms,
                                                          Term formula);

}  // namespace catenary::logic
