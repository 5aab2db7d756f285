// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions that programs for verifiers use without declaring them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::program {

/// Declarations offered to programs that lack them, by name: those of SV-COMP,
/// CBMC and <assert.h>.
[[nodiscard]] const std::map<std::string, std::string>& prelude();

/// Names of the prelude that the errors ask for, by Clang's word "undeclared".
[[nodiscard]] std::set<std::string> undeclared(
    const std::vector<base::Diagnostic>& errors);

}  // namespace catenary::program
