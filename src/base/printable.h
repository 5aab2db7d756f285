// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text from files, names and systems under test, made safe for a terminal.
///
/// Without this, a file name or a program's output could move the cursor,
/// recolour or hide text, or reorder it ("Trojan Source": Boucher and Anderson,
/// USENIX Security 2023).
#pragma once

#include <string>
#include <string_view>

namespace catenary::base {

/// A copy of the text with every character escaped that could steer a terminal
/// or change the order in which other text is read: C0 and C1 control
/// characters, DEL, bidirectional controls (Unicode TR 9), line separators, and
/// bytes that are not UTF-8. A byte becomes "\x1b", a character "\u202e".
/// Everything that goes to standard error passes through here. Idempotent:
/// escaping twice is the same as escaping once. Cost: linear.
[[nodiscard]] std::string printable(std::string_view text);

/// As printable(), but newlines and tabulators are kept: for messages of
/// several lines.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// As printable(), for a comment of C: the text can neither end it nor begin
/// another, of which compilers warn.
[[nodiscard]] std::string printable_comment(std::string_view text);

}  // namespace catenary::base
