// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages of Clang as diagnostics of ours.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::program {

/// The compiler that is run, and the name that its driver has in messages.
inline constexpr const char* kClang = "clang-19";

/// The diagnostics in clang's output, notes attached to the message before.
/// Lines that are not messages are ignored.
[[nodiscard]] std::vector<base::Diagnostic> parse_clang_output(
    const std::string& text, const std::string& directory);

/// Rewords Clang's warning about decisions for which it keeps no test vectors,
/// and says how a description may write truth values where C has none; other
/// messages stay.
void explain(base::Diagnostic& d);

}  // namespace catenary::program
