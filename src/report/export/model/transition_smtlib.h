// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic transition systems as SMT-LIB 2.6 scripts.
#pragma once

#include <cstdint>
#include <string>

#include "model/transition/transition_system.h"

namespace catenary::report {

/// Functions over the state s, the inputs i and the state t after the step:
///  - (init s), the initial states;
///  - (assumed s i), whether the step exists: all constraints hold;
///  - (trans s i t): the step exists and ends in t;
///  - (|bad ID| s i) for each goal and, with ID "NAME.violated", each property:
///    the step exists and hits it.
/// A run hits a goal after k steps if init, k - 1 times trans, and bad hold one
/// after the other. The signature of each function is in a comment.
///
/// `steps` > 0: the script also declares the states and inputs of so many
/// steps, and asks for each goal whether a run of up to `steps` steps hits it;
/// an (echo …) with the ID comes before each answer. Cost: linear in the terms,
/// and in steps times the number of variables and goals.
[[nodiscard]] std::string write_smtlib(const model::TransitionSystem& system,
                                       std::uint32_t steps);

}  // namespace catenary::report
