// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test cases: rules R1 to R11 on small models.
#include "engine/symbolic/testing/test_case.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "suite/read_formula.h"
#include "unit/engine/symbolic/judge.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

TEST(Rules, OfTheCashMachine) {
  const auto atm = cash_machine();
  const TestCaseResult result = make(atm, {"tr1", "tr2"});
  EXPECT_EQ(result.time_out, 11);
  EXPECT_EQ(result.tree.states.size() + result.tree.leaves.size(), 12U);
  EXPECT_EQ(result.tree.transitions.size(), 11U);
  EXPECT_TRUE(result.undecided.empty());
  Judge judge(atm, result);
  EXPECT_EQ(judge.rules(0),
            "Balance: R9, Cash: R9, Refused: R9, Withdraw: R1, silence: R8");
  EXPECT_EQ(judge.rules(1),
            "Balance: R9, Cash: R4 R9, Refused: R5 R9, silence: R10");
  // R1 asks for what leads to the end; more money is refused, rightly.
  judge.set("d~1", "3.0").set("Withdraw@1", "100");
  EXPECT_EQ(judge.at(0, "Withdraw"), "ec1 R1");
  judge.set("Withdraw@1", "101");
  EXPECT_EQ(judge.at(0, "Withdraw"), "");
  judge.set("Withdraw@1", "40").set("d~2", "10.0").set("Cash@2", "40");
  EXPECT_EQ(judge.at(1, "Cash"), "PASS R4");
  judge.set("Cash@2", "41");
  EXPECT_EQ(judge.at(1, "Cash"), "FAIL_out R9");
  judge.set("Cash@2", "40").set("d~2", "10.5");
  EXPECT_EQ(judge.at(1, "Cash"), "FAIL_out R9");
  // Had the machine got more than there is, "Refused" would be right.
  judge.set("d~2", "1.0").set("Refused@2", "40");
  EXPECT_EQ(judge.at(1, "Refused"), "FAIL_out R9");
  judge.set("Withdraw@1", "101").set("Refused@2", "101");
  EXPECT_EQ(judge.at(1, "Refused"), "INC_out R5");
}

TEST(Rules, LeavesSayWhy) {
  const auto atm = cash_machine();
  const TestCaseResult result = make(atm, {"tr1", "tr2"});
  std::map<std::string, std::string> reasons;  // of the last leaf of a rule
  for (const auto& t : result.tree.transitions) {
    if (t.to_leaf) reasons[t.rule] = result.tree.leaves.at(t.to).reason;
  }
  const std::map<std::string, std::string> expected = {
      {"R4", "R4: the purpose ends here: 'tr2' (Verify to Idle) was observed"},
      {"R5",
       "R5: Refused is specified in state Verify ('tr3' (Verify to Print)), "
       "but the purpose takes 'tr2' (Verify to Idle)"},
      {"R8", "R8: nothing happened for 11, and state Idle allows that"},
      {"R9", "R9: no Balance is specified in state Verify after what was seen"},
      {"R10",
       "R10: nothing happened for 11, but in state Verify an output was due"},
  };
  EXPECT_EQ(reasons, expected);
}

/// A lock: waits for a code, or for the customer to press a key, and answers.
model::TimedAutomaton lock() {
  return Builder()
      .variable("x", kInt, "0")
      .clock("cl")
      .input("Code", {kInt})
      .input("Key", {kInt})
      .output("Open")
      .output("Beep", {kInt})
      .states({"idle", "wait"})
      .transition("code", "idle", "wait")
      .receive("Code", {"x"})
      .assign("cl", "0.0")
      .transition("key", "wait", "wait")
      .receive("Key", {"x"})
      .guard("(and (> x 0) (<= cl 3.0))")
      .transition("low", "wait", "wait")
      .receive("Key", {"x"})
      .guard("(and (< x (- 5)) (<= cl 3.0))")
      .transition("open", "wait", "idle")
      .guard("(<= cl 4.0)")
      .send("Open")
      .transition("beep", "wait", "wait")
      .guard("(<= cl 1.0)")
      .send("Beep", {"(* 2 x)"})
      .build();
}

