// SPDX-License-Identifier: Apache-2.0
/// \file
/// Escaping of control characters for terminals.
#include "base/printable.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/text/utf8.h"

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

std::string printable(std::string_view text) {
  return escaped(text, false);
}

std::string printable_lines(std::string_view text) {
  return escaped(text, true);
}

std::string printable_comment(std::string_view text) {
  std::string out = printable(text);
  for (std::size_t at = 0; (at = out.find("*/", at)) != std::string::npos;) {
    out.replace(at, 2, "* /");
  }
  for (std::size_t at = 0; (at = out.find("/*", at)) != std::string::npos;) {
    out.replace(at, 2, "/ *");
  }
  return out;
}

}  // namespace catenary::base
