// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/search.h"

#include <gtest/gtest.h>

#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using testing::Builder;
using testing::cash_machine;

TEST(StateGraph, CountsStepsWhateverTheGuardsSay) {
  const model::TimedAutomaton a = cash_machine();  // Idle, Verify, Print
  const StateGraph graph(a);
  EXPECT_EQ(graph.distance(0, 0), 0U);
  EXPECT_EQ(graph.distance(0, 1), 1U);
  EXPECT_EQ(graph.distance(0, 2), 2U);
  EXPECT_EQ(graph.distance(2, 1), 2U);
  EXPECT_EQ(graph.to_output(0), 2U);
  EXPECT_EQ(graph.to_output(1), 1U);
  EXPECT_EQ(graph.to_output(2), 1U);
}

TEST(StateGraph, IsFarFromWhatNothingLeadsTo) {
  const model::TimedAutomaton a = Builder()
                                      .input("In", {})
                                      .output("Out", {})
                                      .states({"p", "q"})
                                      .transition("t", "q", "p")
                                      .send("Out", {})
                                      .build();
  const StateGraph graph(a);
  EXPECT_EQ(graph.distance(0, 1), StateGraph::kFar);
  EXPECT_EQ(graph.to_output(0), StateGraph::kFar);
  EXPECT_EQ(graph.distance(1, 0), 1U);
}

TEST(StateGraph, OfALargeAutomatonIsMadeAtOnce) {
  model::TimedAutomaton a = cash_machine();
  constexpr std::uint32_t kStates = 50'000;
  a.states.resize(kStates);
  a.transitions.clear();
  for (std::uint32_t i = 0; i + 1 < kStates; ++i) {
    model::TimedTransition t;
    t.from = i;
    t.to = i + 1;
    t.action = i + 2 == kStates ? model::TimedAction::output
                                : model::TimedAction::input;
    a.transitions.push_back(t);
  }
  const StateGraph graph(a);
  EXPECT_EQ(graph.distance(0, kStates - 1), kStates - 1);
  EXPECT_EQ(graph.to_output(0), kStates - 1);
}

}  // namespace
}  // namespace catenary::engine::symbolic
