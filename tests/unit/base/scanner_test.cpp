// SPDX-License-Identifier: Apache-2.0
/// \file
/// Movement in a text, and places against a count of every line.
#include "base/text/scanner.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace catenary::base {
namespace {

TEST(Scanner, PassesOnlyWhatFollows) {
  Scanner scan("ab12 */x\ny");
  EXPECT_FALSE(scan.accept("ac"));
  EXPECT_EQ(scan.count(begins_word), 2U);
  EXPECT_EQ(scan.take_while(in_word), "ab12");
  EXPECT_EQ(scan.count(is_digit, 1), 0U);
  EXPECT_EQ(scan.look(), ' ');
  EXPECT_FALSE(scan.skip_past("?"));
  EXPECT_TRUE(scan.skip_past("*/"));
  EXPECT_EQ(scan.look(1), '\n');
  scan.skip_line();
  EXPECT_TRUE(scan.accept("\ny"));
  EXPECT_TRUE(scan.at_end());
  EXPECT_EQ(scan.look(), '\0');
  scan.skip_line();
  EXPECT_TRUE(scan.at_end());
}

TEST(Scanner, DoesNotCountAByteOrderMark) {
  Scanner scan(
      "\xEF\xBB\xBF"
      "a\nb");
  scan.skip_mark();
  EXPECT_EQ(scan.place().column, 1U);
  EXPECT_EQ(scan.place(5).line, 2U);
  EXPECT_EQ(scan.place(4).line, 1U);
  EXPECT_EQ(scan.place(4).column, 2U);
}

RC_GTEST_PROP(Scanner,
              CountsLinesInAnyOrder,
              (const std::vector<bool>& ends,
               const std::vector<std::size_t>& offsets)) {
  std::string text;
  for (const bool end : ends) text += end ? '\n' : 'x';
  const Scanner scan(text);
  for (const std::size_t any : offsets) {
    const std::size_t offset = any % (text.size() + 1);
    const std::string before = text.substr(0, offset);
    const Place place = scan.place(offset);
    RC_ASSERT(place.line == 1 + std::ranges::count(before, '\n'));
    RC_ASSERT(place.column == offset - (before.rfind('\n') + 1) + 1);
  }
}

}  // namespace
}  // namespace catenary::base
