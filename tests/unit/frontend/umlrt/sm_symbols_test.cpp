// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/text/sm_symbols.h"

#include <gtest/gtest.h>

#include "frontend/umlrt/text/sm_scanner.h"

namespace catenary::frontend::umlrt {
namespace {

TEST(SmSymbols, ReadsCodeWordByWord) {
  std::string seen;
  for (const CodeWord& w : words_of_code(
           "a.b(this->c, \"x\", d::e[1].f); // y\n/* z */ g = 1u + h")) {
    seen += std::string(w.owner) + ":" + std::string(w.text) + " ";
  }
  EXPECT_EQ(seen, ":a a:b :this :c :d d:e ?:f :g :h ");
}

TEST(SmSymbols, KnowsPathsTriggersAndCode) {
  const base::Inspection seen = inspect_sm(
      "model M\nprotocol P {\n  in m(v: int)\n}\ncapsule C {\n"
      "  attribute n: int = 0\n  port p: P\n  machine {\n    initial i\n"
      "    state \"a b\" {\n      state c\n    }\n"
      "    transition t: i -> \"a b\"::c {\n    }\n"
      "    transition u: \"a b\" -> \"a b\" {\n      on p.m\n"
      "      do {\n        n = v + strange;\n      }\n    }\n  }\n}\n",
      "m.sm");
  EXPECT_TRUE(seen.diagnostics.empty());
  const base::SymbolTable& table = seen.symbols;
  const auto name_at = [&](base::Place place) {
    const base::Occurrence* o = table.at(place);
    return o == nullptr ? "" : table.symbols()[o->symbol].name;
  };
  EXPECT_EQ(name_at({13, 24}), "a b");
  EXPECT_EQ(table.at({13, 24})->length, 5U);
  EXPECT_EQ(name_at({13, 31}), "c");
  EXPECT_EQ(name_at({16, 10}), "p");
  EXPECT_EQ(name_at({16, 12}), "m");
  EXPECT_EQ(name_at({18, 9}), "n");
  EXPECT_EQ(name_at({18, 13}), "v");
  ASSERT_NE(table.find_unknown("strange"), nullptr);
  EXPECT_EQ(table.find_unknown("strange")->where.column, 17U);
}

}  // namespace
}  // namespace catenary::frontend::umlrt
