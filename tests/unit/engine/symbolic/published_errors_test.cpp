// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the published tool for these test cases gets wrong, one test for each
/// kind of error. docs/guarantees-timed.md has the list.
#include <gtest/gtest.h>

#include "logic/term/smtlib/smtlib.h"
#include "unit/engine/symbolic/judge.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

/// Says a number, then "Plus" if it is positive, else "Other".
model::TimedAutomaton announces() {
  return Builder()
      .variable("x", kInt, "0")
      .output("Say", {kInt})
      .output("Plus")
      .output("Other")
      .states({"a", "b", "c"})
      .transition("say", "a", "b")
      .fresh("x")
      .send("Say", {"x"})
      .transition("plus", "b", "c")
      .guard("(> x 0)")
      .send("Plus")
      .transition("other", "b", "c")
      .guard("(<= x 0)")
      .send("Other")
      .build();
}

TEST(PublishedErrors, OneBranchesThatCannotFinishThePurposeStay) {
  const auto a = announces();
  Judge judge(a, make(a, {"say", "plus"}));
  judge.set("d~1", "0.0").set("Say@1", "(- 1)").set("d~2", "0.0");
  // After an observed -1 "Other" is right, and "Plus" no success.
  EXPECT_EQ(judge.at(0, "Say"), "ec1 R2");
  EXPECT_EQ(judge.at(1, "Other"), "INC_out R5");
  EXPECT_EQ(judge.at(1, "Plus"), "FAIL_out R9");
  judge.set("Say@1", "1");
  EXPECT_EQ(judge.at(1, "Plus"), "PASS R4");
  EXPECT_EQ(judge.at(1, "Other"), "FAIL_out R9");
}

TEST(PublishedErrors, TwoConditionsOnEarlierValuesOnlyStay) {
  const auto a = announces();
  const TestCaseResult result = make(a, {"say", "plus"});
  for (const auto& t : result.tree.transitions) {
    if (t.rule != "R4") continue;
    const std::string guard = suite::to_smtlib(t.guard);
    EXPECT_NE(guard.find("Say@1"), std::string::npos) << guard;
  }
}

TEST(PublishedErrors, ThreeEveryStepRecordsItsDelay) {
  const auto a = Builder()
                     .clock("cl")
                     .output("Out")
                     .states({"a", "b", "c"})
                     .transition("t", "a", "b")
                     .send("Out")
                     .transition("u", "b", "c")
                     .guard("(<= cl 5.0)")
                     .send("Out")
                     .build();
  const TestCaseResult result = make(a, {"t", "u"});
  for (const auto& t : result.tree.transitions) {
    EXPECT_EQ(t.delay, t.from == 0 ? "d~1" : "d~2");
  }
  Judge judge(a, result);
  judge.set("d~1", "4.0").set("d~2", "2.0");
  EXPECT_EQ(judge.at(1, "Out"), "FAIL_out R9");
}

TEST(PublishedErrors, FourSilenceCountsAllOutputs) {
  const auto answers = [](const std::string& first, const std::string& second) {
    return Builder()
        .variable("x", kInt, "0")
        .clock("cl")
        .input("In", {kInt})
        .output("A")
        .output("B")
        .states({"idle", "busy"})
        .transition("in", "idle", "busy")
        .receive("In", {"x"})
        .assign("cl", "0.0")
        .transition("a", "busy", "idle")
        .guard(first)
        .send("A")
        .transition("b", "busy", "idle")
        .guard(second)
        .send("B")
        .build();
  };
  // An output without data or time may always come: silence proves nothing.
  const auto lazy = answers("(<= cl 2.0)", "true");
  Judge first(lazy, make(lazy, {"in", "a"}));
  EXPECT_EQ(first.rules(1), "A: R4 R9, B: R5, silence: R8");
  // By 3, the first is due; the second is not. Never both verdicts.
  const auto both =
      answers("(and (> x 0) (<= cl 2.0))", "(and (<= x 0) (<= cl 5.0))");
  TestCaseOptions options;
  options.time_out = 3;
  Judge second(both, make(both, {"in", "a"}, options));
  second.set("d~1", "0.0").set("In@1", "1").set("d~2", "3.0");
  EXPECT_EQ(second.at(1, ""), "FAIL_dur R10");
  second.set("In@1", "0");
  EXPECT_EQ(second.at(1, ""), "INC_dur R8");
}

