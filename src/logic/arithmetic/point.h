// SPDX-License-Identifier: Apache-2.0
/// \file
/// Points of cubes: numbers for all atoms that satisfy the constraints. A point
/// of one cube that is not in another one shows that the first is not within
/// the second, at a small part of the cost of an elimination.
#pragma once

#include <gmpxx.h>

#include <map>
#include <optional>

#include "logic/arithmetic/linear.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// Numbers for atoms; every other atom is 0. Atoms are independent of each
/// other here, also those that are made of the same variables.
using Point = std::map<Term, mpq_class>;

/// The number nearest to 0 that satisfies the constraints of the cube on x
/// alone; for open bounds, an integer near the bound or the middle of the
/// interval. Where the bounds contradict each other it satisfies only some.
[[nodiscard]] mpq_class number_for(const Cube& cube, Term x);

/// Whether the constraint holds at the point. Exact.
[[nodiscard]] bool holds_at(const LinearConstraint& c, const Point& point);

/// A point that satisfies all constraints of the cube and its integrality; its
/// literals are not regarded. Nothing if the cube has none, or if the
/// elimination, which is not exact for integers, leads to none. Cost: as
/// is_refuted().
[[nodiscard]] std::optional<Point> point_in(TermManager& terms,
                                            const Cube& cube);

}  // namespace catenary::logic
