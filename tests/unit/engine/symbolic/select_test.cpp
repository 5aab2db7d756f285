// SPDX-License-Identifier: Apache-2.0
/// \file
/// Selection of paths: shortest ones, and proofs that there are none.
#include "engine/symbolic/search/select.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/symbolic/search/targets.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using Texts = std::vector<std::string>;

const Target& target(const Selection& selection, const std::string& id) {
  for (const Target& t : selection.targets) {
    if (t.id == id) return t;
  }
  throw std::out_of_range(id);
}

Texts texts(const model::TimedAutomaton& a, const std::vector<Path>& paths) {
  Texts result;
  for (const Path& p : paths) {
    std::string text;
    for (const std::uint32_t t : p) {
      text += (text.empty() ? "" : " ") + a.transitions[t].name;
    }
    result.push_back(text);
  }
  return result;
}

TEST(SelectPaths, TakesEveryTransitionOfTheCashMachine) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const Selection s =
      select_paths(execution, PathCriterion::transitions, {}, base::Budget());
  EXPECT_EQ(texts(atm, s.paths), (Texts{"tr1 tr2", "tr1 tr3 tr4"}));
  ASSERT_EQ(s.targets.size(), 4U);
  for (const Target& t : s.targets) {
    EXPECT_EQ(t.reachability, Reachability::reached) << t.id;
    EXPECT_GE(t.covered_by, 0) << t.id;
    EXPECT_FALSE(t.reason.empty());
  }
  EXPECT_EQ(target(s, "Print.tr4").path.size(), 3U);
}

TEST(SelectPaths, TakesEveryPairByShortestPaths) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const Selection s =
      select_paths(execution, PathCriterion::pairs, {}, base::Budget());
  EXPECT_EQ(texts(atm, s.paths),
            (Texts{"tr1 tr2 tr1 tr2",
                   "tr1 tr2 tr1 tr3",
                   "tr1 tr3 tr4 tr1 tr2",
                   "tr1 tr3 tr4 tr1 tr3"}));
  EXPECT_EQ(s.targets.size(), 5U);
  for (const Target& t : s.targets) EXPECT_GE(t.covered_by, 0) << t.id;
}

TEST(SelectPaths, OnlyAnswersAsNearAsTheFirstExtendAPair) {
  // After `again`, `early` may answer; `late` only after another input.
  const model::TimedAutomaton a = Builder()
                                      .input("Go")
                                      .input("Stop")
                                      .output("Yes")
                                      .output("No")
                                      .states({"A", "B", "C"})
                                      .transition("go", "A", "B")
                                      .receive("Go")
                                      .transition("again", "B", "B")
                                      .receive("Go")
                                      .transition("early", "B", "A")
                                      .send("Yes")
                                      .transition("stop", "B", "C")
                                      .receive("Stop")
                                      .transition("late", "C", "A")
                                      .send("No")
                                      .build();
  Execution execution(a);
  const Selection s =
      select_paths(execution, PathCriterion::pairs, {}, base::Budget());
  EXPECT_EQ(texts(a, s.paths),
            (Texts{"go again early",
                   "go again again early",
                   "go again stop late",
                   "go early go early",
                   "go stop late go early"}));
}

TEST(SelectPaths, ProvesBySubsumptionWhatNoRunReaches) {
  // x counts to 3 and starts anew; 4 is never reached, however long one waits.
  const model::TimedAutomaton counter = Builder()
                                            .variable("x", kInt, "0")
                                            .clock("cl")
                                            .input("Go")
                                            .output("Tick")
                                            .output("Never")
                                            .states({"A", "B", "C"})
                                            .transition("up", "A", "B")
                                            .receive("Go")
                                            .guard("(<= cl 7.0)")
                                            .assign("cl", "0.0")
                                            .transition("tick", "B", "A")
                                            .guard("(< x 3)")
                                            .send("Tick")
                                            .assign("x", "(+ x 1)")
                                            .transition("again", "B", "A")
                                            .guard("(= x 3)")
                                            .send("Tick")
                                            .assign("x", "0")
                                            .transition("never", "B", "C")
                                            .guard("(and (>= x 0) (= x 4))")
                                            .send("Never")
                                            .transition("back", "C", "A")
                                            .send("Tick")
                                            .build();
  Execution execution(counter);
  const Selection s =
      select_paths(execution, PathCriterion::transitions, {}, base::Budget());
  const Target& never = target(s, "B.never");
  EXPECT_EQ(never.reachability, Reachability::unreachable) << never.reason;
  EXPECT_NE(never.reason.find("in the explored states of B, the conditions up "
                              "to and including guard '"),
            std::string::npos)
      << never.reason;
  EXPECT_NE(never.reason.find("(= x 4)"), std::string::npos) << never.reason;
  const Selection pairs =
      select_paths(execution, PathCriterion::pairs, {}, base::Budget());
  EXPECT_NE(target(pairs, "B.never/C.back")
                .reason.find("in the explored states, transition B.never is "
                             "never taken"),
            std::string::npos)
      << target(pairs, "B.never/C.back").reason;
  EXPECT_EQ(never.covered_by, -1);
  EXPECT_EQ(target(s, "B.again").path.size(), 8U);
  EXPECT_TRUE(s.exhaustive);
}

