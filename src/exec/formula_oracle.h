// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas of expectations decided by evaluation: they have no quantifiers,
/// and every name in them has a value, so that no solver is needed.
#pragma once

#include <memory>

#include "exec/oracle.h"

namespace catenary::exec {

/// Keeps nothing between calls. A formula with a name that has no value is
/// unresolved.
[[nodiscard]] std::unique_ptr<FormulaOracle> make_formula_oracle();

}  // namespace catenary::exec
