// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which values of a variable are explored.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/c/description.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

/// Where inputs are compared with each other, the range of each begins and
/// ends classes of all. To be called once, before fill_domain().
void share_ranges(std::vector<program::BuiltVariable>& built,
                  const std::vector<VariableDescription>& described);

/// Fills range, domain and exhaustive of an input or initial choice. Every
/// value where there are few; one a class where the program only compares it
/// with constants; else a sample, and then `exhaustive` is false. Throws
/// InputError where the described range does not fit the type. A range without
/// classes is enumerated where it has at most `enumerable` values.
void fill_domain(model::Variable& variable,
                 const program::BuiltVariable& built,
                 const VariableDescription* described,
                 std::uint64_t enumerable = std::uint64_t{1} << 16);

}  // namespace catenary::frontend::c
