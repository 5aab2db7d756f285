// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas of expectations judged by evaluation: they have no quantifiers,
/// and every name of them has a value, so that no solver is needed.
#pragma once

#include <memory>

#include "exec/oracle.h"

namespace catenary::exec {

/// Reads each formula anew: nothing is kept between calls. A formula with a
/// name that has no value, where that matters, is unresolved.
[[nodiscard]] std::unique_ptr<FormulaOracle> make_formula_oracle();

}  // namespace catenary::exec