/// n grows for ever: no search of it ends.
model::TimedAutomaton endless(const std::string& guard) {
  return Builder()
      .variable("n", kInt, "0")
      .output("Tick")
      .output("Never")
      .states({"A", "B"})
      .transition("tick", "A", "A")
      .send("Tick")
      .assign("n", "(+ n 1)")
      .transition("never", "A", "B")
      .guard(guard)
      .send("Never")
      .build();
}

TEST(SelectPaths, SaysThatABoundWasHitInsteadOfUnreachable) {
  const model::TimedAutomaton counter = endless("(= n 1000)");
  Execution execution(counter);
  SelectOptions options;
  options.max_contexts = 40;
  const Selection s =
      select_paths(execution, PathCriterion::states, options, base::Budget());
  EXPECT_EQ(target(s, "B").reachability, Reachability::not_within_bound);
  EXPECT_FALSE(s.exhaustive);
}

TEST(SelectPaths, ProvesByInvariantsWhereNoSearchEnds) {
  const model::TimedAutomaton counter = endless("(< n 0)");
  Execution execution(counter);
  SelectOptions options;
  options.max_contexts = 40;
  const Selection s =
      select_paths(execution, PathCriterion::pairs, options, base::Budget());
  EXPECT_FALSE(s.exhaustive);
  EXPECT_EQ(target(s, "A.tick/A.tick").reachability, Reachability::reached);
  const Target& never = target(s, "A.tick/A.never");
  EXPECT_EQ(never.reachability, Reachability::unreachable) << never.reason;
}

TEST(SelectPaths, ForgetsWhereClocksAreBeyondAllConstants) {
  // A second clock is never reset: without forgetting, its values differ in
  // every round.
  const model::TimedAutomaton a = Builder()
                                      .clock("x")
                                      .clock("y")
                                      .output("Tick")
                                      .output("Late")
                                      .output("Never")
                                      .states({"A", "B"})
                                      .transition("tick", "A", "A")
                                      .guard("(= x 2.0)")
                                      .send("Tick")
                                      .assign("x", "0.0")
                                      .transition("late", "A", "A")
                                      .guard("(and (= x 2.0) (> y 9.0))")
                                      .send("Late")
                                      .assign("x", "0.0")
                                      .transition("never", "A", "B")
                                      .guard("(and (< x 1.0) (= y 3.0))")
                                      .send("Never")
                                      .build();
  Execution execution(a);
  const Selection s =
      select_paths(execution, PathCriterion::transitions, {}, base::Budget());
  // y is a multiple of 2 when x is 0: y = 3 needs x = 1.
  EXPECT_EQ(target(s, "A.never").reachability, Reachability::unreachable);
  EXPECT_EQ(target(s, "A.late").path.size(), 5U);
  EXPECT_TRUE(s.exhaustive);
}

TEST(SelectThrough, TakesMilestonesInOrder) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  const Selection s = select_through(
      execution, path_of(atm, {"tr4", "tr2"}), {}, base::Budget());
  EXPECT_EQ(texts(atm, s.paths), Texts{"tr1 tr3 tr4 tr1 tr2"});
  EXPECT_EQ(s.targets[0].covered_by, 0);
  EXPECT_EQ(s.targets[1].covered_by, 0);
}

TEST(SelectPaths, ListsAllPathsUpToADepth) {
  const model::TimedAutomaton atm = cash_machine();
  Execution execution(atm);
  SelectOptions options;
  options.depth = 4;
  const Selection s =
      select_paths(execution, PathCriterion::depth, options, base::Budget());
  EXPECT_EQ(texts(atm, s.paths),
            (Texts{"tr1 tr3 tr4", "tr1 tr2 tr1 tr2", "tr1 tr2 tr1 tr3"}));
}

}  // namespace
}  // namespace catenary::engine::symbolic
