// SPDX-License-Identifier: Apache-2.0
/// \file
/// UTF-8 by the table of well-formed byte sequences (Unicode 15, table 3-7):
/// overlong forms, surrogates and code points beyond U+10FFFF are excluded by
/// the range of the second byte.
#include "base/text/utf8.h"

namespace catenary::base {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) {
    return byte(i) >= 0x80 && byte(i) <= 0xbf;
  };
  if (text.empty()) return 0;
  const unsigned lead = byte(0);
  // 0x80 to 0xc1 cannot lead: they are continuations, or would encode ASCII in
  // two bytes (overlong).
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    // 0xe0 with a small second byte is overlong; 0xed with a large one is a
    // surrogate.
    const unsigned lowest = lead == 0xe0 ? 0xa0 : 0x80;
    const unsigned highest = lead == 0xed ? 0x9f : 0xbf;
    const bool second = byte(1) >= lowest && byte(1) <= highest;
    return second && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    // 0xf0 with a small second byte is overlong; 0xf4 with a large one exceeds
    // U+10FFFF.
    const unsigned lowest = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned highest = lead == 0xf4 ? 0x8f : 0xbf;
    const bool second = byte(1) >= lowest && byte(1) <= highest;
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = utf8_length(text.substr(i));
    // Each byte that is not part of a character is replaced separately.
    if (n == 0) {
      out += "\xEF\xBF\xBD";
      ++i;
    } else {
      out.append(text.substr(i, n));
      i += n;
    }
  }
  return out;
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto rest = [&](unsigned shift) {
    out += static_cast<char>(0x80U | (code >> shift & 0x3FU));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | code >> 6U);
    rest(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | code >> 12U);
    rest(6);
    rest(0);
  } else {
    out += static_cast<char>(0xF0U | code >> 18U);
    rest(12);
    rest(6);
    rest(0);
  }
}

}  // namespace catenary::base
