// SPDX-License-Identifier: Apache-2.0
/// \file
/// Well-formed UTF-8 (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::suite {

/// The number of bytes of the code point at the start of `text`; 0 if there is
/// none: empty, overlong, a surrogate, beyond U+10FFFF, or cut short.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// Appends the bytes of a code point. Requires: at most 0x10FFFF and not a
/// surrogate.
void append_utf8(std::uint32_t code_point, std::string& out);

}  // namespace catenary::suite
