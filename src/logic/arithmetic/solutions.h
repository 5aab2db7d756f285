// SPDX-License-Identifier: Apache-2.0
/// \file
/// The solutions of a formula in one unknown number, found without a solver.
#pragma once

#include <optional>

#include "logic/arithmetic/number_set.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// The values of `unknown` (Int or Real) for which `formula` holds. Nothing if
/// that depends on another variable or a quantifier, or is not piecewise
/// linear. For an Int the result is NumberSet::integers(). Cost: number of
/// pieces times dag size.
[[nodiscard]] std::optional<NumberSet> solutions(Term formula, Term unknown);

}  // namespace catenary::logic
