// SPDX-License-Identifier: Apache-2.0
/// \file
/// What models mean.
#include <gtest/gtest.h>

#include "sample.h"

namespace catenary::frontend::xlia::test {
namespace {

using Statements = std::vector<std::string>;

Statements block(const std::string& text) {
  const auto a = parse(with_block(text), "m.xlia");
  return statements_of(a, a.transitions[0].statements, &a.transitions[0]);
}

TEST(Read, TheHeaderAndLifelineMayBeLeftOut) {
  EXPECT_EQ(errors_of("@xlia<system,1.0>: timed system S { @composite: "
                      "lifeline statemachine M { @region: state<initial> a; "
                      "} }"),
            "");
  EXPECT_EQ(errors_of("timed system S { @composite: statemachine M { @region: "
                      "state<start> a; } }"),
            "");
}

TEST(Read, AByteOrderMarkTabsAndCarriageReturns) {
  const std::string text =
      "\xEF\xBB\xBFtimed system S {\r\n@composite:\r\n\tstatemachine M {\r\n"
      "@region:\r\n\tstate<start> a {\r\n\t\ttransition t --> c {}\r\n}\r\n}}";
  EXPECT_EQ(errors_of(text),
            "6:20: 'c' is unknown: expected a state of this machine "
            "[xlia-unknown-state]\n");
}

TEST(Read, Declarations) {
  const auto a = parse(with_block(""), "m.xlia");
  EXPECT_EQ(a.find_variable("k"), std::nullopt);  // its value stands for it
  ASSERT_TRUE(a.find_variable("p").has_value());
  EXPECT_TRUE(a.variables[*a.find_variable("p")].parameter);
  EXPECT_TRUE(a.variables[*a.find_variable("n")].type.non_negative);
  EXPECT_EQ(a.variables[*a.find_variable("cl")].type.to_string(), "urational");
  EXPECT_EQ(a.channels[1].parameters[1].type.to_string(), "bool");
}

TEST(Read, ConstantsAreReplacedByTheirValue) {
  EXPECT_EQ(block("guard x < k * 2 + 1;"), (Statements{"guard (< x 7)"}));
  EXPECT_EQ(block("guard r < k;"), (Statements{"guard (< r 3.0)"}));
  EXPECT_EQ(block("guard x < p;"), (Statements{"guard (< x p)"}));
}

TEST(Read, InitialValuesComeBeforeTheInitBlock) {
  const auto a = parse(
      "timed system S { @composite: statemachine M { @property: var int x = 1; "
      "var int y = x + 1; @region: state<start> a { @init { y := y + x; guard "
      "y > 2; newfresh(x); } } } }",
      "m.xlia");
  EXPECT_EQ(statements_of(a, a.init, nullptr),
            (Statements{"x := 1",
                        "y := (+ x 1)",
                        "y := (+ y x)",
                        "guard (< 2 y)",
                        "fresh x"}));
}

TEST(Read, ChainsOfComparisons) {
  EXPECT_EQ(block("guard 1 <= x < y;"),
            (Statements{"guard (and (<= 1 x) (< x y))"}));
  EXPECT_EQ(block("guard 9 > x >= y;"),
            (Statements{"guard (and (< x 9) (<= y x))"}));
}

TEST(Read, Precedence) {
  EXPECT_EQ(block("guard b || !b && x + 2 * y - 1 == -x % 3;"),
            (Statements{"guard (or b (and (not b) (= (- (+ x (* 2 y)) 1) "
                        "(mod (- x) 3))))"}));
}

TEST(Read, IntegersDivideAsEuclidDid) {
  EXPECT_EQ(block("guard x == -7 / 2;"), (Statements{"guard (= x (- 4))"}));
  EXPECT_EQ(block("guard x == -7 % 2;"), (Statements{"guard (= x 1)"}));
  EXPECT_EQ(block("guard x == 7 / -2;"), (Statements{"guard (= x (- 3))"}));
  EXPECT_EQ(block("guard r == 7 / 2.0;"),
            (Statements{"guard (= r (/ 7.0 2.0))"}));
  EXPECT_EQ(block("guard r == x / 2.0;"),
            (Statements{"guard (= r (/ (to_real x) 2.0))"}));
  EXPECT_EQ(warnings_of(with_block("guard x == 7 / 2;")),
            "10:14: two integers are divided with remainder: the result is 3 "
            "(write 1.0 for 1 to divide exactly) [xlia-integer-division]\n");
}

TEST(Read, NumbersOfTwoKindsAreMadeRational) {
  EXPECT_EQ(block("guard cl == x + 1;"),
            (Statements{"guard (= cl (to_real (+ x 1)))"}));
  EXPECT_EQ(block("r := x;"), (Statements{"r := (to_real x)"}));
  EXPECT_EQ(block("x := r;"), (Statements{"x := r"}));  // is_int is asked later
  EXPECT_EQ(block("x := 2.0;"), (Statements{"x := 2"}));
  EXPECT_EQ(block("output Rat(x);"), (Statements{"send (to_real x)"}));
}

TEST(Read, StatementsComeOneAfterTheOther) {
  EXPECT_EQ(block("{|;| x := y; y := x; }"), (Statements{"x := y", "y := x"}));
  EXPECT_EQ(block("x := y; output Out(x); y = 1;"),
            (Statements{"x := y", "send x", "y := 1"}));
}

TEST(Read, SimultaneousStatementsSeeTheStateBefore) {
  EXPECT_EQ(block("{|,| y := x; x := y; guard x < y; }"),
            (Statements{"guard (< x y)", "x := y, y := x"}));
  EXPECT_EQ(block("{|,| { x := y; n := x; } y := x; newfresh(b); }"),
            (Statements{"fresh b", "x := y, y := x, n := y"}));
}

TEST(Read, ConditionsOnWhatDoesNotChange) {
  EXPECT_EQ(block("if (b) { x := 1; guard x < y; } else { y := x; }"),
            (Statements{"x := (ite b 1 x)",
                        "guard (=> b (< x y))",
                        "y := (ite (not b) x y)"}));
  EXPECT_EQ(block("if (b) { if (r > 0) { newfresh(x); } }"),
            (Statements{"fresh x if (and b (< 0.0 r))"}));
  EXPECT_EQ(block("if (b) { x := 1; } else if (r > 1) { x := 2; }").size(), 2U);
}

TEST(Read, AConditionIsEvaluatedOnce) {
  // Done one by one, y would never become 1.
  EXPECT_EQ(block("if (x > 0) { x := 0; y := 1; }"),
            (Statements{"x := (ite (< 0 x) 0 x), y := (ite (< 0 x) 1 y)"}));
  EXPECT_EQ(block("if (x > 0) { x := x - 1; guard x < y; } else { x := 5; }"),
            (Statements{"guard (=> (< 0 x) (< (- x 1) y))",
                        "x := (ite (< 0 x) (- x 1) 5)"}));
  EXPECT_EQ(block("if (x > 0) { newfresh(y); x := 2; }"),
            (Statements{"fresh y if (< 0 x)", "x := (ite (< 0 x) 2 x)"}));
  EXPECT_EQ(block("if (x > 0) { newfresh(x); }"),
            (Statements{"fresh x if (< 0 x)"}));
}

TEST(Read, NestedConditionsAreLifted) {
  EXPECT_EQ(block("if (x > 0) { if (b) { x := 1; } y := x + 1; }"),
            (Statements{"x := (ite (< 0 x) (ite b 1 x) x), "
                        "y := (ite (< 0 x) (ite b 2 (+ x 1)) y)"}));
}

TEST(Read, CommunicationsMayStandAnywhere) {
  const auto a =
      parse(with_block("guard y > 0; input Two(x, b); x := x + 1;"), "m.xlia");
  const auto& t = a.transitions[0];
  EXPECT_EQ(t.action, model::TimedAction::input);
  EXPECT_EQ(t.received, (std::vector<std::uint32_t>{0, 4}));
  EXPECT_EQ(t.action_where.column, 14U);
}

TEST(Read, QualifiedNames) {
  EXPECT_EQ(block("M.x := S.M.y; output M.Out(M::x);"),
            (Statements{"x := y", "send x"}));
  EXPECT_EQ(errors_of(with_block("N.x := 1;")),
            "10:1: 'N' is not a scope of 'x': expected 'M' or 'S.M' "
            "[xlia-scope]\n");
  EXPECT_EQ(errors_of("timed system S { @composite: statemachine M { @region: "
                      "state<start> a { transition a.t --> M.a {} } } }"),
            "");
}

TEST(Read, TheTextOfAGuardIsTheUsers) {
  const auto a =
      parse(with_block("guard ( (x<=5)&&\n  /* why */ y  < 2 );"), "m.xlia");
  EXPECT_EQ(a.transitions[0].statements[0].text, "(x<=5)&& y < 2");
}

TEST(Read, Warnings) {
  EXPECT_EQ(warnings_of(with_block("guard x > 0; input In(x);")),
            "10:7: this guard uses what the input below it receives, and is "
            "about the value received [xlia-received]\n");
  EXPECT_EQ(warnings_of(with_block("{|,| input In(x); y := x; }")),
            "10:24: 'x' is received in this simultaneous block, so this is the "
            "value received, not the one before [xlia-received]\n");
  const auto a = parse(
      "timed system S { @composite: statemachine M { @public: port input I; "
      "@private: var int x; @region: state<start> a; } }",
      "m.xlia");
  std::string codes;
  for (const auto& w : a.warnings) codes += w.code + " ";
  EXPECT_EQ(codes, "xlia-unused xlia-unconnected xlia-unused ");
  EXPECT_FALSE(a.channels[0].connected);
}

}  // namespace
}  // namespace catenary::frontend::xlia::test
