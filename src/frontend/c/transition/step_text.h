// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transition systems of bit-vectors and arrays as C programs that take the
/// same steps, so that all engines for programs serve them, and runs are as
/// fast as compiled code.
#pragma once

#include <string>

#include "frontend/c/generated.h"
#include "model/transition/transition_system.h"

namespace catenary::frontend::c {

/// The variable of the program that holds a state variable.
[[nodiscard]] std::string state_name(std::size_t index);

/// Writes the program. Each goal is an annotation with the goal's name, each
/// property an invariant; a step in which a constraint is false is discarded.
/// Bit-vectors above 64 bits that are inputs, outputs or chosen initially are
/// several variables, "data[63:0]", "data[127:64]"; elements of an array
/// without initial value are chosen one by one.
///
/// `file` is the name under which the program will be compiled. Throws
/// InputError, at the place of a variable, where something has no C: variables
/// of sorts other than Booleans, bit-vectors and arrays of these, an array of
/// more than 2^24 elements, or of more than 256 without an initial value.
/// Cost: linear in the terms.
[[nodiscard]] GeneratedProgram write_step_text(
    const model::TransitionSystem& system, const std::string& file);

}  // namespace catenary::frontend::c