TEST(Rules, OfUncontrollableInputs) {
  const auto a = lock();
  TestCaseOptions options;
  options.uncontrollable = {*a.find_channel("Key")};
  const TestCaseResult result = make(a, {"code", "key", "open"}, options);
  Judge judge(a, result);
  EXPECT_EQ(judge.rules(0),
            "Beep: R9, Code: R1, Key: R7, Open: R9, silence: R8");
  EXPECT_EQ(judge.rules(1),
            "Beep: R5 R9, Key: R3 R6 R7 R11, Open: R5 R9, silence: R10");
  judge.set("d~1", "0.0").set("Code@1", "7").set("d~2", "2.0");
  judge.set("Key@2", "1");
  EXPECT_EQ(judge.at(1, "Key"), "ec2 R3");
  judge.set("Key@2", "(- 6)");
  EXPECT_EQ(judge.at(1, "Key"), "INC_ucInSpec R6");
  judge.set("Key@2", "0");
  EXPECT_EQ(judge.at(1, "Key"), "INC_ucInUspec R7");
  judge.set("Key@2", "1").set("d~2", "3.5");
  EXPECT_EQ(judge.at(1, "Key"), "INC_ucInUspec R7");
  // Later than 4, "Open" was due.
  judge.set("d~2", "4.5");
  EXPECT_EQ(judge.at(1, "Key"), "FAIL_dur R11");
  judge.set("d~2", "1.0").set("Beep@2", "14");
  EXPECT_EQ(judge.at(1, "Beep"), "INC_out R5");
  judge.set("Beep@2", "15");
  EXPECT_EQ(judge.at(1, "Beep"), "FAIL_out R9");
  judge.set("d~2", "5.0");
  EXPECT_EQ(judge.at(1, ""), "FAIL_dur R10");
}

TEST(Rules, TheClockGoesOnThroughUnguardedSteps) {
  const auto a = Builder()
                     .clock("cl")
                     .input("In")
                     .output("Out")
                     .states({"a", "b", "c"})
                     .transition("t", "a", "b")
                     .receive("In")
                     .transition("u", "b", "c")
                     .send("Out")
                     .transition("v", "c", "a")
                     .guard("(<= cl 5.0)")
                     .send("Out")
                     .build();
  Judge judge(a, make(a, {"t", "u", "v"}));
  judge.set("d~1", "1.0").set("d~2", "2.0").set("d~3", "2.0");
  EXPECT_EQ(judge.at(2, "Out"), "PASS R4");
  judge.set("d~3", "2.5");
  EXPECT_EQ(judge.at(2, "Out"), "FAIL_out R9");
  // Too late already: silence was not allowed, nor is any output.
  judge.set("d~2", "4.5").set("d~3", "6.0");
  EXPECT_EQ(judge.at(1, "Out"), "ec2 R2");
  EXPECT_EQ(judge.at(2, ""), "INC_dur R8");
}

TEST(Rules, ValuesOutsideThePortsTypeAreNotSpecified) {
  const auto a = Builder()
                     .variable("x", kInt, "0")
                     .input("In", {kUint})
                     .output("Out", {kUint})
                     .states({"a", "b"})
                     .transition("in", "a", "b")
                     .receive("In", {"x"})
                     .transition("out", "b", "a")
                     .fresh("x")
                     .send("Out", {"x"})
                     .build();
  TestCaseOptions options;
  options.uncontrollable = {0};
  Judge judge(a, make(a, {"in", "out"}, options));
  judge.set("d~1", "0.0").set("In@1", "(- 1)");
  EXPECT_EQ(judge.at(0, "In"), "INC_ucInUspec R7");
  judge.set("In@1", "0").set("d~2", "0.0").set("Out@2", "(- 1)");
  EXPECT_EQ(judge.at(0, "In"), "ec1 R3");
  EXPECT_EQ(judge.at(1, "Out"), "FAIL_out R9");
  judge.set("Out@2", "0");
  EXPECT_EQ(judge.at(1, "Out"), "PASS R4");
}

TEST(Rules, TimeOutsByStateAndWarnings) {
  const auto atm = cash_machine();
  TestCaseOptions options;
  options.time_out = 4;
  options.time_out_in[1] = 20;
  const TestCaseResult result = make(atm, {"tr1", "tr3", "tr4"}, options);
  EXPECT_EQ(result.tree.states[0].time_out, 4);
  EXPECT_EQ(result.tree.states[1].time_out, 20);
  Judge judge(atm, result);
  EXPECT_EQ(judge.rules(1),
            "Balance: R9, Cash: R5 R9, Refused: R2 R9, silence: R10");
  // At 4, "Balance" may still come until 5.
  EXPECT_EQ(judge.rules(2),
            "Balance: R4 R9, Cash: R9, Refused: R9, "
            "silence: R8");
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_NE(result.diagnostics[0].message.find(
                "the time-out 4 (--tm) is too small in state 'Print'"),
            std::string::npos);
}

