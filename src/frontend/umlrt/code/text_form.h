// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the text form of state machines asks of a model: elements that are
/// found by their names have different ones, and C++ that stands within a line
/// ends where the line says. Internal to frontend/umlrt.
#pragma once

#include "base/problems.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Reports elements of one kind and owner that share a name.
void reject_clashes(const model::MachineModel& model, base::Problems& problems);

/// Reports what cannot be written as text: clashes, and types and sizes that
/// would be read otherwise. XMI finds elements by their ids and may have both.
void reject_what_no_text_says(const model::MachineModel& model,
                              base::Problems& problems);

}  // namespace catenary::frontend::umlrt
