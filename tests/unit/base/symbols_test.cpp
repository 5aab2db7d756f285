// SPDX-License-Identifier: Apache-2.0
#include "base/text/symbols.h"

#include <gtest/gtest.h>

namespace catenary::base {
namespace {

TEST(SymbolTable, FindsWhatCoversAPlace) {
  SymbolTable table;
  Symbol s;
  s.name = "ab";
  s.where = {1, 3};
  const std::uint32_t first = table.declare(s);
  s.name = "c";
  s.where = {1, 5};
  const std::uint32_t second = table.declare(s);
  table.refer(first, {2, 1}, 2);
  table.refer(kNoSymbol, {3, 1}, 2);
  table.sort();
  ASSERT_EQ(table.occurrences().size(), 3U);
  EXPECT_EQ(table.at({1, 2}), nullptr);
  EXPECT_EQ(table.at({1, 3})->symbol, first);
  // Between two names it is the one that begins there.
  EXPECT_EQ(table.at({1, 5})->symbol, second);
  EXPECT_EQ(table.at({1, 6})->symbol, second);
  EXPECT_EQ(table.at({1, 7}), nullptr);
  EXPECT_EQ(table.at({2, 3})->symbol, first);
}

TEST(SymbolTable, KeepsOneOccurrenceOfAPlace) {
  SymbolTable table;
  Symbol s;
  s.name = "a";
  const std::uint32_t index = table.declare(s);
  table.refer(index, {1, 1}, 1);
  table.sort();
  ASSERT_EQ(table.occurrences().size(), 1U);
  EXPECT_TRUE(table.occurrences()[0].declares);
  EXPECT_EQ(table.find("a", SymbolKind::variable), index);
  EXPECT_EQ(table.find("a", SymbolKind::state), kNoSymbol);
}

TEST(SymbolTable, KeepsWordsWithoutAMeaning) {
  SymbolTable table;
  table.add_unknown("x", {4, 2});
  ASSERT_NE(table.find_unknown("x"), nullptr);
  EXPECT_EQ(table.find_unknown("x")->where.line, 4U);
  EXPECT_EQ(table.find_unknown("y"), nullptr);
}

}  // namespace
}  // namespace catenary::base