TEST(Rules, SimplificationChangesNoVerdict) {
  const auto atm = cash_machine();
  TestCaseOptions options;
  options.simplify = false;
  Judge plain(atm, make(atm, {"tr1", "tr3", "tr4", "tr1", "tr2"}, options));
  Judge simple(atm, make(atm, {"tr1", "tr3", "tr4", "tr1", "tr2"}));
  for (Judge* j : {&plain, &simple}) {
    j->set("d~1", "0.0").set("Withdraw@1", "200").set("d~2", "1.0");
    j->set("Refused@2", "200").set("d~3", "1.0").set("Balance@3", "100");
    j->set("d~4", "0.0").set("Withdraw@4", "30").set("d~5", "0.0");
    j->set("Cash@5", "30");
    EXPECT_EQ(j->at(1, "Refused"), "ec2 R2");
    EXPECT_EQ(j->at(2, "Balance"), "ec3 R2");
    EXPECT_EQ(j->at(3, "Withdraw"), "ec4 R1");
    EXPECT_EQ(j->at(4, "Cash"), "PASS R4");
    j->set("Cash@5", "31");
    EXPECT_EQ(j->at(4, "Cash"), "FAIL_out R9");
  }
}

TEST(Rules, SizeIsLinearInTheLengthOfThePurpose) {
  const auto atm = cash_machine();
  const std::vector<std::string> cycle{"tr1", "tr3", "tr4", "tr1", "tr2"};
  const auto size = [&](std::size_t steps) {
    std::vector<std::string> path;
    for (std::size_t i = 0; i < steps; ++i) path.push_back(cycle[i % 5]);
    const TestCaseResult result = make(atm, path);
    EXPECT_EQ(result.refusal, Refusal::none);
    EXPECT_TRUE(result.undecided.empty());
    std::size_t characters = 0;
    for (const auto& t : result.tree.transitions)
      characters += suite::to_smtlib(t.guard).size();
    return characters;
  };
  // Numbers get longer, nothing else.
  EXPECT_LT(static_cast<double>(size(80)), 2.2 * static_cast<double>(size(40)));
}

/// Tells whether a number is below one that nobody knows, or says it.
model::TimedAutomaton guessing() {
  return Builder()
      .variable("secret", kInt)
      .variable("x", kInt, "0")
      .clock("cl")
      .input("Guess", {kInt})
      .output("Less")
      .output("More")
      .output("Is", {kInt})
      .states({"idle", "busy"})
      .transition("ask", "idle", "busy")
      .receive("Guess", {"x"})
      .assign("cl", "0.0")
      .transition("less", "busy", "idle")
      .guard("(and (< secret x) (<= cl 2.0))")
      .send("Less")
      .transition("more", "busy", "idle")
      .guard("(and (>= secret x) (<= cl 3.0))")
      .send("More")
      .transition("is", "busy", "idle")
      .guard("(<= cl 1.0)")
      .send("Is", {"secret"})
      .build();
}

TEST(Rules, WhatWasLearnedOfHiddenValuesAddsUp) {
  const auto a = guessing();
  Judge judge(a,
              make(a,
                   {"ask",
                    "less",
                    "ask",
                    "more",
                    "ask",
                    "less",
                    "ask",
                    "is",
                    "ask",
                    "more"}));
  for (int k = 1; k <= 10; ++k) {
    judge.set("d~" + std::to_string(k), "0.5");
  }
  judge.set("Guess@1", "10").set("Guess@3", "3").set("Guess@5", "8");
  judge.set("Guess@7", "0").set("Is@8", "7");
  EXPECT_EQ(judge.at(7, "Is"), "ec8 R2");
  judge.set("Is@8", "8");
  EXPECT_EQ(judge.at(7, "Is"), "FAIL_out R9");
  judge.set("Is@8", "2");
  EXPECT_EQ(judge.at(7, "Is"), "FAIL_out R9");
  judge.set("Is@8", "5").set("Guess@9", "5");
  EXPECT_EQ(judge.at(9, "More"), "PASS R4");
  EXPECT_EQ(judge.at(9, "Less"), "FAIL_out R9");
  judge.set("Guess@9", "6");
  EXPECT_EQ(judge.at(9, "Less"), "INC_out R5");
  judge.set("Guess@3", "8").set("Guess@5", "11");
  // Between 8 and 10.
  judge.set("Is@6", "7");
  EXPECT_EQ(judge.at(5, "Is"), "FAIL_out R9");
  judge.set("Is@6", "9");
  EXPECT_EQ(judge.at(5, "Is"), "INC_out R5");
}

