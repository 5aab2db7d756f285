// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems as symbolic transition systems, by their encoding: what model
/// checkers of hardware can read of a program.
#pragma once

#include <memory>

#include "logic/term/term.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"
#include "model/transition/transition_system.h"

namespace catenary::model {

/// The names of what a transition system of a step system adds to it.
inline constexpr const char* kNotEncoded = "not-encoded";
inline constexpr const char* kCrashPrefix = "crash@";

/// A transition system that takes the same steps. Step k of the program is step
/// k of the system, so that a goal is hit after the same number of steps; the
/// initialisation is the initial values of states, and what it hits is hit in
/// the first step.
///
/// Inputs, outputs and goals keep their order. Initial choices are states
/// without initial value. The range of each of them is a constraint. Further
/// goals, behind those of the system:
///  - "crash@PLACE:TEXT", one for each distinct error that stops the program;
///  - "not-encoded", if there are steps that the terms do not describe: what is
///    proved of other goals holds only if this one is unreachable, too.
///
/// A run that stops, by an error, by its own end or at an assumption that does
/// not hold, has no further steps: a constraint over the state "run.over". Hits
/// before that count, in the same step, as Stepper says.
///
/// Requires: the encoding is of this system, by this manager. Cost: linear in
/// the terms, which are simplified.
[[nodiscard]] TransitionSystem transition_of_steps(
    const StepSystem& system,
    const Encoding& encoding,
    std::shared_ptr<logic::TermManager> terms);

}  // namespace catenary::model
