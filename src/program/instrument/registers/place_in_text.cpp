// SPDX-License-Identifier: Apache-2.0
/// \file
/// Places in C text, see place_in_text.h.
#include "program/instrument/registers/place_in_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace catenary::program {

namespace {

/// Whether `=`, or an operator that ends in it, is there.
bool is_assignment(const std::string& line, std::size_t at) {
  const std::size_t equals = line.find_first_not_of("|&^+-*/%<>", at);
  return equals != std::string::npos && equals - at <= 2 &&
         line[equals] == '=' &&
         (equals + 1 == line.size() || line[equals + 1] != '=');
}

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
}

}  // namespace

std::string place_in_text(const std::string& line, std::uint32_t column) {
  const auto is_word = [&line](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(line[at])) != 0 ||
           line[at] == '_';
  };
  if (column == 0 || column > line.size()) return "";
  std::size_t end = column - 1;
  if (is_word(end)) {
    while (end < line.size() && is_word(end)) ++end;
    // A call, or a macro with arguments.
    if (end < line.size() && line[end] == '(') return "";
    while (end < line.size() && line[end] == '[') {
      end = line.find(']', end);
      if (end++ == std::string::npos) return "";
    }
  } else {
    // The place of an assignment is that of its operator.
    if (!is_assignment(line, end)) return "";
    while (end > 0 && line[end - 1] == ' ') --end;
  }
  // Backwards: names with constant indices, joined by '.' and '->'.
  std::size_t begin = end;
  for (;;) {
    while (begin > 0 && line[begin - 1] == ']') {
      const std::size_t open = line.rfind('[', begin - 1);
      if (open == std::string::npos ||
          !is_number(line.substr(open + 1, begin - open - 2))) {
        return "";
      }
      begin = open;
    }
    const std::size_t name_end = begin;
    while (begin > 0 && is_word(begin - 1)) --begin;
    if (begin == name_end ||
        std::isdigit(static_cast<unsigned char>(line[begin])) != 0) {
      return "";
    }
    if (begin >= 2 && line.compare(begin - 2, 2, "->") == 0) {
      begin -= 2;
    } else if (begin >= 1 && line[begin - 1] == '.') {
      begin -= 1;
    } else {
      return line.substr(begin, end - begin);
    }
  }
}

}  // namespace catenary::program
