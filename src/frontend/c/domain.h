// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which values of a variable are explored.
#pragma once

#include "frontend/c/description.h"
#include "model/step_system.h"
#include "program/recipe.h"

namespace catenary::frontend::c {

/// Fills range, domain and exhaustive of an input or initial choice. Every
/// value where there are few; one a class where the program only compares it
/// with constants; else a sample, and then `exhaustive` is false. Throws
/// InputError where the described range does not fit the type.
void fill_domain(model::Variable& variable,
                 const program::BuiltVariable& built,
                 const VariableDescription* described);

}  // namespace catenary::frontend::c
