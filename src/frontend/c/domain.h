// SPDX-License-Identifier: Apache-2.0
/// \file
/// Domains: the values of a variable that are explored.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/c/description.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

/// Adds the ends of each described range to the boundaries of inputs that are
/// compared with its input: where the order of inputs matters, the ends of each
/// range must be boundaries of the classes of all of them. Must be called once,
/// before fill_domain().
void share_ranges(std::vector<program::BuiltVariable>& built,
                  const std::vector<VariableDescription>& described);

/// Sets the names of values, as values of the type that the variable has.
/// Throws InputError where a named value is none of the type.
void name_values(model::Variable& variable, const VariableDescription& d);

/// Sets names, range, domain and `exhaustive` of an input or initial choice.
/// The domain has every value where there are few, one value of each class
/// where the program only compares the input with constants, else a sample, and
/// then `exhaustive` is false. Throws InputError where the described range does
/// not fit the type. A range without classes is enumerated if it has at most
/// `enumerable` values. `described` may be null. Requires: the domain is empty.
void fill_domain(model::Variable& variable,
                 const program::BuiltVariable& built,
                 const VariableDescription* described,
                 std::uint64_t enumerable = std::uint64_t{1} << 16);

}  // namespace catenary::frontend::c
