// SPDX-License-Identifier: Apache-2.0
/// \file
/// Guesses how a C file without a description is driven: which function is a
/// step, and what its inputs and outputs are, by the shapes that people and
/// code generators give their programs.
#pragma once

#include "frontend/c/description.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Code of the warning about an initialisation that is not called.
inline constexpr const char* kOtherInit = "init-not-called";

/// Sets init, step, inputs and outputs of a description that has nothing but
/// its source; leaves it as it is where there is a main(), for then it is a
/// whole program. Known shapes:
/// - step() and init() without arguments, over variables of the file: numbers
///   that it reads and never writes are inputs, those it writes outputs; all
///   numbers of the structures MODEL_U or rtU (MODEL_Y, rtY) of Embedded Coder
///   are inputs (outputs);
/// - NODE_step(inputs, &outputs, &memory) and NODE_reset(&memory), as written
///   by compilers of Lustre and the reusable code of Embedded Coder: parameters
///   become variables, and objects are made for the pointers in memories.
/// Returns warnings where the guess may be wrong. Throws InputError where there
/// is no step, with notes on functions that may be one, or several are equally
/// likely.
[[nodiscard]] std::vector<base::Diagnostic> guess_wiring(
    Description& description, const program::Inventory& inventory);

/// Wires a step with parameters as guess_wiring() does. Throws InputError where
/// that is not certain.
void wire_parameters(Description& description,
                     const program::Inventory& inventory,
                     const program::Inventory::Function& step);

/// Adds inputs and outputs for the variables of the file, as for a step without
/// arguments. Throws InputError where a structure of inputs is not all numbers.
void wire_globals(Description& description,
                  const program::Inventory& inventory);

}  // namespace catenary::frontend::c
