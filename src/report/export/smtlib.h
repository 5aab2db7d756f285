// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test-case trees as SMT-LIB 2.6 scripts.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// Variables of a tree are declared, functions and the definitions of states
/// defined, and each guard is a Boolean constant named "STATE RULE CHANNEL",
/// e.g. |ec0 R1 In|; its stronger form ends in "sure". Several trees stand
/// between (push 1) and (pop 1). Tests that are no trees are left out; throws
/// base::InputError where there is no tree.
[[nodiscard]] std::string write_smtlib(const suite::Suite& suite);

}  // namespace catenary::report
