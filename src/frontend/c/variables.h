// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs, initial choices and outputs of a step system: what the build found
/// of each, with its row of the description.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/c/description.h"
#include "frontend/c/harness.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

/// The fault of a variable that is a structure, an array or a pointer. `what`
/// says what it is used as, e.g. "output".
[[nodiscard]] base::Diagnostic not_a_scalar(const std::string& what,
                                            const std::string& name,
                                            const base::SourceLocation& where);

/// Variables whose combinations can be enumerated: wide ranges are sampled
/// where there are more than a million combinations. Variables of the
/// description come first, then inputs that the code calls for. Throws
/// InputError where one is not a scalar.
[[nodiscard]] std::vector<model::Variable> enumerable_variables(
    std::vector<program::BuiltVariable> built,
    const std::vector<VariableDescription>& described,
    const char* what);

/// Tells which inputs that the code calls for are characters of texts: those
/// with these names, see program::BuildWatch::characters.
void mark_characters(const std::set<std::string>& characters,
                     model::StepSystem& system);

/// Outputs of the description, then those that the harness derives. Throws
/// InputError where one is not a scalar.
[[nodiscard]] std::vector<model::Variable> outputs_for(
    const std::vector<program::BuiltVariable>& built,
    const Description& d,
    const HarnessText& harness);

/// Removes outputs that nobody asked for and that show addresses; whether
/// there were any.
[[nodiscard]] bool remove_addresses(
    const std::vector<program::BuiltVariable>& built, Description& d);

/// Makes the numbers in registers that the program writes outputs, unless they
/// are; whether there were any.
[[nodiscard]] bool add_registers(
    const std::vector<program::PlacedRegister>& registers, Description& d);

/// Warns of outputs that may show addresses; throws InputError at the first
/// one that does.
void warn_of_addresses(const std::vector<program::BuiltVariable>& built,
                       const Description& d,
                       std::vector<base::Diagnostic>& warnings);

}  // namespace catenary::frontend::c
