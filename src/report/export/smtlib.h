// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test-case trees as SMT-LIB 2.6 scripts.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// Variables of a tree are declared; functions and the definitions of states
/// are defined; each guard is a Boolean constant named "STATE RULE CHANNEL",
/// e.g. |ec0 R1 In|; the name of its stronger form ends with "sure". Several
/// trees are separated by (push 1) and (pop 1). Tests that are not trees are
/// left out. Throws base::InputError if there is no tree.
[[nodiscard]] std::string write_smtlib(const suite::Suite& suite);

}  // namespace catenary::report
