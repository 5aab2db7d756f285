// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test-case trees in other languages, read back by our own readers.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "frontend/xlia/xlia.h"
#include "logic/term/smtlib/smtlib.h"
#include "report/export/drawing/diagram.h"
#include "report/export/smtlib.h"
#include "report/export/xlia_tree.h"
#include "unit/smtlib_script.h"
#include "unit/suite/example.h"

namespace catenary::report {
namespace {

using suite::Action;
using suite::Verdict;

/// Send x, see Out of x + h within 5 for some hidden h >= 0.
suite::Suite small() {
  suite::Suite s;
  s.model.path = "m.xlia";
  s.signature.time_unit = "s";
  s.signature.channels = {{"In",
                           suite::Direction::input,
                           true,
                           {suite::example::signal("a", "int")}},
                          {"Out",
                           suite::Direction::output,
                           true,
                           {suite::example::signal("b", "real")}}};
  suite::Test test;
  test.id = "0123456789abcdef";
  test.kind = suite::TestKind::tree;
  suite::Tree& t = test.tree;
  const logic::Sort integer = logic::Sort::integer();
  const logic::Sort real = logic::Sort::real();
  t.terms = std::make_shared<logic::TermManager>();
  t.variables = {
      {"d!0", real}, {"In!1", integer}, {"d!1", real}, {"Out!1", real}};
  t.functions = {{"late", {{"x", real}}, "(> x 5.0)"}};
  t.states = {{"ec0", 10, {}}, {"ec1", mpq_class(13, 2), {}}};
  t.leaves = {{"PASS", Verdict::pass, ""},
              {"FAIL_out", Verdict::fail, ""},
              {"FAIL_dur", Verdict::fail, ""},
              {"FAIL_out", Verdict::fail, ""}};
  const auto add = [&](suite::TreeTransition transition) {
    t.transitions.push_back(std::move(transition));
  };
  // Names are written as symbols, as the engine does.
  const std::string in = logic::smtlib_symbol("In!1");
  const std::string out = logic::smtlib_symbol("Out!1");
  const std::string d0 = logic::smtlib_symbol("d!0");
  const std::string d1 = logic::smtlib_symbol("d!1");
  t.states[1].definitions = {{"twice", integer, {}}};
  suite::TreeFormulas formulas(t);
  t.states[1].definitions[0].value =
      formulas.value("twice", "(ite (< " + in + " 0) 0 (* 2 " + in + "))");
  add({0,
       false,
       1,
       Action::stimulate,
       0,
       "d!0",
       {"In!1"},
       formulas.guard("(and (< " + in + " 3) (< " + d0 + " 10.0))"),
       {},
       "R1"});
  add({0,
       true,
       2,
       Action::quiescence,
       0,
       "d!0",
       {},
       formulas.guard("true"),
       {},
       "R10"});
  const auto observe =
      [&](std::uint32_t leaf, const std::string& guard, const char* rule) {
        add({1,
             true,
             leaf,
             Action::observe,
             1,
             "d!1",
             {"Out!1"},
             formulas.guard(guard),
             {},
             rule});
      };
  observe(0,
          "(and (not (late " + d1 +
              ")) (exists ((h Real)) (and (<= 0.0 h) (= " + out +
              " (+ h (to_real twice))))))",
          "R4");
  observe(1, "(< " + out + " (to_real twice))", "R9");
  observe(3, "(late " + d1 + ")", "R9");
  s.tests = {test};
  return s;
}

std::string guards_of(const model::TimedAutomaton& a, std::size_t t) {
  std::string out;
  for (const auto& s : a.transitions[t].statements) {
    if (s.kind == model::TimedStatement::Kind::guard) {
      out += logic::to_smtlib(s.condition) + ";";
    }
  }
  return out;
}

TEST(TreeAsXlia, IsReadBack) {
  const std::string text = write_xlia(small());
  const auto a = frontend::xlia::parse(text, "tests.xlia");
  EXPECT_EQ(a.states.size(), 5U) << text;  // two, and three verdicts
  ASSERT_EQ(a.transitions.size(), 5U);
  EXPECT_EQ(a.states[a.initial].name, "ec0");
  EXPECT_EQ(a.transitions[0].action, model::TimedAction::output);
  EXPECT_EQ(guards_of(a, 0), "(and (< In_1 3) (< d_0 10.0));");
  EXPECT_EQ(a.transitions[1].action, model::TimedAction::internal);
  EXPECT_EQ(guards_of(a, 1), "(= cl 10.0);");
  EXPECT_EQ(a.transitions[2].action, model::TimedAction::input);
  // The function is expanded, the hidden value fresh.
  EXPECT_EQ(guards_of(a, 2),
            "(and (not (< 5.0 d_1)) (and (<= 0.0 some_h) (= Out_1 (+ some_h "
            "(to_real twice)))));");
  const auto fail = a.find_state("FAIL_out");
  ASSERT_TRUE(fail.has_value());
  EXPECT_EQ(a.transitions[3].to, *fail);
  EXPECT_EQ(a.transitions[4].to, *fail);
  EXPECT_EQ(a.states[*fail].kind, model::TimedStateKind::terminal);
  EXPECT_EQ(a.transitions[3].name, "R9_Out");
  EXPECT_EQ(a.transitions[4].name, "R9_Out_2");
}

TEST(TreeAsXlia, OfSeveralOneIsChosen) {
  suite::Suite s = small();
  s.tests.push_back(s.tests[0]);
  const auto a = frontend::xlia::parse(write_xlia(s), "tests.xlia");
  EXPECT_EQ(a.states[a.initial].transitions.size(), 2U);
  EXPECT_TRUE(a.find_state("t1_ec0").has_value());
  EXPECT_TRUE(a.find_state("t2_ec1").has_value());
  EXPECT_EQ(a.channels.size(), 2U);  // shared
}

TEST(TreeAsXlia, TheZooIsReadBack) {
  const auto a =
      frontend::xlia::parse(write_xlia(suite::example::zoo()), "tests.xlia");
  EXPECT_EQ(a.transitions.size(), 3U);
}

/// The message of the InputError that `body` throws.
template <typename Body>
std::string fault_of(const Body& body) {
  try {
    body();
  } catch (const base::InputError& e) {
    return e.diagnostics()[0].message;
  }
  return "";
}

TEST(TreeAsXlia, WhatXliaCannotSayIsNamed) {
  suite::Suite s = small();
  suite::Tree& tree = s.tests[0].tree;
  tree.transitions[3].guard =
      suite::example::guard(tree, "(not (exists ((h Int)) (= h twice)))");
  EXPECT_EQ(fault_of([&] { (void)write_xlia(s); }),
            "test 0123456789ab, state ec1, R9 Out: XLIA has no way to write "
            "'exists' (SMT-LIB has: --to smtlib)");
  s = small();
  s.signature.channels[0].parameters[0].type = "float32";
  EXPECT_EQ(fault_of([&] { (void)write_xlia(s); }),
            "channel In carries a value of type float32, which XLIA does not "
            "have");
  s.tests.clear();
  EXPECT_EQ(
      fault_of([&] { (void)write_xlia(s); }),
      "the suite does not have a test-case tree; only trees can be written as "
      "XLIA");
}

TEST(TreeAsSmtlib, EveryGuardHasAName) {
  const std::string text = write_smtlib(small());
  logic::TermManager terms;
  std::string asked = text;
  for (const char* name : {"ec0 R1 In",
                           "ec0 R10 silence",
                           "ec1 R4 Out",
                           "ec1 R9 Out",
                           "ec1 R9 Out 2"}) {
    asked += "(assert |" + std::string(name) + "|)\n";
  }
  const auto script = logic::parse_smtlib(terms, asked, "guards.smt2");
  EXPECT_EQ(script.logic, "ALL");
  EXPECT_EQ(script.variables.size(), 4U);
  ASSERT_EQ(script.assertions.size(), 5U) << text;
  EXPECT_TRUE(script.assertions[1].is_true());
  EXPECT_EQ(logic::to_smtlib(script.assertions[4]),
            "(< 5.0 " + logic::smtlib_symbol("d!1") + ")");
}

TEST(TreeAsSmtlib, SeveralTreesAreKeptApart) {
  suite::Suite s = small();
  s.tests.push_back(s.tests[0]);
  const std::string text = write_smtlib(s);
  const auto count = [&](const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + 1)) {
      ++n;
    }
    return n;
  };
  EXPECT_EQ(count("(push 1)"), 2U);
  EXPECT_EQ(count("(pop 1)"), 2U);
}

