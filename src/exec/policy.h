// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a tester chooses among the delays and values that a timed test allows
/// it to send.
#pragma once

#include <cstdint>

namespace catenary::exec {

enum class Policy : std::uint8_t {
  minimal,   ///< the least delay, then simple values
  latest,    ///< the greatest delay, then simple values
  boundary,  ///< a comparison of a guard at its limit; see BoundaryPlan
  random     ///< anything that is allowed
};
[[nodiscard]] const char* to_string(Policy policy);

}  // namespace catenary::exec
