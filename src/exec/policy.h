// SPDX-License-Identifier: Apache-2.0
/// \file
/// Policies by which a tester chooses among the delays and values that a timed
/// test allows it to send.
#pragma once

#include <cstdint>

namespace catenary::exec {

/// How a stimulation is chosen.
enum class Policy : std::uint8_t {
  /// The least delay, then simple values.
  minimal,
  /// The greatest delay, then simple values.
  latest,
  /// A comparison of a guard at its limit; see BoundaryPlan.
  boundary,
  /// Anything that is allowed.
  random
};
/// The name as in --policy.
[[nodiscard]] const char* to_string(Policy policy);

}  // namespace catenary::exec
