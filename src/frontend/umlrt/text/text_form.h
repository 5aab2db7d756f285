// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions of the text form of state machines on a model: elements that are
/// found by their names have distinct names, and pieces of C++ that stand
/// within a line end where the syntax says. Internal to frontend/umlrt.
#pragma once

#include "base/problems.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Reports elements of the same kind and owner that have the same name, at the
/// second one.
void reject_clashes(const model::MachineModel& model, base::Problems& problems);

/// Reports what cannot be written as text: name clashes, and types and sizes
/// that would be read differently. XMI identifies elements by ids, so that its
/// models may have both.
void reject_what_no_text_says(const model::MachineModel& model,
                              base::Problems& problems);

}  // namespace catenary::frontend::umlrt
