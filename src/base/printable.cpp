// SPDX-License-Identifier: Apache-2.0
/// \file
/// Escaping of control characters for terminals, and the check of UTF-8 by the
/// table of well-formed byte sequences.
#include "base/printable.h"

#include <fmt/format.h>

#include <cstdint>

namespace catenary::base {

namespace {

/// The code point of a well-formed sequence of `length` bytes.
std::uint32_t code_point(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  if (length == 1) return byte(0);
  // The leading byte of a sequence of n bytes has n ones and a zero before its
  // payload bits.
  std::uint32_t out = byte(0) & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) out = out << 6 | (byte(i) & 0x3fU);
  return out;
}

/// Characters that steer a terminal, or that change the order in which others
/// are displayed.
bool is_control(std::uint32_t c) {
  const bool c0 = c < 0x20;
  const bool c1 = c >= 0x7f && c <= 0x9f;
  const bool separator = c == 0x2028 || c == 0x2029;
  const bool bidirectional = c == 0x061c || c == 0x200e || c == 0x200f ||
                             (c >= 0x202a && c <= 0x202e) ||
                             (c >= 0x2066 && c <= 0x2069);
  return c0 || c1 || separator || bidirectional;
}

/// Copies the text, escaping what is_control() or is not UTF-8.
std::string escaped(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    // A byte that begins no sequence is escaped alone; decoding goes on behind
    // it.
    const std::string_view one = text.substr(0, length == 0 ? 1 : length);
    const std::uint32_t c = length == 0 ? 0 : code_point(text, length);
    const bool kept = keep_lines && (c == '\n' || c == '\t');
    if (length == 0 || (length == 1 && is_control(c) && !kept)) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (length > 1 && is_control(c)) {
      out += fmt::format("\\u{:04x}", c);
    } else {
      out += one;
    }
    text.remove_prefix(one.size());
  }
  return out;
}

}  // namespace

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

std::string printable(std::string_view text) {
  return escaped(text, false);
}

std::string printable_lines(std::string_view text) {
  return escaped(text, true);
}

}  // namespace catenary::base
