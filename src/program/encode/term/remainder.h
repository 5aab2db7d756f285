// SPDX-License-Identifier: Apache-2.0
/// \file
/// The remainder of floats, where a solver can handle it. Internal to program/.
#pragma once

#include "logic/term/term.h"

namespace catenary::program {

class Machine;

/// The term of C's fmod(x, y). Stops the path as unsupported for more than
/// single precision, unless both are constants: the circuit has a step for each
/// difference of exponents. Where the path stops, the result has no meaning.
[[nodiscard]] logic::Term solvable_remainder(Machine& m,
                                             logic::Term x,
                                             logic::Term y);

}  // namespace catenary::program
