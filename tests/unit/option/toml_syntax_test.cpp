// SPDX-License-Identifier: Apache-2.0
#include "option/toml_syntax.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "option/toml_tree.h"

namespace catenary::option {
namespace {

std::optional<base::Diagnostic> fault_of(const std::string& text) {
  try {
    static_cast<void>(parse_toml(text, "f.toml"));
  } catch (const base::InputError& e) {
    return e.diagnostics().at(0);
  }
  return std::nullopt;
}

std::string message_of(const std::string& text) {
  const auto fault = fault_of(text);
  return fault ? fault->where.to_string() + ": " + fault->message : "";
}

TEST(TomlSyntax, NamesTheCharacterThatTheParserDoesNotExpect) {
  const std::string key =
      "expected a key: letters, digits, '_', '-', or a string in quotes";
  EXPECT_EQ(message_of("[.a]"), "f.toml:1:2: unexpected '.'; " + key);
  EXPECT_EQ(message_of("[=]"), "f.toml:1:2: unexpected '='; " + key);
  EXPECT_EQ(message_of("b = 1\n[$x]"), "f.toml:2:2: unexpected '$'; " + key);
  EXPECT_EQ(message_of("[ü]"), "f.toml:1:2: unexpected 'ü'; " + key);
  EXPECT_EQ(message_of("a = [}]"),
            "f.toml:1:6: unexpected '}'; expected a value");
  EXPECT_EQ(message_of("a = 'ü'\nb = ["), message_of("a = 'x'\nb = ["));
}

TEST(TomlSyntax, ReadsWhatIsToml) {
  const std::vector<std::string> good{
      "",
      "a = 1",
      "[a.\"b.c\".d]\ne.f = 'x' # ....................................",
      "a = \"....................................\"",
      "a = '''\n....................................\n'''",
      "a = \"\"\"\n.\\\"................................\n\"\"\"",
      "a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 1.5, 2.5, 3.5, 4.5, "
      "5.5, 6.5, 7.5, 8.5, 9.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, "
      "1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]"};
  for (const std::string& text : good) {
    EXPECT_EQ(message_of(text), "") << text;
  }
}

TEST(TomlSyntax, RefusesKeysThatAreTooDeepForRecursion) {
  std::string key = "a";
  for (int i = 0; i < 200000; ++i) key += ".a";
  EXPECT_EQ(message_of(key + " = 1"),
            "f.toml:1:65: a key of more than 32 parts; expected fewer dots");
  EXPECT_EQ(message_of("[" + key + "]"),
            "f.toml:1:66: a key of more than 32 parts; expected fewer dots");
  std::string nested = "a = ";
  for (int i = 0; i < 100000; ++i) nested += '[';
  EXPECT_NE(message_of(nested), "");
}

/// Texts over `alphabet` of at most `length` symbols behind `start`: each is
/// read, or refused with a line and a column that are in the text.
void try_all(const std::vector<std::string>& alphabet,
             const std::string& start,
             int length,
             std::size_t& tried) {
  ++tried;
  const auto fault = fault_of(start);
  if (fault) {
    ASSERT_EQ(fault->where.file, "f.toml") << start;
    ASSERT_GE(fault->where.line, 1U) << start;
    ASSERT_LE(fault->where.line, 6U) << start;
    ASSERT_GE(fault->where.column, 1U) << start;
    ASSERT_FALSE(fault->message.empty()) << start;
  }
  if (length == 0) return;
  for (const std::string& symbol : alphabet) {
    try_all(alphabet, start + symbol, length - 1, tried);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(TomlSyntax, EveryShortTextIsReadOrRefusedWithAPlace) {
  const std::vector<std::string> alphabet{"[",
                                          "]",
                                          "=",
                                          "a",
                                          "'",
                                          "\"",
                                          "\\",
                                          "{",
                                          "}",
                                          ".",
                                          "$",
                                          "ü",
                                          "\n",
                                          "#",
                                          "1",
                                          "-",
                                          "+",
                                          "e",
                                          "_",
                                          ":",
                                          "T",
                                          "0",
                                          ",",
                                          " ",
                                          "\r",
                                          "\t",
                                          "\x01",
                                          "u",
                                          "\xe2\x80\xae",
                                          "😀"};
  std::size_t tried = 0;
  for (const char* start : {"",
                            "a = ",
                            "[",
                            "a = [",
                            "a={b=",
                            "a=\"",
                            "a='",
                            "a=1979-05-27",
                            "a=0",
                            "[a]\n[a"}) {
    try_all(alphabet, start, 3, tried);
  }
  EXPECT_EQ(tried, 279310U);
}

TEST(TomlSyntax, EveryLongerTextOfStructureIsReadOrRefusedWithAPlace) {
  const std::vector<std::string> alphabet{
      "[", "]", "=", "a", ".", "{", "}", ",", "1", "\n"};
  std::size_t tried = 0;
  try_all(alphabet, "", 5, tried);
  EXPECT_EQ(tried, 111111U);
}

}  // namespace
}  // namespace catenary::option
