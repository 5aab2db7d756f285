// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranges of the numbers of a system: what no run leaves, or what was seen.
#pragma once

#include <vector>

#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Where the values of a number are, over all states or steps explored.
struct ValueRange {
  bool known = false;   ///< it had a value at all; else the rest is void
  logic::Value lo, hi;  ///< of its values that are no NaN
  bool nan = false;     ///< it was a NaN
  /// No run leaves the range. Else it is what was seen, and there may be more.
  bool proved = false;
};

/// The scalars of all fields of the state in one list, as Result has their
/// ranges.
[[nodiscard]] std::vector<const model::StateScalar*> scalars_of(
    const model::StepSystem& system);

/// Makes the range of a number of the state hold for all values of its inputs
/// where only one value of each class was explored: to the ends of the classes
/// where the number has the type of the input, else to those of its type.
void widen_by_classes(const model::StepSystem& system,
                      const model::StateScalar& scalar,
                      ValueRange& range);

/// Whether an input or initial choice that is held has classes.
[[nodiscard]] bool holds_classes(const model::StepSystem& system,
                                 const model::Holds& holds);

}  // namespace catenary::engine::reach