TEST(PublishedErrors, FiveAMuteSystemFails) {
  const auto a = Builder()
                     .clock("cl")
                     .input("In")
                     .output("Out")
                     .states({"idle", "busy"})
                     .transition("in", "idle", "busy")
                     .receive("In")
                     .assign("cl", "0.0")
                     .transition("out", "busy", "idle")
                     .guard("(= cl 0.0)")
                     .send("Out")
                     .build();
  Judge judge(a, make(a, {"in", "out"}));
  judge.set("d~1", "0.0").set("d~2", "1.0");
  EXPECT_EQ(judge.at(1, ""), "FAIL_dur R10");
  EXPECT_EQ(judge.rules(1), "Out: R4 R9, silence: R10");
}

TEST(PublishedErrors, SixWhatRevealsAHiddenValueBindsIt) {
  const auto a = Builder()
                     .variable("secret", kInt)
                     .variable("guess", kInt, "0")
                     .input("Guess", {kInt})
                     .output("Less")
                     .output("Is", {kInt})
                     .states({"a", "b", "c", "d"})
                     .transition("ask", "a", "b")
                     .receive("Guess", {"guess"})
                     .transition("less", "b", "c")
                     .guard("(< secret guess)")
                     .send("Less")
                     .transition("is", "c", "d")
                     .send("Is", {"secret"})
                     .transition("again", "d", "a")
                     .send("Is", {"secret"})
                     .build();
  const TestCaseResult result = make(a, {"ask", "less", "is", "again"});
  Judge judge(a, result);
  judge.set("d~1", "0.0").set("Guess@1", "10").set("d~2", "0.0");
  judge.set("d~3", "0.0").set("Is@3", "10").set("d~4", "0.0");
  // Less than 10, it said.
  EXPECT_EQ(judge.at(2, "Is"), "FAIL_out R9");
  judge.set("Is@3", "9");
  EXPECT_EQ(judge.at(2, "Is"), "ec3 R2");
  judge.set("Is@4", "8");
  EXPECT_EQ(judge.at(3, "Is"), "FAIL_out R9");
  judge.set("Is@4", "9");
  EXPECT_EQ(judge.at(3, "Is"), "PASS R4");
  // No guess is below every secret: it may be answered, or not.
  EXPECT_EQ(judge.at(0, "Guess"), "ec1 R1");
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_NE(result.diagnostics[0].message.find(
                "hidden values; the test sends what does for some"),
            std::string::npos);
}

TEST(PublishedErrors, SixSureStimulationsAreTold) {
  const auto a = Builder()
                     .variable("secret", kInt)
                     .variable("guess", kInt, "0")
                     .start_guard("(and (<= 1 secret) (<= secret 6))")
                     .input("Guess", {kInt})
                     .output("Less")
                     .states({"a", "b", "c"})
                     .transition("ask", "a", "b")
                     .receive("Guess", {"guess"})
                     .transition("less", "b", "c")
                     .guard("(< secret guess)")
                     .send("Less")
                     .build();
  const TestCaseResult result = make(a, {"ask", "less"});
  ASSERT_EQ(result.tree.transitions[0].rule, "R1");
  Judge judge(a, result);
  judge.set("d~1", "0.0").set("Guess@1", "3");
  EXPECT_TRUE(judge.holds(result.tree.transitions[0].guard));
  EXPECT_FALSE(judge.holds(result.tree.transitions[0].sure_guard));
  judge.set("Guess@1", "7");
  EXPECT_TRUE(judge.holds(result.tree.transitions[0].sure_guard));
  judge.set("Guess@1", "1");
  EXPECT_FALSE(judge.holds(result.tree.transitions[0].guard));
}

model::TimedAutomaton two_answers(const std::string& second_guard) {
  return Builder()
      .clock("cl")
      .output("Out")
      .states({"a", "b", "c"})
      .transition("early", "a", "b")
      .guard("(<= cl 2.0)")
      .send("Out")
      .transition("late", "a", "c")
      .guard(second_guard)
      .send("Out")
      .build();
}

