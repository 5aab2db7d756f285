// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which paths are test purposes, and what is said of the others.
#include <gtest/gtest.h>

#include "unit/engine/symbolic/judge.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

std::vector<std::string> cycle(std::size_t steps) {
  const std::vector<std::string> names{"tr1", "tr3", "tr4", "tr1", "tr2"};
  std::vector<std::string> path;
  for (std::size_t i = 0; i < steps; ++i) path.push_back(names[i % 5]);
  return path;
}

TestCaseResult check(const model::TimedAutomaton& a,
                     const std::vector<std::string>& path,
                     const TestCaseOptions& options = {}) {
  Execution execution(a);
  return check_purpose(execution, path_of(a, path), options, base::Budget());
}

TEST(Purpose, NamesTheFirstGuardThatCannotHoldAndTheCore) {
  const auto atm = cash_machine();
  // Each cycle pays out 1 or more of the 100 that are there.
  EXPECT_EQ(check(atm, cycle(500)).refusal, Refusal::none);
  const TestCaseResult spent = check(atm, cycle(510));
  EXPECT_EQ(spent.refusal, Refusal::infeasible);
  ASSERT_EQ(spent.diagnostics.size(), 1U);
  const base::Diagnostic& d = spent.diagnostics[0];
  EXPECT_NE(d.message.find("'tr2' (Verify to Idle) cannot be taken as step "
                           "505 of 510"),
            std::string::npos)
      << d.message;
  EXPECT_EQ(d.where, atm.transitions[1].statements[0].where);
  ASSERT_FALSE(d.notes.empty());
  EXPECT_NE(d.notes[0].message.find("guard '(and (<= amount balance)"),
            std::string::npos)
      << d.notes[0].message;
  bool balance = false;
  for (const auto& n : d.notes) {
    balance = balance || n.message.find("assignment") != std::string::npos;
  }
  EXPECT_TRUE(balance);
}

TEST(Purpose, NamesTheLeastTimeOut) {
  const auto late = Builder()
                        .clock("cl")
                        .input("In")
                        .output("Out")
                        .states({"a", "b"})
                        .transition("in", "a", "b")
                        .receive("In")
                        .guard("(<= 3.0 cl)")
                        .assign("cl", "0.0")
                        .transition("out", "b", "a")
                        .guard("(<= 7.5 cl)")
                        .send("Out")
                        .build();
  TestCaseOptions options;
  options.time_out = 7;
  const TestCaseResult result = check(late, {"in", "out"}, options);
  EXPECT_EQ(result.refusal, Refusal::time_out);
  EXPECT_NE(
      result.diagnostics[0].message.find("the least time-out that allows it is "
                                         "15/2"),
      std::string::npos)
      << result.diagnostics[0].message;
  EXPECT_EQ(result.late_steps, 2U) << "the answer comes too late";
  options.time_out = mpq_class(15, 2);
  EXPECT_EQ(check(late, {"in", "out"}, options).refusal, Refusal::none);
  // Before the stimulation, time has to be left.
  options.time_out = 8;
  options.time_out_in[0] = 3;
  const TestCaseResult single = check(late, {"in", "out"}, options);
  EXPECT_EQ(single.refusal, Refusal::time_out);
  EXPECT_NE(single.diagnostics[0].message.find("set for single states"),
            std::string::npos);
  EXPECT_EQ(single.late_steps, 1U) << "the stimulation does";
}

TEST(Purpose, AStateOfThePathHasNoInternalTransition) {
  const auto a = Builder()
                     .output("Out")
                     .states({"a", "b"})
                     .transition("out", "a", "b")
                     .send("Out")
                     .transition("silently", "a", "a")
                     .build();
  const TestCaseResult result = check(a, {"out"});
  EXPECT_EQ(result.refusal, Refusal::internal);
  EXPECT_EQ(result.diagnostics[0].where, a.transitions[1].where);
}

