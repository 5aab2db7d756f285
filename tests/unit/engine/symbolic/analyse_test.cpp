// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `check` finds in timed systems, each with a witness; and nothing in a
/// system without defects.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/symbolic/search/select.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

Analysis analysis_of(const model::TimedAutomaton& automaton) {
  Execution execution(automaton);
  Analysis result = analyse(execution, {}, base::Budget());
  EXPECT_TRUE(result.undecided.empty());
  return result;
}

std::multiset<std::string> codes(const Analysis& analysis) {
  std::multiset<std::string> result;
  for (const suite::Finding& f : analysis.findings) result.insert(f.code);
  return result;
}

std::string message(const Analysis& analysis, const std::string& code) {
  for (const suite::Finding& f : analysis.findings) {
    if (f.code == code) return f.message;
  }
  return {};
}

using Codes = std::multiset<std::string>;

TEST(Analyse, FindsNothingInTheCashMachine) {
  const Analysis a = analysis_of(cash_machine());
  EXPECT_EQ(codes(a), Codes{});
  EXPECT_TRUE(a.exhaustive);
  for (const Target& t : a.transitions) {
    EXPECT_EQ(t.reachability, Reachability::reached) << t.id;
  }
}

TEST(Analyse, ShowsOneTraceOfTwoTransitions) {
  const Analysis a = analysis_of(Builder()
                                     .variable("x", kInt, "0")
                                     .input("In", {kInt})
                                     .output("Out")
                                     .states({"A", "B"})
                                     .transition("low", "A", "B")
                                     .receive("In", {"x"})
                                     .guard("(<= x 5)")
                                     .transition("high", "A", "B")
                                     .receive("In", {"x"})
                                     .guard("(>= x 5)")
                                     .transition("out", "B", "A")
                                     .send("Out")
                                     .build());
  EXPECT_EQ(codes(a), Codes{"nondeterministic"});
  EXPECT_NE(message(a, "nondeterministic").find("In(5)"), std::string::npos);
}

TEST(Analyse, TellsTransitionsApartByTheirTimeGuards) {
  const Analysis a = analysis_of(Builder()
                                     .clock("cl")
                                     .output("Out")
                                     .states({"A", "B", "C"})
                                     .transition("early", "A", "B")
                                     .guard("(< cl 5.0)")
                                     .send("Out")
                                     .transition("late", "A", "C")
                                     .guard("(and (>= cl 5.0) (<= cl 9.0))")
                                     .send("Out")
                                     .build());
  EXPECT_EQ(codes(a), Codes{});
}

TEST(Analyse, SeesThatHiddenValuesMakeATraceAmbiguous) {
  // Each start of h allows one of the two: no observer knows which.
  const Analysis a = analysis_of(Builder()
                                     .variable("h", kInt)
                                     .output("Out")
                                     .states({"A", "B", "C"})
                                     .transition("one", "A", "B")
                                     .guard("(> h 0)")
                                     .send("Out")
                                     .transition("two", "A", "C")
                                     .guard("(<= h 0)")
                                     .send("Out")
                                     .build());
  EXPECT_EQ(codes(a), (Codes{"nondeterministic", "uninitialised-variable"}));
}

TEST(Analyse, SeesWhereTimeLocks) {
  // Nobody has to choose within 5, and afterwards nobody can.
  const Analysis a = analysis_of(Builder()
                                     .clock("cl")
                                     .input("Coin")
                                     .input("Choice")
                                     .output("Serve")
                                     .states({"Idle", "Paid", "Busy"})
                                     .transition("coin", "Idle", "Paid")
                                     .receive("Coin")
                                     .assign("cl", "0.0")
                                     .transition("choice", "Paid", "Busy")
                                     .receive("Choice")
                                     .guard("(<= cl 5.0)")
                                     .assign("cl", "0.0")
                                     .transition("serve", "Busy", "Idle")
                                     .guard("(<= cl 3.0)")
                                     .send("Serve")
                                     .build());
  EXPECT_EQ(codes(a), Codes{"time-lock"});
  EXPECT_NE(message(a, "time-lock").find("state Paid, after 6 without"),
            std::string::npos)
      << message(a, "time-lock");
}

TEST(Analyse, SeesStatesThatNothingCanLeave) {
  // The clock is not reset: who pays after 3 gets nothing.
  const Analysis a = analysis_of(Builder()
                                     .clock("cl")
                                     .input("Coin")
                                     .output("Serve")
                                     .states({"Idle", "Busy"})
                                     .transition("coin", "Idle", "Busy")
                                     .receive("Coin")
                                     .transition("serve", "Busy", "Idle")
                                     .guard("(<= cl 3.0)")
                                     .send("Serve")
                                     .assign("cl", "0.0")
                                     .build());
  EXPECT_EQ(codes(a), Codes{"dead-end"});
}

TEST(Analyse, SeesAssignmentsOutOfRangeAndDivisionsByZero) {
  const Analysis a = analysis_of(Builder()
                                     .variable("n", kUint, "3")
                                     .variable("x", kInt, "0")
                                     .input("In", {kInt})
                                     .output("Out", {kInt})
                                     .output("Safe", {kInt})
                                     .states({"A", "B"})
                                     .transition("in", "A", "B")
                                     .receive("In", {"x"})
                                     .assign("n", "(+ x 1)")
                                     .transition("out", "B", "A")
                                     .guard("(< x 9)")
                                     .send("Out", {"(div 10 x)"})
                                     .transition("safe", "B", "A")
                                     .guard("(and (>= x 9) (> (div 10 x) 0))")
                                     .send("Safe", {"x"})
                                     .transition("lost", "B", "A")
                                     .guard("(>= x 10)")
                                     .send("Out", {"x"})
                                     .build());
  EXPECT_EQ(codes(a), (Codes{"assignment-out-of-range", "division-by-zero"}));
  EXPECT_NE(message(a, "division-by-zero").find("In(0)"), std::string::npos);
  EXPECT_NE(message(a, "assignment-out-of-range").find("no uint"),
            std::string::npos);
}

TEST(Analyse, ProvesStatesUnreachable) {
  const Analysis a = analysis_of(Builder()
                                     .variable("x", kInt, "1")
                                     .output("Out")
                                     .input("In")
                                     .output("Spare")
                                     .states({"A", "B"})
                                     .transition("flip", "A", "A")
                                     .receive("In")
                                     .assign("x", "(- 1 x)")
                                     .transition("out", "A", "A")
                                     .send("Out")
                                     .transition("never", "A", "B")
                                     .guard("(> x 1)")
                                     .send("Out")
                                     .build());
  EXPECT_EQ(
      codes(a),
      (Codes{"channel-unused", "unreachable-state", "unreachable-transition"}));
  EXPECT_EQ(a.states[1].reachability, Reachability::unreachable);
  EXPECT_TRUE(a.exhaustive);
}

TEST(Analyse, SeesAnInitialisationWithoutValues) {
  const Analysis a = analysis_of(Builder()
                                     .variable("x", kUint)
                                     .start_guard("(< x 0)")
                                     .output("Out")
                                     .states({"A"})
                                     .transition("out", "A", "A")
                                     .send("Out")
                                     .build());
  EXPECT_TRUE(codes(a).contains("no-start"));
}

}  // namespace
}  // namespace catenary::engine::symbolic
