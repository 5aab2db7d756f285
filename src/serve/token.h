// SPDX-License-Identifier: Apache-2.0
/// \file
/// A secret that only the page's address has.
#pragma once

#include <string>
#include <string_view>

namespace catenary::serve {

/// 128 random bits of the operating system as 32 hexadecimal digits. Throws
/// base::ToolError if the system gives none.
[[nodiscard]] std::string make_token();

/// Whether two texts are equal. The time depends on the lengths only, so that
/// nobody finds a token digit by digit.
[[nodiscard]] bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace catenary::serve