TEST(Rules, SizeIsLinearWithHiddenValues) {
  const auto a = guessing();
  const std::vector<std::string> cycle{"ask", "less", "ask", "more"};
  const auto size = [&](std::size_t steps) {
    std::vector<std::string> path;
    for (std::size_t i = 0; i < steps; ++i) path.push_back(cycle[i % 4]);
    const TestCaseResult result = make(a, path);
    EXPECT_EQ(result.refusal, Refusal::none);
    EXPECT_TRUE(result.undecided.empty());
    std::size_t characters = 0;
    for (const auto& t : result.tree.transitions) {
      characters += suite::to_smtlib(t.guard).size() +
                    suite::to_smtlib(t.sure_guard).size();
    }
    return characters;
  };
  EXPECT_LT(static_cast<double>(size(48)), 2.4 * static_cast<double>(size(24)));
}

TEST(CheckTree, FindsOverlapsAndGaps) {
  const auto atm = cash_machine();
  TestCaseResult result = make(atm, {"tr1", "tr2"});
  const suite::Signature signature = signature_of(atm, {}, "s");
  const auto check = [&] {
    return check_tree(result.tree, signature, {}, base::Budget());
  };
  EXPECT_TRUE(check().violations.empty());
  EXPECT_TRUE(check().undecided.empty());
  const suite::Tree good = result.tree;
  const auto transition = [&](const char* rule) -> suite::TreeTransition& {
    for (auto& t : result.tree.transitions) {
      if (t.from == 1 && t.rule == rule) return t;
    }
    throw base::ToolError("there is none");
  };
  transition("R9").guard =
      suite::TreeFormulas(result.tree).guard("(<= d~2 11.0)");
  ASSERT_EQ(check().violations.size(), 1U);
  EXPECT_NE(check().violations[0].find("ec1: Cash satisfies both R4 and R9"),
            std::string::npos)
      << check().violations[0];
  result.tree = good;
  transition("R9").guard =
      suite::TreeFormulas(result.tree).guard("(< 10.5 d~2)");
  ASSERT_EQ(check().violations.size(), 1U);
  EXPECT_NE(check().violations[0].find("ec1: Cash satisfies no guard"),
            std::string::npos);
  result.tree = good;
  transition("R10").action = suite::Action::observe;
  const auto missing = check().violations;
  ASSERT_FALSE(missing.empty());
  EXPECT_NE(missing.back().find("nothing observes silence"), std::string::npos);
}

TEST(TestCase, WithGuardsThatOverlapIsNoneAtAll) {
  TestCaseResult result = make(cash_machine(), {"tr1", "tr2"});
  ASSERT_EQ(result.refusal, Refusal::none);
  TestCaseResult open = result;
  conclude({{}, {"ec1: R9 stays open"}}, open);
  EXPECT_EQ(open.refusal, Refusal::none);
  EXPECT_EQ(open.tree, result.tree);
  EXPECT_EQ(open.undecided.back(), "ec1: R9 stays open");

  base::Diagnostic warning;
  warning.severity = base::Severity::warning;
  result.diagnostics = {warning};
  conclude({{"ec1: Cash satisfies both R4 and R9"}, {}}, result);
  EXPECT_EQ(result.refusal, Refusal::undecided);
  EXPECT_EQ(result.tree, suite::Tree());
  ASSERT_EQ(result.diagnostics.size(), 2U);
  EXPECT_EQ(result.diagnostics[0].message,
            "the test case is wrong, please report this: ec1: Cash satisfies "
            "both R4 and R9");
}

}  // namespace
}  // namespace catenary::engine::symbolic
