// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions beside the step that its environment may call between steps, as
/// drivers and state machines have them: a byte that was received, an event
/// that is raised. Without them, what they change keeps its initial value.
#pragma once

#include "frontend/c/init/guess.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Adds to `guess.events` what of `guess.steps` may be an event: of the first
/// file, with an effect, with numbers as arguments and pointers to structures
/// that the description declares; of a function that takes no structure,
/// nothing is known but that it returns nothing. Declares a variable for each
/// number and adds a candidate row for it. The step is one of them where it was
/// taken of several equally likely ones. Requires: the step was chosen.
void add_events(const program::Inventory& inventory, Guess& guess);

/// Calls the function that starts the object of the initialisation, where there
/// is one: the state machines of itemis CREATE (YAKINDU) have both
/// `NAME_init(&object)` and `NAME_enter(&object)`.
void add_start(const program::Inventory& inventory, Guess& guess);

}  // namespace catenary::frontend::c
