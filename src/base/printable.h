// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text from files, names and systems under test, made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace catenary::base {

/// The text with everything escaped that could steer a terminal or change the
/// order in which other text is read: C0 and C1 control characters, DEL,
/// bidirectional controls (Unicode TR 9), line separators, and bytes that are
/// not UTF-8. Bytes become "\x1b", characters "\u202e". Everything that goes to
/// standard error passes through here. Escaping twice is the same as once.
[[nodiscard]] std::string printable(std::string_view text);

/// As printable(), but newlines and tabulators stay: for messages of several
/// lines.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 where
/// there is none (Unicode 15, table 3-7).
[[nodiscard]] std::size_t utf8_length(std::string_view text);

}  // namespace catenary::base
