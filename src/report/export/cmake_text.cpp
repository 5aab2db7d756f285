// SPDX-License-Identifier: Apache-2.0
#include "report/export/cmake_text.h"

#include <algorithm>
#include <string_view>

#include "report/console/console.h"

namespace catenary::report {

namespace {

std::string escaped_for_cmake(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == ';') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string cmake_string(const std::string& text) {
  return '"' + escaped_for_cmake(text) + '"';
}

std::string cmake_list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += " " + cmake_string(text);
  return out;
}

// Quotes stand around the whole expression: within it they would be characters
// of the option.
std::string cmake_option_of_c(const std::string& option) {
  constexpr std::string_view kAngle = "$<ANGLE-R>";
  std::string inner = escaped_for_cmake(option);
  for (std::size_t at = 0; (at = inner.find('>', at)) != std::string::npos;) {
    inner.replace(at, 1, kAngle);
    at += kAngle.size();
  }
  return "\"$<$<COMPILE_LANGUAGE:C>:" + inner + ">\"";
}

std::string ctest_name(const suite::Test& test) {
  if (test.name.empty()) return short_id(test.id);
  const bool is_word = std::ranges::all_of(
      test.name, [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
  return (is_word ? "test-" : "") + test.name;
}

}  // namespace catenary::report
