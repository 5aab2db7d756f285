// SPDX-License-Identifier: Apache-2.0
/// \file
/// Notes for functions that a program calls and no source defines.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "program/build/compile.h"

namespace catenary::program {

/// Prefix of an input function that a stub calls, see is_input_function().
inline constexpr const char* kStubInput = "nondet_stub_";
/// The same for a result without sign.
inline constexpr const char* kUnsignedStubInput = "nondet_ustub_";
/// Code of the notes about stubbed functions.
inline constexpr const char* kStubCode = "stubbed";

/// Code of the warnings about registers that are variables.
inline constexpr const char* kRegisterKept = "register-kept";

/// Code of the notes about local variables that may be read before they are
/// set.
inline constexpr const char* kUnsetRead = "unset-read";

/// Begin of the names of functions that front ends write as stubs; what is in
/// them is shown at the place of their call.
inline constexpr const char* kStubPrefix = "catenary_stub_";

/// A note for each function that is stubbed when this program is built, at the
/// first call of it. Empty where the program does not ask for stubs. See Recipe
/// for `directory`. Links the units once more.
[[nodiscard]] std::vector<base::Diagnostic> find_stubs(
    const std::vector<Bitcode>& units, const std::string& directory);

}  // namespace catenary::program
