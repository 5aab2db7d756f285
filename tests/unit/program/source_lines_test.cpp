// SPDX-License-Identifier: Apache-2.0
// Literals and labels of a switch, looked up at the places that Clang gives.
#include "program/syntax/source_lines.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_directory.h"

namespace catenary::program {
namespace {

class SourceLinesTest : public testing::Test {
 protected:
  std::string put(const std::string& text) {
    const std::string path = folder_.file("a.c");
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  /// The truth value of the whole line.
  std::optional<bool> literal(const std::string& text, std::uint32_t line = 1) {
    const std::string path = put(text);
    const std::size_t end = text.find_first_of("\r\n");
    return SourceLines().literal({path, line, 1},
                                 static_cast<std::uint32_t>(end) + 1);
  }

 private:
  base::TemporaryDirectory folder_;
};

TEST_F(SourceLinesTest, LiteralsHaveTruthValues) {
  for (const char* yes : {"1\n", "0x10uL\n", "( 2 )\n", "!0\n", "!(!7)\n"}) {
    EXPECT_EQ(literal(yes), true) << yes;
  }
  for (const char* no : {"0\n", "00\n", "0x0u\n", "(!(1))\n"}) {
    EXPECT_EQ(literal(no), false) << no;
  }
}

// In C anything may be called `true`.
TEST_F(SourceLinesTest, EverythingElseIsUnknown) {
  for (const char* other : {"true\n",
                            "N\n",
                            "1 + 1\n",
                            "1.0\n",
                            "'a'\n",
                            "!\n",
                            "()\n",
                            "\n",
                            "99999999999999999999\n",
                            "(1)(2)\n"}) {
    EXPECT_EQ(literal(other), std::nullopt) << other;
  }
  EXPECT_EQ(SourceLines().literal({"/nowhere.c", 1, 1}, 2), std::nullopt);
  EXPECT_EQ(literal("1\n", 7), std::nullopt);
}

TEST_F(SourceLinesTest, LinesEndAsForClang) {
  const std::string path = put("1\r2\r\n0\n\n1");
  SourceLines lines;
  EXPECT_EQ(lines.literal({path, 1, 1}, 2), true);
  EXPECT_EQ(lines.literal({path, 2, 1}, 2), true);
  EXPECT_EQ(lines.literal({path, 3, 1}, 2), false);
  EXPECT_EQ(lines.literal({path, 4, 1}, 2), std::nullopt);
  EXPECT_EQ(lines.literal({path, 5, 1}, 2), true);
}

TEST_F(SourceLinesTest, CasesAreNoConditions) {
  const std::string path =
      put("switch (x) {\ncase 1: default: cases = 1; }\nif (x)\n");
  SourceLines lines;
  EXPECT_TRUE(lines.is_case({path, 1, 9}));
  EXPECT_TRUE(lines.is_case({path, 2, 1}));
  EXPECT_TRUE(lines.is_case({path, 2, 9}));
  EXPECT_FALSE(lines.is_case({path, 2, 18}));
  EXPECT_FALSE(lines.is_case({path, 3, 5}));
}

}  // namespace
}  // namespace catenary::program
