// SPDX-License-Identifier: Apache-2.0
/// \file
/// Well-formed UTF-8 (Unicode 15, table 3-7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::base {

/// Length in bytes (1 to 4) of the well-formed UTF-8 sequence at the start of
/// `text`; 0 if there is none, also for the empty text (Unicode 15, table 3-7).
[[nodiscard]] std::size_t utf8_length(std::string_view text);
/// Appends the bytes of a code point. Requires: at most 0x10FFFF and not a
/// surrogate.
void append_utf8(std::uint32_t code_point, std::string& out);

/// `text` with every byte that is not part of valid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string to_utf8(std::string_view text);

}  // namespace catenary::base
