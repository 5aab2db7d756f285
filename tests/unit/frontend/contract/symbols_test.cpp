// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/symbols.h"

#include <gtest/gtest.h>

namespace catenary::frontend::contract {
namespace {

TEST(ContractSymbols, KnowsNamesOfFaultyFiles) {
  const base::Inspection seen = inspect(
      "interface i\nconst N = 2\noutput x : int 0..N\nview v\n  req R-1 \"T\"\n"
      "    always c: x' < N and nobody'\n",
      "i.req");
  ASSERT_EQ(seen.diagnostics.size(), 1U);
  EXPECT_EQ(seen.diagnostics[0].code, "req-unknown-name");
  const base::SymbolTable& table = seen.symbols;
  const std::uint32_t x = table.find("x", base::SymbolKind::variable);
  ASSERT_NE(x, base::kNoSymbol);
  EXPECT_EQ(table.symbols()[x].detail, "output x : int 0..N");
  EXPECT_EQ(table.at({6, 15})->symbol, x);
  // The end of a range, and the operand of a comparison.
  const std::uint32_t n = table.find("N", base::SymbolKind::constant);
  EXPECT_EQ(table.at({3, 19})->symbol, n);
  EXPECT_EQ(table.at({6, 20})->symbol, n);
  const std::uint32_t r = table.find("R-1",
                                     base::SymbolKind::requirement,
                                     table.find("v", base::SymbolKind::view));
  ASSERT_NE(r, base::kNoSymbol);
  EXPECT_EQ(table.symbols()[r].text, "T");
}

}  // namespace
}  // namespace catenary::frontend::contract
