// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which conditions settle a decision some of whose operands are constants, as
/// in `x && DEBUG`. Internal to program/.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/syntax/coverage_map.h"

namespace catenary::program {

/// The outcome of a decision where a condition, by its index in
/// DecisionRegion::conditions, has a value that settles it. Empty where the
/// outcome is a constant.
using SettledDecision = std::map<std::pair<std::size_t, bool>, bool>;

/// The settled outcomes of a decision. Clang does not tell the values of
/// conditions that it folded. For those that are not literals both values are
/// tried; nothing is returned where the answer depends on them. `emitted`: by
/// condition, whether it has code. Cost: linear in the
/// conditions, for each combination of at most eight unknown values.
[[nodiscard]] std::optional<SettledDecision> settle_decision(
    const DecisionRegion& d, const std::vector<bool>& emitted);

}  // namespace catenary::program