TEST(Purpose, WitnessesAreRuns) {
  const auto a = Builder()
                     .variable("hidden", kInt)
                     .variable("x", kInt, "0")
                     .clock("cl")
                     .start_guard("(< 40 hidden)")
                     .input("In", {kInt})
                     .output("Out", {kInt})
                     .states({"a", "b", "c"})
                     .transition("in", "a", "b")
                     .receive("In", {"x"})
                     .guard("(= x (* 2 hidden))")
                     .transition("out", "b", "c")
                     .guard("(= cl 4.5)")
                     .fresh("x")
                     .guard("(< 10 x)")
                     .send("Out", {"(- x 3)"})
                     .build();
  const TestCaseResult result = check(a, {"in", "out"});
  EXPECT_EQ(result.refusal, Refusal::none);
  ASSERT_EQ(result.witness.size(), 2U);
  ASSERT_EQ(result.hidden.size(), 1U);
  EXPECT_GT(result.hidden[0].as_integer(), 40);
  EXPECT_EQ(result.witness[0].values[0].as_integer(),
            2 * result.hidden[0].as_integer());
  EXPECT_EQ(result.witness[0].delay + result.witness[1].delay, mpq_class(9, 2));
  ASSERT_EQ(result.witness[1].fresh.size(), 1U);
  EXPECT_EQ(result.witness[1].values[0].as_integer(),
            result.witness[1].fresh[0].as_integer() - 3);
}

TEST(Purpose, NonLinearGuardsAreDecidedOrLeftUndecided) {
  const auto product = [](const std::string& guard) {
    return Builder()
        .variable("x", kInt, "0")
        .variable("y", kInt, "0")
        .input("In", {kInt, kInt})
        .output("Out", {kInt})
        .states({"a", "b"})
        .transition("in", "a", "b")
        .receive("In", {"x", "y"})
        .guard(guard)
        .transition("out", "b", "a")
        .send("Out", {"(* x y)"})
        .build();
  };
  const auto a = product("(and (< 1 x 9) (< 1 y 9) (= (* x y) 35))");
  TestCaseOptions options;
  options.query_time = std::chrono::milliseconds(500);
  const TestCaseResult result = make(a, {"in", "out"}, options);
  EXPECT_EQ(result.refusal, Refusal::none);
  if (result.refusal == Refusal::none) {
    Judge judge(a, result);
    judge.set("d~1", "0.0").set("In@1.1", "5").set("In@1.2", "7");
    judge.set("d~2", "0.0").set("Out@2", "35");
    EXPECT_EQ(judge.at(1, "Out"), "PASS R4");
    judge.set("Out@2", "36");
    EXPECT_EQ(judge.at(1, "Out"), "FAIL_out R9");
  }
  // No two numbers do that; that takes a solver for ever, or not.
  const auto hard =
      product("(and (< 2 x) (< 2 y) (= (+ (* x x x) (* y y y)) (* 4 x y)))");
  const TestCaseResult open = make(hard, {"in", "out"}, options);
  EXPECT_TRUE(open.refusal == Refusal::undecided ||
              open.refusal == Refusal::infeasible);
}

TEST(Purpose, WithoutTimeNothingIsClaimed) {
  const auto atm = cash_machine();
  base::Budget spent;
  spent.interrupt();
  Execution execution(atm);
  const TestCaseResult result =
      make_test_case(execution, path_of(atm, {"tr1", "tr2"}), {}, spent);
  EXPECT_EQ(result.refusal, Refusal::undecided);
  EXPECT_TRUE(result.tree.states.empty());
}

TEST(Purpose, LongNonLinearPathsDoNotHang) {
  const auto a = Builder()
                     .variable("x", kInt, "3")
                     .variable("y", kInt, "0")
                     .input("In", {kInt})
                     .output("Out", {kInt})
                     .states({"a", "b"})
                     .transition("in", "a", "b")
                     .receive("In", {"y"})
                     .guard("(< 2 (mod (* x y y) 7))")
                     .assign("x", "(+ 1 (* x y))")
                     .transition("out", "b", "a")
                     .send("Out", {"(mod x 5)"})
                     .build();
  TestCaseOptions options;
  options.query_time = std::chrono::milliseconds(50);
  std::vector<std::string> path;
  for (int i = 0; i < 60; ++i) path.insert(path.end(), {"in", "out"});
  const TestCaseResult result = check(a, path, options);
  EXPECT_EQ(result.refusal, Refusal::undecided);
}

}  // namespace
}  // namespace catenary::engine::symbolic
