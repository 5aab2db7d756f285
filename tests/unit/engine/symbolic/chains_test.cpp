// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chains over timed systems: one path where there is one, and what is proved
/// of it.
#include <gtest/gtest.h>

#include <string>

#include "engine/symbolic/search/select.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

Chains chains_of(const model::TimedAutomaton& automaton,
                 PathCriterion criterion = PathCriterion::transitions) {
  Execution execution(automaton);
  return select_chains(execution, criterion, {}, base::Budget());
}

TEST(SelectChains, TakesAllTransitionsOfTheCashMachineInFiveSteps) {
  const Chains c = chains_of(cash_machine());
  ASSERT_EQ(c.selection.paths.size(), 1U);
  EXPECT_EQ(c.selection.paths[0].size(), 5U);
  EXPECT_EQ(c.lower, 5);
  EXPECT_TRUE(c.fewest);
  for (const Target& t : c.selection.targets) EXPECT_EQ(t.covered_by, 0);
}

TEST(SelectChains, ProvesThatTwoPathsAreNeeded) {
  // B and C are left by nothing.
  const Chains c = chains_of(Builder()
                                 .output("One")
                                 .output("Two")
                                 .states({"A", "B", "C"})
                                 .transition("one", "A", "B")
                                 .send("One")
                                 .transition("two", "A", "C")
                                 .send("Two")
                                 .build());
  EXPECT_EQ(c.selection.paths.size(), 2U);
  EXPECT_TRUE(c.fewest);
  EXPECT_EQ(c.lower, 2);
}

TEST(SelectChains, ASearchThatIsCutOffLeavesShortestPathsAndNoBound) {
  // Either end needs 40 coins, and no path has both.
  const model::TimedAutomaton automaton = Builder()
                                              .variable("n", kInt, "0")
                                              .input("Coin")
                                              .output("One")
                                              .output("Two")
                                              .states({"A", "B", "C"})
                                              .transition("coin", "A", "A")
                                              .receive("Coin")
                                              .assign("n", "(+ n 1)")
                                              .transition("one", "A", "B")
                                              .guard("(= n 40)")
                                              .send("One")
                                              .transition("two", "A", "C")
                                              .guard("(= n 40)")
                                              .send("Two")
                                              .build();
  Execution execution(automaton);
  base::Budget budget;
  const base::WorkClock::time_point begin = base::WorkClock::now();
  (void)select_paths(execution, PathCriterion::transitions, {}, budget);
  // A little more than the shortest paths alone take.
  budget.set_work(std::chrono::duration_cast<std::chrono::milliseconds>(
                      base::WorkClock::now() - begin) +
                  std::chrono::milliseconds(5));
  const Chains c =
      select_chains(execution, PathCriterion::transitions, {}, budget);
  EXPECT_EQ(c.selection.paths.size(), 2U);
  for (const Target& t : c.selection.targets) EXPECT_GE(t.covered_by, 0);
  EXPECT_LE(c.lower, 82);
  EXPECT_FALSE(c.fewest);
}

TEST(SelectChains, PaysForADetourThatDataAsksFor) {
  // Three coins make a drink, one or two a refund: 1 + 1, 3 + 1.
  const Chains c = chains_of(Builder()
                                 .variable("n", kInt, "0")
                                 .input("Coin")
                                 .output("Refund")
                                 .output("Drink")
                                 .states({"A", "B"})
                                 .transition("coin", "A", "B")
                                 .receive("Coin")
                                 .assign("n", "(+ n 1)")
                                 .transition("more", "B", "B")
                                 .receive("Coin")
                                 .guard("(< n 3)")
                                 .assign("n", "(+ n 1)")
                                 .transition("refund", "B", "A")
                                 .guard("(< n 3)")
                                 .send("Refund")
                                 .assign("n", "0")
                                 .transition("drink", "B", "A")
                                 .guard("(= n 3)")
                                 .send("Drink")
                                 .assign("n", "0")
                                 .build());
  ASSERT_EQ(c.selection.paths.size(), 1U);
  EXPECT_EQ(c.selection.paths[0].size(), 6U);
  EXPECT_EQ(c.lower, 6);
}

TEST(SelectChains, TakesAllPairsOfTheCashMachine) {
  // tr1 tr2 tr1 tr3 tr4 tr1 tr2: five pairs in five steps more than the first,
  // and an output at the end.
  const Chains c = chains_of(cash_machine(), PathCriterion::pairs);
  ASSERT_EQ(c.selection.paths.size(), 1U);
  EXPECT_EQ(c.selection.paths[0].size(), 7U);
  EXPECT_EQ(c.lower, 7);
  EXPECT_TRUE(c.fewest);
  ASSERT_EQ(c.selection.targets.size(), 5U);
  for (const Target& t : c.selection.targets)
    EXPECT_EQ(t.covered_by, 0) << t.id;
}

TEST(SelectChains, GoesThroughAllStates) {
  const Chains c = chains_of(cash_machine(), PathCriterion::states);
  ASSERT_EQ(c.selection.paths.size(), 1U);
  EXPECT_EQ(c.selection.paths[0].size(), 2U);  // Idle, Verify, Print
  EXPECT_EQ(c.lower, 2);
  EXPECT_TRUE(c.fewest);
}

TEST(SelectChains, LeavesOutWhatNoRunTakes) {
  const Chains c = chains_of(Builder()
                                 .variable("x", kInt, "0")
                                 .output("Out")
                                 .output("Never")
                                 .states({"A"})
                                 .transition("out", "A", "A")
                                 .send("Out")
                                 .transition("never", "A", "A")
                                 .guard("(> x 0)")
                                 .send("Never")
                                 .build());
  EXPECT_EQ(c.selection.paths.size(), 1U);
  EXPECT_EQ(c.lower, 1);
  EXPECT_TRUE(c.fewest);
  EXPECT_EQ(c.selection.targets[1].reachability, Reachability::unreachable);
  EXPECT_EQ(c.selection.targets[1].covered_by, -1);
}

}  // namespace
}  // namespace catenary::engine::symbolic
