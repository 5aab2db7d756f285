// SPDX-License-Identifier: Apache-2.0
/// \file
/// UTF-8 by the table of well-formed byte sequences (Unicode 15, table 3-7):
/// overlong forms, surrogates and code points beyond U+10FFFF are excluded by
/// the range of the second byte.
#include "suite/utf8.h"

namespace catenary::suite {

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto tail = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return tail(1) ? 2 : 0;
  if (first < 0xF0) {
    if (!tail(1) || !tail(2)) return 0;
    if (first == 0xE0 && at(1) < 0xA0) return 0;
    if (first == 0xED && at(1) >= 0xA0) return 0;
    return 3;
  }
  if (first < 0xF5) {
    if (!tail(1) || !tail(2) || !tail(3)) return 0;
    if (first == 0xF0 && at(1) < 0x90) return 0;
    if (first == 0xF4 && at(1) >= 0x90) return 0;
    return 4;
  }
  return 0;
}

void append_utf8(std::uint32_t code_point, std::string& out) {
  const auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
  if (code_point < 0x80) {
    byte(code_point);
  } else if (code_point < 0x800) {
    byte(0xC0 | (code_point >> 6));
    byte(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    byte(0xE0 | (code_point >> 12));
    byte(0x80 | ((code_point >> 6) & 0x3F));
    byte(0x80 | (code_point & 0x3F));
  } else {
    byte(0xF0 | (code_point >> 18));
    byte(0x80 | ((code_point >> 12) & 0x3F));
    byte(0x80 | ((code_point >> 6) & 0x3F));
    byte(0x80 | (code_point & 0x3F));
  }
}

}  // namespace catenary::suite
