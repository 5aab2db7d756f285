// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "frontend/c/edit/inspect.h"

namespace catenary::frontend::c {
namespace {

std::string found(std::string_view text, std::string_view name) {
  const auto place = find_in_c(text, name);
  if (!place) return "none";
  return std::to_string(place->line) + ":" + std::to_string(place->column);
}

TEST(FindInC, PrefersTheDefinition) {
  EXPECT_EQ(
      found("int f(int);\nint g(void) { return f(1); }\nint f(int x)\n{ }",
            "f"),
      "3:5");
  EXPECT_EQ(found("int f(int (*g)(void), int);\n", "f"), "1:5");
  EXPECT_EQ(found("static light l; static int a[3], b = 1;", "l"), "1:14");
  EXPECT_EQ(found("static light l; static int a[3], b = 1;", "b"), "1:34");
  EXPECT_EQ(found("#include <x.h>\n#  define MOST 3\n", "MOST"), "2:11");
}

TEST(FindInC, PassesWhatIsNoCode) {
  EXPECT_EQ(
      found("// f() {}\n/* f() {} */ char* s = \"f() {}\"; char c = '{';\n"
            "#define X f() { \\\n f() {}\nvoid f() {}\n",
            "f"),
      "5:6");
  EXPECT_EQ(found("void g() { f(); }", "f"), "none");
  for (const char* text : {"", "/*", "\"", "'", "#", "#define", "}}}f"}) {
    EXPECT_EQ(found(text, "f"), "none") << text;
  }
}

TEST(InspectDescription, KeepsSymbolsOfFaultyDescriptions) {
  const std::string text =
      "[program]\nsources = [\"a.c\"]\nstep = \"go(&in);\"\n[time]\nbad = 1\n"
      "[inputs]\n\"in.x\" = { range = [0, 3], unit = \"km/h\" }\n"
      "[[property]]\nid = \"P\"\nwhen = \"in.x == 1 && in.xy\"\n";
  const base::Inspection seen = inspect_description(text, "d.toml");
  ASSERT_EQ(seen.diagnostics.size(), 1U);
  EXPECT_EQ(seen.diagnostics[0].code, "toml-unknown-key");
  const std::uint32_t x = seen.symbols.find("in.x", base::SymbolKind::variable);
  ASSERT_NE(x, base::kNoSymbol);
  EXPECT_EQ(seen.symbols.symbols()[x].detail, "input in.x in [0, 3] km/h");
  std::size_t uses = 0;
  for (const base::Occurrence& o : seen.symbols.occurrences()) {
    if (o.symbol == x) ++uses;
  }
  EXPECT_EQ(uses, 2U);
  EXPECT_NE(seen.symbols.find("go", base::SymbolKind::function),
            base::kNoSymbol);
}

}  // namespace
}  // namespace catenary::frontend::c
