// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions that are written but never evaluated: operands of `sizeof` and
/// `_Alignof`, and of `_Generic` where another association is selected. Clang
/// has coverage regions and counters for them, but no code. Internal to
/// program/.
#pragma once

#include <cstddef>

#include "program/syntax/coverage_map.h"

namespace catenary::program {

/// Removes the branches from `first_branch` on, and the decisions from
/// `first_decision` on, that are of one function and are never evaluated.
///
/// A condition is never evaluated where the code around it is counted, but no
/// instruction counts what the condition leads to; and so is what is evaluated
/// only after such a condition. Code that is dead (`if (0)`) stays: what is
/// around it is not counted either.
void drop_unevaluated(CoverageMap& map,
                      std::size_t first_branch,
                      std::size_t first_decision);

}  // namespace catenary::program
