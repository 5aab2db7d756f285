// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replacing the bodies of #defines in a source text.
#pragma once

#include <map>
#include <set>
#include <string>

namespace catenary::program {

/// `text` with the bodies of the object-like macros replaced; those found are
/// added to `found`. Lines stay where they are, so that positions do.
[[nodiscard]] std::string redefine_in(
    const std::string& text,
    const std::map<std::string, std::string>& macros,
    std::set<std::string>& found);

}  // namespace catenary::program
