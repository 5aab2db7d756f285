// SPDX-License-Identifier: Apache-2.0
/// \file
/// parse(write(a)) is a, and write() of that the same text.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sample.h"

namespace catenary::frontend::xlia::test {
namespace {

void expect_round_trip(const model::TimedAutomaton& a) {
  const std::string text = write(a);
  const model::TimedAutomaton again = parse(text, "again.xlia");
  EXPECT_EQ(structure_of(again), structure_of(a)) << text;
  EXPECT_EQ(write(again), text);
}

TEST(Write, Blocks) {
  for (const char* block :
       {"",
        "guard 1 <= x <= 10 && (b || x + 1 < cl);",
        "input Two(x, b); guard b; x := x % 3 / 2;",
        "output Rat(x / 2.0 + 1.0 / 3); cl := 0; r := -0.125;",
        "x := r; guard r == 1.0 / 3 && cl - r < 5 || -(-x) == x - (y - 1);",
        "{|,| x := y; y := x; if (b) { n := 1; } else { n := y; } }",
        "if (x > 0) { x := 0; y := 1; } else { if (b) { x := 2; } }",
        "if (b) { x := 1; guard x < y; } else { y := x; newfresh(n); }",
        "if (x > 0) { newfresh(x); } if (b && x < y) { newfresh(n); }",
        "if (b) { if (x > 1) { guard y > 2; } else { guard y > 3; } }",
        "if (b) { x := r; }",
        "if (x > 0) { x := r; } else { x := 2; }",
        "if (x > 0) { if (b) { x := 1; } y := x + 1; guard x + y < 3; }",
        "guard b == (x < y) != true; output Out(-5);",
        "guard 2.0 * x < y && 1 / 2.0 < x / 4.0;",
        "guard r - -3 < 0 - r; guard x * (y + 1) * 2 > -x;"}) {
    SCOPED_TRACE(block);
    expect_round_trip(parse(with_block(block), "m.xlia"));
  }
}

TEST(Write, DeclarationsStatesAndInitialValues) {
  expect_round_trip(parse(
      "timed system S { @composite: statemachine M { @public: port input "
      "I(bool "
      "yes, time urational t, int); port output O; @private: const rational c; "
      "var int x = 3; var time uint u; var clock int cl; var bool f; @region: "
      "state<terminal> e; state<start> a { @init { f := x > 3; guard u < 5; "
      "newfresh(x); } transition t --> e { } transition u --> j { } } "
      "state<junction> j; @com: connect<env> { output O; } } }",
      "m.xlia"));
}

TEST(Write, WhatXliaLacksIsNamed) {
  auto a = parse(with_block("guard x < 1;"), "m.xlia");
  auto& terms = *a.terms;
  const auto r = a.variables[3].term;
  a.transitions[0].statements[0].condition = terms.make(logic::Op::is_int, {r});
  try {
    (void)write(a);
    FAIL();
  } catch (const base::InputError& e) {
    EXPECT_EQ(e.diagnostics()[0].code, "xlia-write");
    EXPECT_EQ(e.diagnostics()[0].message, "XLIA has no way to write 'is_int'");
    EXPECT_EQ(e.diagnostics()[0].where.line, 10U);
  }
}

TEST(Write, ConditionalTermsOfOthersAreLifted) {
  auto a = parse(with_block("guard x < 1;"), "m.xlia");
  auto& terms = *a.terms;
  const auto x = a.variables[0].term;
  const auto y = a.variables[1].term;
  const auto b = a.variables[4].term;
  a.transitions[0].statements[0].condition =
      terms.make(logic::Op::less, {terms.ite(b, x, y), terms.integer(1)});
  const auto again = parse(write(a), "again.xlia");
  EXPECT_EQ(statements_of(again, again.transitions[0].statements, nullptr)[0],
            "guard (or (and b (< x 1)) (and (not b) (< y 1)))");
}

/// Random text of the subset over the names of with_block().
class Random {
 public:
  std::string number(int depth) {
    switch (depth <= 0 ? *rc::gen::inRange(0, 3) : *rc::gen::inRange(0, 9)) {
      case 0:
        return *rc::gen::element<std::string>("x", "y", "n", "p", "k");
      case 1:
        return std::to_string(*rc::gen::inRange(0, 20));
      case 2:
        return *rc::gen::element<std::string>("r", "cl", "0.5", "2.0", "1.25");
      case 3:
        return "-" + primary(depth);
      case 4:
        return primary(depth) + " * " + primary(depth);
      case 5:
        return primary(depth) + " / " +
               *rc::gen::element<std::string>("3", "2.0", "x", "r", "(0 - 4)");
      case 6:
        return integer(depth) + " % " +
               *rc::gen::element<std::string>("3", "x");
      default:
        return primary(depth) + *rc::gen::element<std::string>(" + ", " - ") +
               primary(depth);
    }
  }
  std::string boolean(int depth) {
    switch (depth <= 0 ? *rc::gen::inRange(0, 2) : *rc::gen::inRange(0, 7)) {
      case 0:
        return *rc::gen::element<std::string>("b", "b", "true", "false");
      case 1:
        return number(depth - 1) +
               *rc::gen::element<std::string>(
                   " < ", " <= ", " > ", " >= ", " == ", " != ") +
               number(depth - 1);
      case 2:
        return "!(" + boolean(depth - 1) + ")";
      case 3:
        return number(0) + " <= " + number(0) + " < " + number(0);
      case 4:
        return "(" + boolean(depth - 1) + ") == (" + boolean(depth - 1) + ")";
      default: {
        const auto op = *rc::gen::element<std::string>(" && ", " || ");
        return "(" + boolean(depth - 1) + ")" + op + boolean(0) + op + "(" +
               boolean(depth - 1) + ")";
      }
    }
  }
  std::string statements(int depth, bool joint) {
    std::string out;
    const int n = *rc::gen::inRange(0, 4);
    for (int i = 0; i < n; ++i) out += statement(depth, joint);
    return out;
  }

 private:
  std::string primary(int depth) { return "(" + number(depth - 1) + ")"; }
  std::string integer(int depth) {
    return depth <= 0 ? "x" : "(" + integer(depth - 1) + " + y)";
  }
  std::string statement(int depth, bool joint) {
    switch (depth <= 0 ? *rc::gen::inRange(0, 4) : *rc::gen::inRange(0, 6)) {
      case 0:
        return "guard " + boolean(2) + ";\n";
      case 1:
        return *rc::gen::element<std::string>("x", "y", "r", "cl") +
               " := " + number(2) + ";\n";
      case 2:
        return "b := " + boolean(1) + ";\n";
      case 3:
        return joint ? "" : "newfresh(n);\n";
      case 4:
        return "if (" + boolean(1) + ") {\n" + statements(depth - 1, true) +
               "} else {\n" + statements(depth - 1, true) + "}\n";
      default:
        return "{ " + statements(depth - 1, joint) + "}\n";
    }
  }
};

RC_GTEST_PROP(Write, RandomBlocksComeBack, ()) {
  Random random;
  std::string body = random.statements(3, false);
  if (*rc::gen::arbitrary<bool>())
    body += "output Rat(" + random.number(2) + ");";
  RC_PRE(errors_of(with_block(body)).empty());
  const auto a = parse(with_block(body), "m.xlia");
  const std::string text = write(a);
  RC_LOG() << body << "\n-----\n" << text;
  const auto again = parse(text, "again.xlia");
  RC_ASSERT(structure_of(again) == structure_of(a));
  RC_ASSERT(write(again) == text);
}

}  // namespace
}  // namespace catenary::frontend::xlia::test
