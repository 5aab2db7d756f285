// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test-case trees as timed systems in XLIA: the tester, not the system.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// One system for all trees of the suite. What the tester sends is an output,
/// what it sees an input; silence is a transition without communication when
/// the clock has come to the time-out; verdicts are terminal states, one for
/// each name. Of several trees the start state chooses one.
///
/// Throws base::InputError where there is no tree, or one has a guard or a
/// type XLIA cannot say (naming it).
[[nodiscard]] std::string write_xlia(const suite::Suite& suite);

}  // namespace catenary::report
