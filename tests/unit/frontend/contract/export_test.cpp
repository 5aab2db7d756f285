// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces for other tools.
#include <gtest/gtest.h>

#include "report/export/model/interface_text.h"
#include "sample.h"
#include "unit/smtlib_script.h"

namespace catenary::frontend::contract::test {
namespace {

model::Interface small() {
  return parse(
      "interface small \"about it\"\n"
      "enum Mode = OFF, ON\n"
      "input go : bool\ninput n : int 0..3\n"
      "output mode : Mode\noutput level : real 0..1.5\n"
      "hidden k : int 0..2\n"
      "env e \"rarely\": not (go and go')\n"
      "view v\n"
      "req R-1 \"starts\" init a-1: mode' = OFF\n"
      "req R-2 \"works\" step b: when go' and mode != ON then mode' = ON\n"
      "always: when go' then for 2 steps mode' = ON or k' = n'\n"
      "step d: level' <= level + 0.5 and not (k' = k) <=> go\n"
      "purpose p: mode' = ON and k = 1\n",
      "m.req");
}

TEST(ToText, IsReadAgainAsTheSame) {
  for (const char* text : {"when i' and j' or not o then k' = k - 1 - (n' - 2)",
                           "o' <=> (k' = 0 => b)",
                           "x' = (if i' then 1 else -2) * 3",
                           "not (i' and j')",
                           "m' != ON and (i' <=> j') and r' < 0.5",
                           "i' => (j' => o')",
                           "(i' => j') => o'",
                           "-(x' + 1) < 0",
                           "r' = 0 or r' / 2 < (r - 1) * r / r'"}) {
    const model::Interface a = parse(with(std::string("step: ") + text), "m");
    const std::string again = report::to_text(a.contracts[0]);
    const model::Interface b = parse(with("step: " + again), "m");
    EXPECT_EQ(contracts_of(a), contracts_of(b)) << again;
  }
}

TEST(ToText, IsShortForWhatIsLong) {
  std::string long_sum = "step: x' = 1";
  for (int i = 0; i < 5000; ++i) long_sum += " + k";
  EXPECT_EQ(report::to_text(parse(with(long_sum), "m").contracts[0]), "…");
}

TEST(Smtlib, SaysWhatTheInterfaceSays) {
  const model::Interface a = small();
  const std::string script = report::write_smtlib(a);
  const auto meaning = [&](const std::string& name) {
    logic::TermManager terms;
    const auto read = logic::parse_smtlib(
        terms, script + "(assert |" + name + "|)", "out.smt2");
    return logic::to_smtlib(read.assertions.at(0));
  };
  for (const model::Contract& c : a.contracts) {
    if (c.at_init) {
      EXPECT_EQ(meaning(c.id + " init"),
                logic::to_smtlib(model::formula_at(a, c, true)));
    }
    if (c.at_step) {
      EXPECT_EQ(meaning(c.id + " step"),
                logic::to_smtlib(model::formula_at(a, c, false)));
    }
  }
  EXPECT_EQ(meaning("environment init"), "(and (<= 0 |n'|) (<= |n'| 3))");
  EXPECT_EQ(meaning("environment step"),
            "(and (and (<= 0 |n'|) (<= |n'| 3)) (not (and go |go'|)))");
  EXPECT_EQ(meaning("purpose p"), "(and (= |mode'| Mode!ON) (= k 1))");
  const std::string step = meaning("system step");
  for (const char* part : {"(<= |level'| (+ level (/ 1.0 2.0)))", "|k'|"}) {
    EXPECT_NE(step.find(part), std::string::npos) << part << "\n" << step;
  }
}

TEST(Lustre, DividesByWhatIsNotZero) {
  const std::string all = report::write_lustre(
      parse(with("step: when x' != 0 then r' = r / x'"), "m.req"));
  EXPECT_NE(all.find("(if real(x) = 0.0 then 0.0 else (pre r) / real(x))"),
            std::string::npos)
      << all;
}

TEST(Lustre, SaysWhatTheInterfaceSays) {
  EXPECT_EQ(
      report::write_lustre(small()),
      "-- interface small: about it\n"
      "type Mode = enum { OFF, ON };\n"
      "contract small(go : bool; n : int)\n"
      "returns (mode_ : Mode; level : real; k : int);\n"
      "let\n"
      "  var R_2_2_for : int = (if go then 2 else 0) -> (if go then 2 else (if "
      "0 < (pre R_2_2_for) then (pre R_2_2_for) - 1 else 0));\n"
      "  assume \"range of n\" 0 <= n and n <= 3;\n"
      "  guarantee \"range of level\" 0.0 <= level and level <= 1.5;\n"
      "  guarantee \"range of k\" 0 <= k and k <= 2;\n"
      "  -- rarely\n"
      "  assume \"e\" (true) -> (not ((pre go) and go));\n"
      "  -- view v, requirement R-1: starts\n"
      "  guarantee \"a-1\" (mode_ = OFF) -> (true);\n"
      "  -- view v, requirement R-2: works\n"
      "  guarantee \"b\" (true) -> (go and (pre mode_) <> ON => mode_ = ON);\n"
      "  guarantee \"R-2.2\" 0 < R_2_2_for => mode_ = ON or k = n;\n"
      "  guarantee \"d\" (true) -> ((level <= (pre level) + 0.5 and k <> "
      "(pre k)) = (pre go));\n"
      "  -- purpose p: mode_ = ON and (pre k) = 1\n"
      "tel\n");
}

}  // namespace
}  // namespace catenary::frontend::contract::test
