// SPDX-License-Identifier: Apache-2.0
/// \file
/// Well-formed UTF-8 (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::suite {

/// Bytes of the code point at the start of `text`; 0 where there is none:
/// empty, overlong, a surrogate, beyond U+10FFFF, or cut short.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// Requires: `code_point` is at most 0x10FFFF and no surrogate.
void append_utf8(std::uint32_t code_point, std::string& out);

}  // namespace catenary::suite
