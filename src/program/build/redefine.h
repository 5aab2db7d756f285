// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replaces the bodies of #defines in a source text, for parameters that a
/// description sets.
#pragma once

#include <map>
#include <set>
#include <string>

namespace catenary::program {

/// Returns `text` with the bodies of the object-like macros replaced by the
/// given text; adds the names that were found to `found`. Macros with
/// parameters stay. Lines stay where they are, so that positions do: those that
/// continue a definition become empty.
[[nodiscard]] std::string redefine_in(
    const std::string& text,
    const std::map<std::string, std::string>& macros,
    std::set<std::string>& found);

}  // namespace catenary::program
