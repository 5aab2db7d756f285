// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions that are written but never evaluated: operands of `sizeof` and
/// `_Alignof`, and of `_Generic` where another association is selected. Clang
/// has coverage regions and counters for them, but no code; without this pass
/// they would be goals that nothing covers. Internal to program/.
#pragma once

#include <cstddef>

#include "program/syntax/coverage_map.h"

namespace catenary::program {

/// Removes the branches from `first_branch` on, and the decisions from
/// `first_decision` on, that are of one function and are never evaluated.
/// Indices in the map are adapted.
///
/// A condition is never evaluated if the code around it is counted, but no
/// instruction counts either outcome of the condition; nor is one that is
/// evaluated only after such a condition. Dead code (`if (0)`) stays: the code
/// around it is not counted either. Quadratic in the branches of one function
/// in the worst case.
void drop_unevaluated(CoverageMap& map,
                      std::size_t first_branch,
                      std::size_t first_decision);

}  // namespace catenary::program
