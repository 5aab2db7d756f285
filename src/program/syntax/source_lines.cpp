// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/source_lines.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace catenary::program {

namespace {

bool continues_name(const std::string& line, std::size_t at) {
  if (at >= line.size()) return false;
  const auto c = static_cast<unsigned char>(line[at]);
  return std::isalnum(c) != 0 || c == '_';
}

/// Whether only parentheses are between `switch` and the place.
bool is_after_switch(const std::vector<std::string>& lines,
                     std::size_t line,
                     std::size_t at) {
  const std::string word = "switch";
  std::string before = lines[line].substr(0, at);
  for (;;) {
    const std::size_t last = before.find_last_not_of(" \t\r(");
    if (last != std::string::npos) {
      before.resize(last + 1);
      break;
    }
    if (line == 0) return false;
    before = lines[--line];
  }
  if (!before.ends_with(word)) return false;
  const std::size_t start = before.size() - word.size();
  return start == 0 || !continues_name(before, start - 1);
}

/// The truth value of an integer literal without its suffix.
std::optional<bool> truth_of(std::string_view digits) {
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (is_hex) digits.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(
      digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
  const bool whole =
      error == std::errc() && stop == digits.data() + digits.size();
  // Octal digits mean another number, but not another truth value.
  return whole ? std::optional(number != 0) : std::nullopt;
}

}  // namespace

std::string SourceLines::line(const base::SourceLocation& where) {
  const std::vector<std::string>& lines = of(where.file);
  return where.line == 0 || where.line > lines.size() ? std::string()
                                                      : lines[where.line - 1];
}

bool SourceLines::is_case(const base::SourceLocation& where) {
  const std::vector<std::string>& lines = of(where.file);
  if (where.line == 0 || where.line > lines.size() || where.column == 0) {
    return false;
  }
  const std::string& line = lines[where.line - 1];
  const std::size_t at = std::min<std::size_t>(where.column - 1, line.size());
  for (const std::string word : {"case", "default"}) {
    if (line.compare(at, word.size(), word) == 0 &&
        !continues_name(line, at + word.size())) {
      return true;
    }
  }
  return is_after_switch(lines, where.line - 1, at);
}

std::optional<bool> SourceLines::literal(const base::SourceLocation& where,
                                         std::uint32_t end) {
  const std::vector<std::string>& lines = of(where.file);
  if (where.line == 0 || where.line > lines.size() || where.column == 0 ||
      end < where.column || end - 1 > lines[where.line - 1].size()) {
    return std::nullopt;
  }
  std::string text =
      lines[where.line - 1].substr(where.column - 1, end - where.column);
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
  bool negated = false;
  for (;;) {
    if (text.starts_with('!')) {
      negated = !negated;
    } else if (text.starts_with('(') && text.ends_with(')')) {
      text.pop_back();
    } else {
      break;
    }
    text.erase(0, 1);
  }
  const std::optional<bool> value =
      truth_of(text.substr(0, text.find_last_not_of("uUlL") + 1));
  return value ? std::optional(*value != negated) : std::nullopt;
}

const std::vector<std::string>& SourceLines::of(const std::string& file) {
  const auto [at, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    // Like Clang's: a line ends with LF, CR LF, or CR alone.
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end =
          std::min(text.find_first_of("\r\n", begin), text.size());
      at->second.push_back(text.substr(begin, end - begin));
      begin = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    }
  }
  return at->second;
}

}  // namespace catenary::program
