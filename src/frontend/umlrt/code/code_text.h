// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is to be known of pieces of C++ without compiling them. Internal to
/// frontend/umlrt.
#pragma once

#include <string>
#include <string_view>

namespace catenary::frontend::umlrt {

/// Headers whose names the stand-in run time defines itself.
[[nodiscard]] bool is_replaced(std::string_view header);

/// "<name>" or "\"name\"" of a line that includes it; "" of any other line.
[[nodiscard]] std::string included(std::string_view line);

/// Whether the code returns: comments and literals do not count.
[[nodiscard]] bool has_return(const std::string& code);

/// Whether the code has that word, in comments too.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

}  // namespace catenary::frontend::umlrt
