// SPDX-License-Identifier: Apache-2.0
#include "lsp/text.h"

#include <gtest/gtest.h>

namespace catenary::lsp {
namespace {

// "Ä" has two bytes and one UTF-16 unit, "😀" four bytes and two units.
constexpr const char* kText = "aÄb\r\n😀c\rd\n";

TEST(LspText, CountsUnitsOfTheEncoding) {
  const Text utf16(kText, Encoding::utf16);
  EXPECT_EQ(utf16.offset_of(Position{0, 2}), 3U);
  EXPECT_EQ(utf16.position_of(3), (Position{0, 2}));
  EXPECT_EQ(utf16.offset_of(Position{1, 2}), 10U);
  EXPECT_EQ(utf16.position_of(10), (Position{1, 2}));
  const Text utf8(kText, Encoding::utf8);
  EXPECT_EQ(utf8.offset_of(Position{0, 3}), 3U);
  EXPECT_EQ(utf8.position_of(10), (Position{1, 4}));
}

TEST(LspText, NeverPointsIntoACharacter) {
  const Text text(kText, Encoding::utf16);
  EXPECT_EQ(text.offset_of(Position{1, 1}), 6U);
  EXPECT_EQ(Text(kText, Encoding::utf8).offset_of(Position{0, 2}), 1U);
}

TEST(LspText, MovesPositionsIntoTheText) {
  const Text text(kText, Encoding::utf16);
  EXPECT_EQ(text.offset_of(Position{0, 99}), 4U);
  EXPECT_EQ(text.offset_of(Position{99, 0}), text.all().size());
  EXPECT_EQ(Text("", Encoding::utf16).offset_of(Position{3, 3}), 0U);
}

TEST(LspText, LinesOfReadersEndWithNewlinesOnly) {
  const Text text(kText, Encoding::utf16);
  // "d" is in line 2 of a reader, behind a carriage return, and in line 2 of
  // LSP (from 0).
  EXPECT_EQ(text.offset_of(base::Place{2, 7}), 12U);
  EXPECT_EQ(text.position_of(12), (Position{2, 0}));
  EXPECT_EQ(text.line(1), "aÄb");
  EXPECT_EQ(text.lines(), 3U);
}

TEST(LspText, PlacesAreBehindAByteOrderMark) {
  const Text text("\xEF\xBB\xBFxy", Encoding::utf8);
  EXPECT_EQ(text.offset_of(base::Place{1, 2}), 4U);
  EXPECT_EQ(text.place_of(4).column, 2U);
}

TEST(LspText, ReplacesRanges) {
  Text text("one two", Encoding::utf16);
  text.replace({{0, 4}, {0, 7}}, "2\n3");
  EXPECT_EQ(text.all(), "one 2\n3");
  // With its ends exchanged, and beyond the end.
  text.replace({{9, 9}, {0, 3}}, "");
  EXPECT_EQ(text.all(), "one");
  EXPECT_EQ(text.word_at(3), "one");
}

}  // namespace
}  // namespace catenary::lsp
