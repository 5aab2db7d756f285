// SPDX-License-Identifier: Apache-2.0
/// \file
/// The remainder of floats, where a solver can take it. Internal to program/.
#pragma once

#include "logic/term/term.h"

namespace catenary::program {

class Machine;

/// What fmod() is, exactly; not supported for more than single precision,
/// unless both are constants.
[[nodiscard]] logic::Term solvable_remainder(Machine& m,
                                             logic::Term x,
                                             logic::Term y);

}  // namespace catenary::program
