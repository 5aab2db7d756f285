// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strings in suites. The characters of a string are signals "t[0]", "t[1]", …
/// of the type int8, one behind the other; a suite shows them as one signal "t"
/// of the type "text" and that size, whose values are strings. A byte is
/// shown as the character with that code point (U+0000 to U+00FF).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/step/character.h"
#include "suite/json.h"
#include "suite/signature.h"

namespace catenary::suite {

/// Signal::unit of a character of a string.
inline constexpr const char* kCharacter = model::kCharacter;
/// Signal::type that a suite shows for all characters of a string.
inline constexpr const char* kTextType = "text";

/// The characters of one string: the signals `first` up to `first + size`.
struct TextSignal {
  /// Without the index, e.g. "t".
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t size = 0;
};

/// The string whose character 0 is the signal at `first`, if it is one.
[[nodiscard]] std::optional<TextSignal> text_at(
    const std::vector<Signal>& signals, std::size_t first);

/// The signals of the characters of a string of `size` bytes.
[[nodiscard]] std::vector<Signal> characters(const std::string& name,
                                             std::uint32_t size);

/// The string that the characters spell, up to the first 0. Nothing if a
/// character behind it is not 0, or if `values` (by signal) lacks a character:
/// no string expresses that.
[[nodiscard]] std::optional<std::string> spelt(
    const TextSignal& text,
    const std::map<std::uint32_t, logic::Value>& values);

/// The characters of a string, filled up with 0. Nothing if it is too long, or
/// has characters that are not bytes, or 0.
[[nodiscard]] std::optional<std::vector<logic::Value>> letters(
    const TextSignal& text, const std::string& spelling);

}  // namespace catenary::suite
