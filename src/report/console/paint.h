// SPDX-License-Identifier: Apache-2.0
/// \file
/// Colours and small words of reports for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "report/console/console.h"
#include "suite/suite.h"

namespace catenary::report {

/// The colours of reports. Each has a meaning: see colour_of().
enum class Colour : std::uint8_t { red, green, yellow, grey, bold };

/// The text in a colour, or unchanged if the style has no colours.
[[nodiscard]] std::string paint(const std::string& text,
                                Colour colour,
                                const ConsoleStyle& style);

/// Green for what should be, red for a violation, yellow for what is open.
[[nodiscard]] Colour colour_of(const suite::SuiteGoal& goal);
/// Green for pass, yellow for inconclusive, red for the others.
[[nodiscard]] Colour colour_of(suite::Verdict verdict);

/// "1 step", "2 steps".
[[nodiscard]] std::string plural(std::uint64_t n, const std::string& what);

/// Columns a UTF-8 text takes, one for each code point.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// The beginning of `text` that fits, with an ellipsis where it is cut.
[[nodiscard]] std::string cut(const std::string& text, std::size_t width);

/// The text with blanks on its right, up to a width.
[[nodiscard]] std::string padded(std::string text, std::size_t width);

}  // namespace catenary::report
