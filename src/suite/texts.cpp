// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strings as arrays of characters: bytes are the code points U+0000 to U+00FF.
#include "suite/texts.h"

#include <algorithm>

namespace catenary::suite {

namespace {

constexpr std::uint32_t kBytes = 256;
constexpr std::uint32_t kAscii = 0x80;

/// Appends the code point of a byte as UTF-8.
void append(std::string& out, std::uint32_t byte) {
  if (byte < kAscii) {
    out += static_cast<char>(byte);
  } else {
    out += static_cast<char>(0xC0U | (byte >> 6U));
    out += static_cast<char>(kAscii | (byte & 0x3FU));
  }
}

/// The name of the signal of a character.
std::string element(const std::string& name, std::uint32_t index) {
  return name + "[" + std::to_string(index) + "]";
}

/// Recognised by unit and type, which characters() gives them.
bool is_character(const Signal& s) {
  return s.unit == kCharacter && s.type == "int8";
}

}  // namespace

std::optional<TextSignal> text_at(const std::vector<Signal>& signals,
                                  std::size_t first) {
  if (first >= signals.size() || !is_character(signals[first]) ||
      !signals[first].name.ends_with("[0]")) {
    return std::nullopt;
  }
  TextSignal out;
  out.name = signals[first].name;
  out.name.resize(out.name.size() - 3);
  out.first = static_cast<std::uint32_t>(first);
  // As many consecutive elements as there are.
  while (first + out.size < signals.size() &&
         is_character(signals[first + out.size]) &&
         signals[first + out.size].name == element(out.name, out.size)) {
    ++out.size;
  }
  return out;
}

std::vector<Signal> characters(const std::string& name, std::uint32_t size) {
  std::vector<Signal> out;
  for (std::uint32_t i = 0; i < size; ++i) {
    Signal s;
    s.name = element(name, i);
    s.type = "int8";
    s.unit = kCharacter;
    out.push_back(std::move(s));
  }
  return out;
}

std::optional<std::string> spelt(
    const TextSignal& text,
    const std::map<std::uint32_t, logic::Value>& values) {
  std::string out;
  bool ended = false;
  for (std::uint32_t i = 0; i < text.size; ++i) {
    const auto at = values.find(text.first + i);
    if (at == values.end()) return std::nullopt;
    // int8: a negative value is a byte above 127.
    const long value = at->second.as_integer().get_si();
    if (ended && value != 0) return std::nullopt;
    ended = value == 0;
    if (!ended) append(out, static_cast<std::uint32_t>(value) % kBytes);
  }
  return out;
}

std::optional<std::vector<logic::Value>> letters(const TextSignal& text,
                                                 const std::string& spelling) {
  std::vector<logic::Value> out;
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    auto byte =
        static_cast<std::uint32_t>(static_cast<unsigned char>(spelling[i]));
    // U+0080 to U+00FF are two bytes in UTF-8, the first of which is 0xC2 or
    // 0xC3.
    if (byte >= kAscii) {
      const bool is_two =
          (byte == 0xC2 || byte == 0xC3) && i + 1 < spelling.size();
      if (!is_two) return std::nullopt;
      byte = ((byte & 0x3U) << 6U) |
             (static_cast<unsigned char>(spelling[++i]) & 0x3FU);
    }
    // 0 ends a string in C, and cannot be part of it.
    if (byte == 0 || out.size() == text.size) return std::nullopt;
    out.push_back(logic::Value::integer(static_cast<std::int8_t>(byte)));
  }
  out.resize(text.size, logic::Value::integer(0));
  return out;
}

}  // namespace catenary::suite
