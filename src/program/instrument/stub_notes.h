// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which functions a program calls that no source defines.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "program/build/compile.h"

namespace catenary::program {

/// Code of the notes that say what was stubbed.
inline constexpr const char* kStubCode = "stubbed";

/// A note for each function that is stubbed when this program is built, at the
/// first call of it. See Recipe for `directory`.
[[nodiscard]] std::vector<base::Diagnostic> find_stubs(
    const std::vector<Bitcode>& units, const std::string& directory);

}  // namespace catenary::program
