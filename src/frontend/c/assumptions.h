// SPDX-License-Identifier: Apache-2.0
/// \file
/// Assumptions of a system that its description does not state: how a bare C
/// file is driven, and variables that may be inputs but were not declared.
#pragma once

#include <string>
#include <vector>

#include "frontend/c/description.h"
#include "model/step/step_system.h"

namespace catenary::frontend::c {

/// Codes of the warnings and notes.
inline constexpr const char* kNoInput = "no-input";
inline constexpr const char* kWiring = "wiring";
inline constexpr const char* kBetweenSteps = "interrupts-between-steps";
/// Of systems of capsules: that the environment sends only where few messages
/// wait.
inline constexpr const char* kFewWait = "few-messages-wait";
/// Of state machines: that the environment keeps to an assumption of the user.
inline constexpr const char* kAssumed = "assumed";
/// A warning: an assumption leaves the environment nothing to send.
inline constexpr const char* kNothingSent = "assumption-blocks";

/// Completes the system's warnings about variables that may be inputs: adds the
/// lines of a description that make them so; removes warnings about variables
/// that the description lists as parameters, which are constants on purpose.
/// Adds `guessed`, the warnings of guess_wiring(). Throws InputError where the
/// system has no input though the program reads variables that may be inputs.
void warn_of_assumptions(const Description& description,
                         const std::vector<base::Diagnostic>& guessed,
                         model::StepSystem& system);

/// Removes the warnings about variables, for a wiring that was generated.
void trust_wiring(model::StepSystem& system);

/// Whether proofs rest on what the warning says: commands that search the
/// system list it among their findings.
[[nodiscard]] bool is_assumption(const base::Diagnostic& warning);

/// The assumptions in these warnings as clauses for reports, e.g. "'temp' keeps
/// its initial value". In the order of the warnings.
[[nodiscard]] std::vector<std::string> assumptions_of(
    const std::vector<base::Diagnostic>& warnings);

/// Adds a note each about inputs, outputs, state and initialisation that were
/// chosen. Adds none for a whole program, whose main() states them.
void say_wiring(const Description& description, model::StepSystem& system);

}  // namespace catenary::frontend::c
