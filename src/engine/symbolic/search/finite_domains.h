// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables that a condition restricts to few values.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// Where the condition holds, the variable has one of these values: by
/// variable, ascending, between 1 and `most` integers of a size up to `limit`.
/// Found are bounds of both sides, equations, and disjunctions of equations
/// among the conjuncts of the condition. `non_negative`: whether all values of
/// a variable are at least 0. Only for variables of the sort Int. Requires: the
/// condition is simplified. Cost: linear in its size.
[[nodiscard]] std::map<logic::Term, std::vector<std::int64_t>> finite_domains(
    logic::Term condition,
    const std::map<logic::Term, bool>& non_negative,
    std::size_t most,
    std::int64_t limit);

}  // namespace catenary::engine::symbolic