TEST(TreeAsSmtlib, NamesCannotLeaveTheirComment) {
  suite::Suite s = small();
  s.tests[0].note = "x\n(exit)";
  s.tests[0].tree.states[0].name = "a\n(exit)";
  const std::string text = write_smtlib(s);
  EXPECT_EQ(text.find("\n(exit)\n"), std::string::npos) << text;
  logic::TermManager terms;
  EXPECT_EQ(logic::parse_smtlib(terms, text + "(assert |ec1 R4 Out|)", "x.smt2")
                .assertions.size(),
            1U);
}

TEST(TreeAsPicture, VerdictsAreOneNodeEach) {
  const std::string dot = write_dot(small());
  EXPECT_NE(dot.find("t1_FAIL_out [shape=box"), std::string::npos) << dot;
  EXPECT_EQ(dot.find("FAIL_out_2"), std::string::npos);
  EXPECT_NE(dot.find("t1_q1 -> t1_FAIL_out"), std::string::npos);
  const std::string uml = write_plantuml(small());
  EXPECT_NE(uml.find("as FAIL_out #lightpink"), std::string::npos) << uml;
  EXPECT_NE(uml.find("q0 --> FAIL_dur"), std::string::npos);
}

TEST(TreeAsPicture, GuardsAreInfixWhereShort) {
  const std::string dot = write_dot(small());
  EXPECT_NE(dot.find("[In!1 < 3 && d!0 < 10]"), std::string::npos) << dot;
  EXPECT_NE(dot.find("ec1 (silence: 13/2)\\ntwice = In!1 < 0 ? 0 : 2 * In!1"),
            std::string::npos)
      << dot;
}

}  // namespace
}  // namespace catenary::report
