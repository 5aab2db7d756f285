// SPDX-License-Identifier: Apache-2.0
/// \file
/// Execution contexts: what a step does to valuation and path condition.
#include "engine/symbolic/execution.h"

#include <gtest/gtest.h>

#include "logic/term/smtlib/smtlib.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

std::vector<std::string> texts(const std::vector<logic::Term>& terms) {
  std::vector<std::string> result;
  for (const logic::Term t : terms) result.push_back(logic::to_smtlib(t));
  return result;
}

using Texts = std::vector<std::string>;

/// The last context of a path.
ContextId follow(Execution& execution, const Texts& names) {
  ContextId at = 0;
  for (const std::uint32_t t : path_of(execution.automaton(), names)) {
    at = execution.successor(at, t);
  }
  return at;
}

TEST(Execution, StartsWithClocksAtZeroAndHidesWhatIsNotInitialised) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const Context& start = execution.context(0);
  EXPECT_EQ(texts(start.valuation), (Texts{"amount?", "100", "0.0"}));
  EXPECT_EQ(texts(start.hidden), Texts{"amount?"});
  EXPECT_TRUE(start.conditions.empty());
  EXPECT_FALSE(start.transition);
}

TEST(Execution, NamesValuesByStepAndSharesThemBetweenSiblings) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const ContextId one = follow(execution, {"tr1"});
  const Context& verify = execution.context(one);
  EXPECT_EQ(logic::to_smtlib(verify.delay), "d~1");
  EXPECT_EQ(texts(verify.values), Texts{"Withdraw@1"});
  EXPECT_EQ(texts(verify.valuation), (Texts{"Withdraw@1", "100", "0.0"}));
  EXPECT_EQ(texts(verify.conditions),
            (Texts{"(<= 0.0 d~1)", "(< 0 Withdraw@1)"}));
  EXPECT_EQ(verify.statement_of, (std::vector<std::int32_t>{-1, 0}));

  const std::vector<ContextId> after = execution.successors(one);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(execution.context(after[0]).delay, execution.delay_from(one));
  EXPECT_EQ(execution.context(after[1]).delay, execution.delay_from(one));
  const Context& cash = execution.context(after[0]);
  EXPECT_EQ(texts(cash.conditions),
            (Texts{"(<= 0.0 d~2)",
                   "(and (<= d~2 10.0) (<= Withdraw@1 100))",
                   "(= Withdraw@1 Cash@2)"}));
  ASSERT_EQ(cash.definitions.size(), 1U);
  EXPECT_EQ(logic::to_smtlib(cash.definitions[0].variable), "balance.2");
  EXPECT_EQ(logic::to_smtlib(cash.definitions[0].value), "(- 100 Withdraw@1)");
  EXPECT_EQ(texts(cash.valuation), (Texts{"Withdraw@1", "balance.2", "d~2"}));
}

TEST(Execution, LetsClocksGrowFromStepToStep) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const ContextId at = follow(execution, {"tr1", "tr3", "tr4", "tr1", "tr3"});
  const Context& print =
      execution.context(follow(execution, {"tr1", "tr3", "tr4"}));
  EXPECT_EQ(texts(print.valuation), (Texts{"Withdraw@1", "100", "d~3"}));
  const Context& verify = execution.context(follow(execution, {"tr1", "tr2"}));
  EXPECT_EQ(logic::to_smtlib(verify.valuation[2]), "d~2");
  EXPECT_EQ(execution.path_to(at).size(), 6U);
  const Texts condition = texts(execution.path_condition(at));
  EXPECT_EQ(condition.back(), "(= Withdraw@4 Refused@5)");
  EXPECT_EQ(condition.front(), "(<= 0.0 d~1)");
}

TEST(Execution, StepsFromAnywhere) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const ContextId verify = execution.anywhere(1);
  EXPECT_EQ(execution.anywhere(1), verify);
  const Context& cash = execution.context(execution.successors(verify)[0]);
  EXPECT_EQ(texts(cash.conditions),
            (Texts{"(<= 0.0 d~1)",
                   "(and (<= amount balance) (<= (+ cl d~1) 10.0))",
                   "(= amount Cash@1)"}));
  EXPECT_EQ(texts(cash.valuation), (Texts{"amount", "balance.1", "cl.1"}));
}

TEST(Execution, ComputesEachContextOnce) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const auto first = execution.successors(0);
  EXPECT_EQ(execution.successors(0), first);
  EXPECT_EQ(execution.successor(0, 0), first[0]);
}

TEST(Execution, EvaluatesStatementsInTheirOrder) {
  const model::TimedAutomaton a = Builder()
                                      .variable("x", kInt, "1")
                                      .variable("y", kInt, "2")
                                      .output("Out", {kInt})
                                      .states({"s"})
                                      .transition("t", "s", "s")
                                      .assign("x", "(+ x 10)")
                                      .send("Out", {"x"})
                                      .assign("x", "y")
                                      .guard("(= x 2)")
                                      .assign("y", "(+ x y)")
                                      .build();
  Execution execution(a);
  const Context& c = execution.context(execution.successors(0)[0]);
  // What is sent is 11; afterwards x is 2, which the guard sees.
  EXPECT_EQ(texts(c.conditions), (Texts{"(<= 0.0 d~1)", "(= Out@1 11)"}));
  EXPECT_EQ(texts(c.valuation), (Texts{"2", "4"}));
}

