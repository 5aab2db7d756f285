// SPDX-License-Identifier: Apache-2.0
#include "model/timed/timed_automaton.h"

#include <gtest/gtest.h>

#include "logic/term/smtlib/smtlib.h"

namespace catenary::model::test {
namespace {

using logic::Op;
using logic::Sort;
using logic::Term;
using logic::Value;
using Base = DataType::Base;

/// Two states, "t" in both, "u" in the second; x, r, a clock, a parameter.
TimedAutomaton small() {
  TimedAutomaton a;
  a.terms = std::make_shared<logic::TermManager>();
  const auto variable = [&](const char* name, DataType type) {
    TimedVariable v;
    v.name = name;
    v.type = type;
    v.term = a.terms->variable(name, type.sort());
    a.variables.push_back(v);
  };
  variable("x", {Base::integer, false, false});
  variable("r", {Base::rational, true, false});
  variable("cl", {Base::rational, true, false});
  variable("p", {Base::integer, false, false});
  a.variables[2].clock = true;
  a.variables[3].parameter = true;
  a.states = {{"s", TimedStateKind::start, {0}, {}},
              {"e", TimedStateKind::plain, {1, 2}, {}}};
  a.transitions.resize(3);
  a.transitions[0].name = "t";
  a.transitions[1].name = "t";
  a.transitions[1].from = 1;
  a.transitions[2].name = "u";
  a.transitions[2].from = 1;
  a.channels = {{"In", true, {}, true, {}}, {"Out", false, {}, true, {}}};
  return a;
}

TimedStatement guard(Term condition) {
  TimedStatement s;
  s.condition = condition;
  return s;
}

TEST(DataType, NamesAndSorts) {
  EXPECT_EQ((DataType{Base::integer, true, true}).to_string(), "time uint");
  EXPECT_EQ((DataType{Base::rational, false, false}).to_string(), "rational");
  EXPECT_EQ((DataType{Base::boolean, false, false}).to_string(), "bool");
  EXPECT_EQ((DataType{Base::rational, true, false}).sort(), Sort::real());
  EXPECT_EQ((DataType{Base::integer, true, false}).sort(), Sort::integer());
  EXPECT_EQ((DataType{Base::boolean, false, false}).sort(), Sort::boolean());
}

TEST(DataType, ConversionsBetweenNumbers) {
  logic::TermManager terms;
  const DataType integer{Base::integer, false, false};
  const DataType rational{Base::rational, false, false};
  const Term x = terms.variable("x", Sort::integer());
  const Term r = terms.variable("r", Sort::real());
  EXPECT_EQ(convert_to(terms, integer, x), x);
  EXPECT_EQ(to_smtlib(convert_to(terms, rational, x)), "(to_real x)");
  EXPECT_EQ(to_smtlib(convert_to(terms, integer, r)), "(to_int r)");
  EXPECT_EQ(convert_to(terms, integer, convert_to(terms, rational, x)), x);
  const Term b = terms.variable("b", Sort::boolean());
  EXPECT_EQ(convert_to(terms, {Base::boolean, false, false}, b), b);
}

TEST(DataType, WhatAValueOfATypeSatisfies) {
  logic::TermManager terms;
  const Term x = terms.variable("x", Sort::integer());
  const Term r = terms.variable("r", Sort::real());
  const auto asked = [&](DataType type, Term t) {
    return to_smtlib(is_of_type(terms, type, t));
  };
  EXPECT_EQ(asked({Base::integer, false, false}, x), "true");
  EXPECT_EQ(asked({Base::integer, true, false}, x), "(<= 0 x)");
  EXPECT_EQ(asked({Base::rational, true, false}, r), "(<= 0.0 r)");
  EXPECT_EQ(asked({Base::integer, false, false}, r), "(is_int r)");
  EXPECT_EQ(asked({Base::integer, true, false}, r),
            "(and (is_int r) (<= 0.0 r))");
  // An integer that was made rational is integral.
  const Term made = terms.make(Op::to_real, {x});
  EXPECT_EQ(asked({Base::integer, false, false}, made), "true");
}

TEST(TimedAutomaton, NamesOfTransitions) {
  const TimedAutomaton a = small();
  EXPECT_EQ(a.qualified(1), "e.t");
  EXPECT_EQ(a.find_transition("u"), 2U);
  EXPECT_EQ(a.find_transition("t"), std::nullopt);  // there are two
  EXPECT_EQ(a.find_transition("e.t"), 1U);
  EXPECT_EQ(a.find_transition("s.u"), std::nullopt);
  EXPECT_EQ(a.find_transition(""), std::nullopt);
  EXPECT_EQ(a.find_transition("."), std::nullopt);
  EXPECT_EQ(a.find_state("e"), 1U);
  EXPECT_EQ(a.find_channel("Out"), 1U);
  EXPECT_EQ(a.find_variable("cl"), 2U);
  EXPECT_EQ(a.find_variable("In"), std::nullopt);
}

TEST(TimedAutomaton, WhatIsNotAssignedAtTheStart) {
  TimedAutomaton a = small();
  EXPECT_EQ(a.uninitialised(), (std::vector<std::uint32_t>{0, 1, 3}));
  a.init.push_back(guard(a.terms->boolean(true)));
  TimedStatement assign;
  assign.kind = TimedStatement::Kind::assign;
  assign.assignments.push_back({1, a.terms->constant(Value::real(0))});
  a.init.push_back(assign);
  EXPECT_EQ(a.uninitialised(), (std::vector<std::uint32_t>{0, 3}));
}

TEST(TimedAutomaton, TheLargestConstantOfAClock) {
  TimedAutomaton a = small();
  EXPECT_EQ(a.largest_clock_constant(), 0);
  logic::TermManager& terms = *a.terms;
  const Term x = a.variables[0].term;
  const Term cl = a.variables[2].term;
  const Term seven = terms.constant(Value::real(mpq_class(15, 2)));
  const Term late = terms.make(Op::less, {cl, seven});
  const Term big = terms.make(Op::less, {x, terms.integer(1000)});
  a.transitions[0].statements.push_back(guard(terms.logical_and(big, late)));
  EXPECT_EQ(a.largest_clock_constant(), mpq_class(15, 2));
  // cl - x == -20: what a difference is compared with counts.
  const Term rx = terms.make(Op::to_real, {x});
  const Term difference = terms.make(Op::sub, {cl, rx});
  const Term minus = terms.constant(Value::real(-20));
  a.transitions[2].statements.push_back(guard(terms.equal(difference, minus)));
  EXPECT_EQ(a.largest_clock_constant(), 20);
}

}  // namespace
}  // namespace catenary::model::test
