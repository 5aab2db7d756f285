// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test-case trees as timed systems in XLIA: models of the tester, not of the
/// system.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// One system for all trees of the suite. A message that the tester sends is an
/// output, one that it observes an input; silence is a transition without
/// communication when the clock has reached the time-out; verdicts are terminal
/// states, one for each name. With several trees the start state chooses one.
///
/// Throws base::InputError if there is no tree, or if one has a guard or type
/// that XLIA cannot express (naming it).
[[nodiscard]] std::string write_xlia(const suite::Suite& suite);

}  // namespace catenary::report
