// SPDX-License-Identifier: Apache-2.0
/// \file
/// Colours of the terminal.
#include "report/console/paint.h"

#include <algorithm>

namespace catenary::report {

using suite::GoalStatus;
using suite::Verdict;

/// Codes of ECMA-48, which end with a reset of everything.
std::string paint(const std::string& text,
                  Colour colour,
                  const ConsoleStyle& style) {
  if (!style.colour) return text;
  const char* code = "0";
  switch (colour) {
    case Colour::red:
      code = "31";
      break;
    case Colour::green:
      code = "32";
      break;
    case Colour::yellow:
      code = "33";
      break;
    case Colour::grey:
      code = "90";
      break;
    case Colour::bold:
      code = "1";
      break;
  }
  return std::string("\x1b[") + code + "m" + text + "\x1b[0m";
}

Colour colour_of(const suite::SuiteGoal& goal) {
  const bool good = goal.violation ? goal.status == GoalStatus::unreachable
                                   : goal.status == GoalStatus::covered;
  // A violated property is an error. A goal that cannot be reached, or was
  // excluded, is not alarming. An open one may need more time.
  if (good) return Colour::green;
  if (goal.violation && goal.status == GoalStatus::covered) {
    return Colour::red;
  }
  return goal.status == GoalStatus::unreachable ||
                 goal.status == GoalStatus::excluded
             ? Colour::grey
             : Colour::yellow;
}

Colour colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return Colour::green;
    case Verdict::fail:
    case Verdict::error:
      return Colour::red;
    case Verdict::inconclusive:
      return Colour::yellow;
  }
  return Colour::red;
}

std::string plural(std::uint64_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
      }));
}

std::string cut(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return text;
  std::string out;
  std::size_t used = 0;
  for (const char c : text) {
    // At the first byte of a code point only, so that none is cut in two.
    const bool starts = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (starts && ++used >= std::max<std::size_t>(width, 1)) break;
    out += c;
  }
  return out + "…";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace catenary::report
