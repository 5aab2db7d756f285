// SPDX-License-Identifier: Apache-2.0
#include "frontend/xlia/symbols.h"

#include <gtest/gtest.h>

namespace catenary::frontend::xlia {
namespace {

TEST(XliaSymbols, FindsTheLastPartOfQualifiedNames) {
  const base::Inspection seen = inspect(
      "timed system S {\n@composite:\nstatemachine M {\n@private:\n"
      "var int x = 0;\n@region:\nstate< start > A {\n"
      "transition t --> A { S::M.x := x + 1; }\n}\n}\n}\n",
      "m.xlia");
  EXPECT_TRUE(seen.diagnostics.empty());
  const std::uint32_t x = seen.symbols.find("x", base::SymbolKind::variable);
  ASSERT_NE(x, base::kNoSymbol);
  EXPECT_EQ(seen.symbols.at({8, 22}), nullptr);
  EXPECT_EQ(seen.symbols.at({8, 27})->symbol, x);
  EXPECT_EQ(seen.symbols.at({8, 32})->symbol, x);
}

}  // namespace
}  // namespace catenary::frontend::xlia
