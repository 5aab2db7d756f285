// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranges of the numbers of a system: proved ones, and those that were only
/// observed.
#pragma once

#include <vector>

#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// The range of one number over all states, or all steps, that were explored.
struct ValueRange {
  /// The number had a value at all. If false, the other members mean nothing.
  bool known = false;
  /// Least and greatest value, NaNs left out. If the number was only ever a
  /// NaN, both are default values.
  logic::Value lo, hi;
  /// The number was a NaN at least once.
  bool nan = false;
  /// No run leaves the range. If false, the range is an observation: other runs
  /// may have other values.
  bool proved = false;
};

/// The scalars of all fields of the state in one list, in the order in which
/// Result::state_ranges has their ranges. The pointers are valid as long as the
/// system is.
[[nodiscard]] std::vector<const model::StateScalar*> scalars_of(
    const model::StepSystem& system);

/// Widens the range of a number of the state, if exploration tried only one
/// representative of each input equivalence class, so that it holds for all
/// inputs. An input that is copied verbatim into this number may have any value
/// of its class: the range grows to the ends of the classes of its bounds. If
/// the number has another type than the input, or is a bit-field, the range
/// becomes that of its type, because a conversion may wrap. Ranges of numbers
/// that are not integers stay as they are.
void widen_by_classes(const model::StepSystem& system,
                      const model::StateScalar& scalar,
                      ValueRange& range);

/// Whether one of the inputs or initial choices that are copied verbatim has
/// classes. The range of an output that holds such an input was only observed.
[[nodiscard]] bool holds_classes(const model::StepSystem& system,
                                 const model::Holds& holds);

}  // namespace catenary::engine::reach
