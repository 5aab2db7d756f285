// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions beside the step that its environment may call between steps, as
/// drivers and state machines have them: a byte that was received, an event
/// that is raised. Without them, what they change keeps its initial value.
#pragma once

#include "frontend/c/init/guess.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Adds the candidates for the step that may be events to `guess.events`:
/// functions of the first file that have an effect and whose arguments are
/// numbers, or pointers to structures that the description declares. One that
/// takes no such structure must return nothing. The step itself is one of them
/// where it was taken of several equally likely ones. Declares a variable for
/// each number and adds a candidate row for it. Requires: the step was chosen.
void add_events(const program::Inventory& inventory, Guess& guess);

/// Calls NAME_enter(&object) after NAME_init(&object), where there is one: the
/// state machines of itemis CREATE (YAKINDU) have both. `inventory`: without
/// main().
void add_start(const program::Inventory& inventory, Guess& guess);

}  // namespace catenary::frontend::c
