// SPDX-License-Identifier: Apache-2.0
/// \file
/// Classes of ASCII characters, independent of the locale.
#pragma once

namespace catenary::base {

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// A letter or "_".
[[nodiscard]] constexpr bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// A letter, a digit or "_".
[[nodiscard]] constexpr bool in_word(char c) {
  return begins_word(c) || is_digit(c);
}
/// A blank, a tabulator or the end of a line.
[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
/// A byte of a UTF-8 sequence that is not its first one.
[[nodiscard]] constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace catenary::base