TEST(PublishedErrors, SevenTimeGuardsTellTransitionsApart) {
  const auto a = two_answers("(< 2.0 cl)");
  Judge judge(a, make(a, {"early"}));
  judge.set("d~1", "2.0");
  EXPECT_EQ(judge.at(0, "Out"), "PASS R4");
  judge.set("d~1", "2.5");
  EXPECT_EQ(judge.at(0, "Out"), "INC_out R5");

  const auto b = two_answers("(<= 2.0 cl)");
  const TestCaseResult refused = make(b, {"early"});
  EXPECT_EQ(refused.refusal, Refusal::nondeterministic);
  ASSERT_EQ(refused.diagnostics.size(), 1U);
  const base::Diagnostic& d = refused.diagnostics[0];
  EXPECT_NE(d.message.find("state 'a'"), std::string::npos) << d.message;
  EXPECT_NE(d.message.find("'early' (a to b) and 'late' (a to c)"),
            std::string::npos);
  ASSERT_EQ(d.notes.size(), 2U);
  EXPECT_EQ(d.notes[0].where, b.transitions[1].where);
  EXPECT_NE(d.notes[1].message.find("after 2 Out"), std::string::npos)
      << d.notes[1].message;
}

TEST(PublishedErrors, SevenAParameterIsOneValueForTheWholeTestCase) {
  const auto a = Builder()
                     .parameter("p", kInt)
                     .variable("x", kInt, "0")
                     .output("Say", {kInt})
                     .states({"a", "b", "c"})
                     .transition("one", "a", "b")
                     .send("Say", {"p"})
                     .transition("two", "b", "c")
                     .fresh("x")
                     .guard("(< x 3)")
                     .send("Say", {"(+ p x)"})
                     .build();
  Judge judge(a, make(a, {"one", "two"}));
  judge.set("d~1", "0.0").set("Say@1", "5").set("d~2", "0.0");
  judge.set("Say@2", "7");
  EXPECT_EQ(judge.at(1, "Say"), "PASS R4");
  judge.set("Say@2", "8");
  EXPECT_EQ(judge.at(1, "Say"), "FAIL_out R9");
}

TEST(PublishedErrors, EightWhatIsNoPurposeIsAnError) {
  const auto atm = cash_machine();
  const auto refusal = [&](const std::vector<std::string>& path) {
    const TestCaseResult r = make(atm, path);
    EXPECT_TRUE(r.tree.states.empty());
    EXPECT_EQ(r.diagnostics.size(), 1U);
    EXPECT_EQ(r.diagnostics[0].severity, base::Severity::error);
    return std::string(to_string(r.refusal));
  };
  EXPECT_EQ(refusal({}), "empty");
  EXPECT_EQ(refusal({"tr1"}), "ends-in-input");
  EXPECT_EQ(refusal({"tr1", "tr4"}), "not-connected");
  EXPECT_EQ(refusal({"tr2"}), "not-connected");
}

TEST(PublishedErrors, NineGuardsAreSmtlibAndObservationsHaveAllParameters) {
  const auto a = Builder()
                     .variable("x", kInt, "0")
                     .variable("y", kBool, "false")
                     .input("In", {kInt, kBool})
                     .output("Out", {kInt, kBool, kRational})
                     .states({"a", "b"})
                     .transition("in", "a", "b")
                     .receive("In", {"x", "y"})
                     .transition("out", "b", "a")
                     .send("Out", {"x", "(not y)", "0.5"})
                     .build();
  const TestCaseResult result = make(a, {"in", "out"});
  std::set<std::string> declared;
  for (const auto& v : result.tree.variables) {
    EXPECT_EQ(logic::smtlib_symbol(v.name), v.name);
    EXPECT_TRUE(declared.insert(v.name).second);
  }
  for (const auto& t : result.tree.transitions) {
    if (t.action == suite::Action::quiescence) continue;
    EXPECT_EQ(t.variables.size(), a.channels[t.channel].parameters.size());
    for (const std::string& v : t.variables) EXPECT_TRUE(declared.contains(v));
    EXPECT_TRUE(declared.contains(t.delay));
  }
  Judge judge(a, result);  // reads every guard
  judge.set("d~1", "0.0").set("In@1.1", "3").set("In@1.2", "true");
  judge.set("d~2", "0.0").set("Out@2.1", "3").set("Out@2.2", "false");
  judge.set("Out@2.3", "0.5");
  EXPECT_EQ(judge.at(1, "Out"), "PASS R4");
  judge.set("Out@2.2", "true");
  EXPECT_EQ(judge.at(1, "Out"), "FAIL_out R9");
}

}  // namespace
}  // namespace catenary::engine::symbolic
