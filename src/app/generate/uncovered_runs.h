// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests for goals that have a run but that no planned test covers.
#pragma once

#include <cstdint>

#include "app/generate/generate_methods.h"
#include "base/budget.h"

namespace catenary::app {

/// Which runs are replayed first. Long runs cover goals of others on their way;
/// short ones are soon replayed.
enum class RunOrder : std::uint8_t { long_first, short_first };

/// Where no plan was made for a goal, for want of memory or time, the run that
/// was found for it becomes a test of its own, so that what was found is kept.
/// Requires: what is planned is replayed. Bounds that were known are given up
/// where tests are added.
void plan_uncovered(const GenerateJob& job,
                    const base::Budget& budget,
                    RunOrder order,
                    Made& made);

}  // namespace catenary::app
