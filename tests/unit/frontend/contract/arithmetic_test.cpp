// SPDX-License-Identifier: Apache-2.0
/// \file
/// Quotients, powers, functions of a file, and `pre` of numbers.
#include <gtest/gtest.h>

#include "sample.h"

namespace catenary::frontend::contract::test {
namespace {

/// The guarantee of the last step contract; `items` stand above the view.
std::string value(const std::string& expression,
                  const std::string& items = "") {
  const model::Interface a = parse(
      kHead + items + "view v req R\nstep: " + expression + "\n", "m.req");
  return logic::to_smtlib(a.contracts.back().guarantee);
}

TEST(Quotients, ByConstantsAreProducts) {
  EXPECT_EQ(value("r' = r / 4"), "(= |r'| (* r (/ 1.0 4.0)))");
  EXPECT_EQ(value("r' = r / -N * 2"), "(= |r'| (* (* r (- (/ 1.0 3.0))) 2.0))");
  EXPECT_EQ(value("r' = 1 / 2 / 2"), "(= |r'| (/ 1.0 4.0))");
}

TEST(Quotients, OfIntegersBecomeIntegerComparisons) {
  EXPECT_EQ(value("n' / 2 <= 1.5"), "(<= |n'| 3)");
  EXPECT_EQ(value("n' / 3 = k / 2"), "(= (* |n'| 2) (* k 3))");
  // The factor is a square: it is positive, whatever sign the divisor has.
  EXPECT_EQ(value("k != 0 => n' / k < 2"),
            "(=> (not (= k 0)) (< (* |n'| k) (* (* 2 k) k)))");
}

TEST(Quotients, NeedADivisorThatIsNotZero) {
  // A second contract demands it, before the one that divides.
  EXPECT_EQ(meaning_of("step: r' = r / x'"),
            "step R.1:divides: (not (= 0 |x'|))\n"
            "step R.1: (let ((!1 (to_real |x'|))) (= |r'| (ite (= !1 0.0) 0.0 "
            "(/ r !1))))\n");
  EXPECT_EQ(warnings_of(with("step: r' = r / x'")),
            "11:1: this divides by what may be 0: the contract is violated "
            "where it needs such a quotient [req-division]\n");
  // Not where the quotient does not count: an assumption, a conjunct, a
  // disjunct, an 'if' may decide.
  for (const char* guarded : {"step: when x' != 0 then r' = r / x'",
                              "step: when i' and x' != 0 then r' = r / x'",
                              "step: x' = 0 or r' = r / x'",
                              "step: x' != 0 => r' = r / x'",
                              "step: not (x' != 0 and r' = r / x')",
                              "step: r' = (if x' = 0 then 0 else r / x')"}) {
    EXPECT_EQ(warnings_of(with(guarded)), "") << guarded;
  }
}

TEST(Quotients, OfThePastAreNeededAtEachStep) {
  EXPECT_EQ(meaning_of("init: once(r' / x' > 1)"),
            "init def R.1.once:init: (let ((!1 (to_real |x'|))) (= |R.1.once'| "
            "(< 1.0 (ite (= !1 0.0) 0.0 (/ |r'| !1)))))\n"
            "step def R.1.once:step: (let ((!1 (to_real |x'|))) (= "
            "|R.1.once'| (or (< 1.0 (ite (= !1 0.0) 0.0 (/ |r'| !1))) "
            "R.1.once)))\n"
            "init R.1:divides: (not (= 0 |x'|))\n"
            "init R.1: |R.1.once'|\n");
  // Through a definition, too; a condition over several steps is evaluated at
  // all of them.
  const std::string all =
      contracts_of(parse(kHead + "def d = once(r' / x' > 1)\nview v req R\n" +
                             "init: d\nwhen i' then within 2 steps d",
                         "m.req"));
  EXPECT_NE(all.find("init R.1:divides: (not (= 0 |x'|))"), std::string::npos);
  EXPECT_NE(all.find("always R.2:divides: (not (= 0 |x'|))"),
            std::string::npos);
}

TEST(Quotients, OfTheEnvironmentAndOfPurposes) {
  const model::Interface a = parse(
      kHead + "env e: n' / k < 2\npurpose p: r' / x' > 1\nview v", "m.req");
  // Nothing is promised where there is no value, and nothing is reached.
  EXPECT_EQ(logic::to_smtlib(a.promises[0].condition),
            "(=> (not (= k 0)) (< (* |n'| k) (* (* 2 k) k)))");
  EXPECT_EQ(
      logic::to_smtlib(a.purposes[0].condition),
      "(let ((!1 (to_real |x'|))) (and (not (= |x'| 0)) (< 1.0 (ite (= !1 "
      "0.0) 0.0 (/ |r'| !1)))))");
  EXPECT_EQ(errors_of(with("step: i'") + "purpose p for v: once(1 / x' > 1)"),
            "12:18: this looks back at a quotient whose divisor may be 0: "
            "expected one by a constant in a purpose [req-division]\n");
  EXPECT_EQ(errors_of(with("step: r' = r / (N - 3)")),
            "11:17: division by 0: expected another number [req-division]\n");
}

TEST(Powers, AreProducts) {
  EXPECT_EQ(value("r' = r ^ 3"), "(= |r'| (* r r r))");
  EXPECT_EQ(value("x' = -k ^ 2 * 2"), "(= |x'| (* (- (* k k)) 2))");
  EXPECT_EQ(value("x' = k ^ 0 + k ^ 1"), "(= |x'| (+ 1 k))");
  EXPECT_EQ(value("r' = 2 ^ -2"), "(= |r'| (/ 1.0 4.0))");
  EXPECT_EQ(errors_of(with("step: x' = 2 ^ k")),
            "11:16: the exponent of a power: expected an integer constant from "
            "-64 to 64 [req-power]\n");
  EXPECT_EQ(errors_of(with("step: x' = k ^ 2 ^ 2")),
            "11:18: a second '^' can be read in two ways: expected parentheses "
            "around one of them [req-syntax]\n");
}

TEST(UserFunctions, ArePutIn) {
  const std::string abs = "function abs(a: real) = if a < 0 then -a else a\n";
  EXPECT_EQ(
      value("r' = abs(x' - 1)", abs),
      "(let ((!1 (- |x'| 1))) (let ((!2 (to_real !1))) (= |r'| (ite (< !1 "
      "0) (- !2) !2))))");
  const std::string both =
      "function both(p: bool, q: bool) = p and q\n"
      "function none(p: bool, m: Mode) = not both(p, m = ON)\n";
  EXPECT_EQ(value("none(i', m)", both), "(not (and |i'| (= m Mode!ON)))");
  // A parameter hides nothing: variables may have its name.
  EXPECT_EQ(value("less(k)", "function less(n: int) = n < N\n"), "(< k 3)");
}

TEST(UserFunctions, Faults) {
  const auto in = [](const std::string& items, const std::string& contract) {
    return errors_of(kHead + items + "\nview v req R\n" + contract + "\n");
  };
  EXPECT_EQ(in("function f(a: real) = a + x'", "step: r' = f(1)"),
            "10:27: 'x' is unknown: expected a parameter, constant or value of "
            "an enumeration [req-unknown-name]\n");
  EXPECT_EQ(in("function f(a: real) = f(a)", "step: r' = f(1)"),
            "10:23: 'f' is not a function: expected 'rise', 'fall', 'pre', "
            "'once', 'historically', 'since' or a 'function' of the file "
            "[req-unknown-function]\n");
  EXPECT_EQ(in("function f(p: bool) = once(p)", "step: f(i')"),
            "10:23: 'once' looks back at earlier steps: expected it in a "
            "contract, or in a purpose for a view [req-memory]\n");
  EXPECT_EQ(in("function f(p: bool) = rise(p)", "step: f(i')"),
            "10:23: 'rise' looks at two steps, and a parameter is the value of "
            "one: expected it where the function is called [req-memory]\n");
  EXPECT_EQ(in("function f(a: int) = a", "step: f(r') = 1"),
            "12:9: the parameter 'a' of 'f': expected an integer, found a real "
            "number [req-type]\n");
  EXPECT_EQ(in("function f(a: int) = a", "step: f(k, k) = 1"),
            "12:7: 'f' has 2 arguments: expected 1 [req-arguments]\n");
  EXPECT_EQ(in("function once(a: int) = a", "step: i"),
            "10:10: there is a function 'once' already: expected another name "
            "[req-duplicate]\n");
}

TEST(Previous, OfNumbersHasAValueAtTheFirstStep) {
  EXPECT_EQ(meaning_of("always: r' = pre(r' + 1, 0)"),
            "init def R.1.pre:init: (= |R.1.pre'| 0.0)\n"
            "step def R.1.pre:step: (= |R.1.pre'| (+ r 1.0))\n"
            "always R.1: (= |r'| |R.1.pre'|)\n");
  // An integer has a range, here that of both values.
  const model::Interface a =
      parse(with("always: x' = pre(2 * n' - k', -7)"), "m.req");
  const auto v = a.find_variable("R.1.pre");
  ASSERT_TRUE(v.has_value());
  EXPECT_EQ(a.variables[*v].lo->to_string(), "-7");
  EXPECT_EQ(a.variables[*v].hi->to_string(), "18");
  EXPECT_EQ(meaning_of("always: m' = pre(m', FAIL)"),
            "init def R.1.pre:init: (= |R.1.pre'| Mode!FAIL)\n"
            "step def R.1.pre:step: (= |R.1.pre'| m)\n"
            "always R.1: (= |m'| |R.1.pre'|)\n");
  EXPECT_EQ(errors_of(with("always: m' = pre(m', 1)")),
            "11:22: what 'pre' is at the first step is of one type with what "
            "it remembers: expected a value of 'Mode', found an integer "
            "[req-type]\n");
}

TEST(Arithmetic, IsWrittenAsItIsRead) {
  const std::string text =
      "interface a\n"
      "function f(a: real, p: bool) = if p then a / 2 else -a ^ 2\n"
      "output r : real\n\n"
      "view v\n"
      "  req R\n"
      "    step: r' = (-r) ^ 2 / (r * 2) / 3 + -(r / 2) and f(r, true) = 2 / "
      "r\n";
  EXPECT_EQ(write(read(text, "m.req")), text);
}

}  // namespace
}  // namespace catenary::frontend::contract::test
