// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of the C library in C, so that engines see through them: classes
/// of characters, searches in strings, numbers from strings, and formatted
/// output to strings, which native code runs only, since calls with a variable
/// number of arguments are not encoded. Each behaves as C11 says for the "C"
/// locale; where C leaves the behaviour undefined, it is like any other code
/// that does the same. Internal to program/.
#pragma once

#include <set>
#include <string>

#include "base/budget.h"
#include "program/build/recipe.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// Whether there is a definition of the function.
[[nodiscard]] bool is_in_c_library(const std::string& function);

/// The definitions of these functions, and of those that they call: copies of
/// their own of what the program defines (`defined`). Names that are not in the
/// library are left out.
[[nodiscard]] std::string c_library_text(const std::set<std::string>& names,
                                         const std::set<std::string>& defined);

/// Links definitions of the functions that the module uses and does not define.
/// Cost: a run of the compiler, if there are any.
void link_c_library(Workspace& w,
                    const std::string& directory,
                    const base::Budget& budget);

}  // namespace catenary::program
