// SPDX-License-Identifier: Apache-2.0
/// \file
/// The solutions of a formula in one unknown number, found without a solver.
#pragma once

#include <optional>

#include "logic/term/term.h"
#include "model/step/number_set.h"

namespace catenary::model {

/// The values of `unknown` (Int or Real) for which `formula` holds. Nothing if
/// that depends on another variable or a quantifier, or is not piecewise
/// linear. For an Int the result is NumberSet::integers(). Cost: number of
/// pieces times dag size.
[[nodiscard]] std::optional<NumberSet> solutions(logic::Term formula,
                                                 logic::Term unknown);

}  // namespace catenary::model
