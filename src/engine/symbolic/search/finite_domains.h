// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables that a condition restricts to few values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// For each Int variable that the condition restricts to between 1 and `most`
/// integers of an absolute value up to `limit`: these values, ascending. They
/// are derived from conjuncts that are bounds, equations, or disjunctions of
/// equations of one variable. The type of a variable says nothing: it may have
/// been assigned a value that is none of its type, which it keeps. Requires:
/// the condition is simplified. Cost: linear in its size.
[[nodiscard]] std::map<logic::Term, std::vector<std::int64_t>> finite_domains(
    logic::Term condition, std::size_t most, std::int64_t limit);

}  // namespace catenary::engine::symbolic
