// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts in suites. The characters of a text are signals "t[0]", "t[1]", … of
/// type int8 one behind the other; a suite shows them as one signal "t" of type
/// "text" and that size, whose values are strings. A byte b is the character
/// U+00b.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/json.h"
#include "suite/signature.h"

namespace catenary::suite {

/// Signal::unit of what is a character of a text.
inline constexpr const char* kCharacter = "character";
/// Signal::type that a suite shows for all characters of a text.
inline constexpr const char* kTextType = "text";

/// The characters of one text: signals `first` up to `first + size`.
struct TextSignal {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t size = 0;
};

/// The text whose character 0 that signal is, if it is one.
[[nodiscard]] std::optional<TextSignal> text_at(
    const std::vector<Signal>& signals, std::size_t first);

/// Signals that are the characters of a text.
[[nodiscard]] std::vector<Signal> characters(const std::string& name,
                                             std::uint32_t size);

/// What the characters spell, up to the first 0. Nothing where one behind it is
/// not 0, or where `values`, by signal, lacks one: then no text says the same.
[[nodiscard]] std::optional<std::string> spelt(
    const TextSignal& text,
    const std::map<std::uint32_t, logic::Value>& values);

/// The characters of that text, filled up with 0. Nothing where it is too long,
/// or has characters that are no bytes, or 0.
[[nodiscard]] std::optional<std::vector<logic::Value>> letters(
    const TextSignal& text, const std::string& spelling);

}  // namespace catenary::suite
