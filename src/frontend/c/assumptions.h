// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a system rests on that its description does not say: how a bare C file
/// is driven, and variables that may be inputs but were not declared.
#pragma once

#include <string>
#include <vector>

#include "frontend/c/description.h"
#include "model/step/step_system.h"

namespace catenary::frontend::c {

/// Codes of what is said.
inline constexpr const char* kNoInput = "no-input";
inline constexpr const char* kWiring = "wiring";

/// Completes the system's warnings about variables that may be inputs: lines of
/// a description that make them so; none for those that the description lists
/// as parameters, which are constants on purpose. Adds `guessed`, the warnings
/// of guess_wiring(). Throws InputError where the system has no input though
/// the program reads variables that may be some.
void warn_of_assumptions(const Description& description,
                         const std::vector<base::Diagnostic>& guessed,
                         model::StepSystem& system);

/// Takes the warnings about variables out, where somebody generated the wiring.
void trust_wiring(model::StepSystem& system);

/// Whether the warning is about something that proofs rest on: commands that
/// search the system have it among their findings.
[[nodiscard]] bool is_assumption(const base::Diagnostic& warning);

/// What proofs rest on, by these warnings, e.g. "'temp' keeps its initial
/// value".
[[nodiscard]] std::vector<std::string> assumptions_of(
    const std::vector<base::Diagnostic>& warnings);

/// Adds one note each: what was taken as inputs, outputs, state and
/// initialisation. None for a whole program, whose main() says it.
void say_wiring(const Description& description, model::StepSystem& system);

}  // namespace catenary::frontend::c