TEST(Execution, AsksReceivedAndSentValuesToBeOfTheirTypes) {
  const model::TimedAutomaton a = Builder()
                                      .variable("n", kUint, "0")
                                      .variable("q", kRational, "0.5")
                                      .input("In", {kUrational})
                                      .output("Out", {kInt})
                                      .states({"s"})
                                      .transition("r", "s", "s")
                                      .receive("In", {"n"})
                                      .transition("w", "s", "s")
                                      .send("Out", {"(+ q 1.0)"})
                                      .build();
  Execution execution(a);
  const Context& r = execution.context(execution.successors(0)[0]);
  EXPECT_EQ(texts(r.conditions),
            (Texts{"(<= 0.0 d~1)",
                   "(<= 0.0 In@1)",
                   "(and (<= 0.0 In@1) (is_int In@1))"}));
  ASSERT_EQ(r.definitions.size(), 1U);
  EXPECT_EQ(logic::to_smtlib(r.definitions[0].value), "(to_int In@1)");
  // 3/2 goes into no integer: nothing can be sent.
  const Context& w = execution.context(execution.successors(0)[1]);
  EXPECT_TRUE(w.conditions.at(1).is_false());
}

TEST(Execution, KeepsObligationsOfAssignments) {
  const model::TimedAutomaton a = Builder()
                                      .variable("n", kUint, "3")
                                      .input("In", {kInt})
                                      .variable("x", kInt, "0")
                                      .states({"s"})
                                      .transition("t", "s", "s")
                                      .receive("In", {"x"})
                                      .assign("n", "(- n x)")
                                      .build();
  Execution execution(a);
  EXPECT_TRUE(execution.context(0).obligations.empty());
  const Context& c = execution.context(execution.successors(0)[0]);
  ASSERT_EQ(c.obligations.size(), 1U);
  EXPECT_EQ(c.obligations[0].variable, 0U);
  EXPECT_EQ(logic::to_smtlib(c.obligations[0].in_range), "(<= 0 (- 3 In@1))");
}

TEST(Execution, HidesFreshValuesAndKnowsWhatDependsOnThem) {
  const model::TimedAutomaton a = Builder()
                                      .variable("x", kUint, "0")
                                      .variable("y", kInt, "0")
                                      .variable("k", kInt, "0")
                                      .parameter("p", kInt)
                                      .output("Out", {kInt})
                                      .states({"s"})
                                      .transition("t", "s", "s")
                                      .fresh("x")
                                      .fresh("x", "(> y 0)")
                                      .assign("y", "(+ x p)")
                                      .assign("k", "(+ k 1)")
                                      .send("Out", {"y"})
                                      .build();
  Execution execution(a);
  EXPECT_EQ(texts(execution.context(0).hidden), Texts{"p?"});
  const ContextId one = execution.successors(0)[0];
  const Context& c = execution.context(one);
  // y is 0: the second value is not taken.
  EXPECT_EQ(texts(c.hidden), (Texts{"x?1", "x?1.2"}));
  EXPECT_EQ(logic::to_smtlib(c.valuation[0]), "x?1");
  EXPECT_EQ(logic::to_smtlib(c.valuation[2]), "1");
  const ContextId two = execution.successors(one)[0];
  EXPECT_EQ(texts(execution.hidden(two)),
            (Texts{"p?", "x?1", "x?1.2", "x?2", "x?2.2"}));
  Texts names;
  for (const Definition& d : execution.hidden_definitions(two)) {
    names.push_back(logic::to_smtlib(d.variable));
  }
  EXPECT_EQ(names, (Texts{"y.1", "x.2", "y.2"}));
}

TEST(Execution, RestrictsInitialValuesByInit) {
  const model::TimedAutomaton a = Builder()
                                      .variable("x", kUint)
                                      .variable("y", kInt)
                                      .variable("z", kInt)
                                      .states({"s"})
                                      .start_guard("(> x 3)")
                                      .build();
  Execution execution(a);
  const Context& start = execution.context(0);
  EXPECT_EQ(texts(start.hidden), (Texts{"x?", "y?", "z?"}));
  EXPECT_EQ(texts(start.conditions), (Texts{"(< 3 x?)", "(<= 0 x?)"}));
}

TEST(Execution, GivesSeveralParametersNumbers) {
  const model::TimedAutomaton a = Builder()
                                      .variable("x", kInt)
                                      .variable("y", kInt)
                                      .input("In", {kInt, kUint})
                                      .input("Tick")
                                      .states({"s"})
                                      .transition("t", "s", "s")
                                      .receive("In", {"x", "y"})
                                      .transition("u", "s", "s")
                                      .receive("Tick")
                                      .build();
  Execution execution(a);
  EXPECT_EQ(texts(execution.values_from(0, 0)), (Texts{"In@1.1", "In@1.2"}));
  EXPECT_TRUE(execution.values_from(0, 1).empty());
  EXPECT_EQ(texts(execution.types_from(0, 0)),
            (Texts{"(<= 0.0 d~1)", "(<= 0 In@1.2)"}));
  EXPECT_EQ(texts(execution.types_from(0, std::nullopt)),
            Texts{"(<= 0.0 d~1)"});
}

}  // namespace
}  // namespace catenary::engine::symbolic
