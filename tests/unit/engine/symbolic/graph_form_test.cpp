// SPDX-License-Identifier: Apache-2.0
/// \file
/// The graph of states of a timed model, as certificates and lower bounds see
/// it.
#include "engine/symbolic/search/graph_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"

namespace catenary::engine::symbolic {
namespace {

using Targets = std::vector<std::optional<Target>>;

/// From `wait` an input leads to `work`, where an output repeats, and another
/// one leads back. Nothing leads to `never`.
model::TimedAutomaton loop() {
  model::TimedAutomaton out;
  out.system = "loop";
  out.terms = std::make_shared<logic::TermManager>();
  out.states.resize(3);
  const auto add = [&](std::uint32_t from, std::uint32_t to, bool output) {
    model::TimedTransition t;
    t.from = from;
    t.to = to;
    t.action = output ? model::TimedAction::output : model::TimedAction::input;
    out.states[from].transitions.push_back(
        static_cast<std::uint32_t>(out.transitions.size()));
    out.transitions.push_back(t);
  };
  add(0, 1, false);
  add(1, 0, true);
  add(1, 1, true);
  add(2, 0, true);
  return out;
}

Target target(Target::Kind kind, std::vector<std::uint32_t> what) {
  Target out;
  out.kind = kind;
  out.what = std::move(what);
  return out;
}

Targets targets() {
  return {target(Target::Kind::transition, {1}),
          target(Target::Kind::state, {0}),
          target(Target::Kind::state, {1}),
          target(Target::Kind::state, {2}),
          target(Target::Kind::pair, {2, 1}),
          target(Target::Kind::pair, {1, 2}),
          std::nullopt};
}

}  // namespace

TEST(GraphForm, TheGraphHasAStateForEachLastTransition) {
  const reach::Graph graph = graph_of(loop(), targets());
  ASSERT_EQ(graph.state_count(), 4U);
  EXPECT_TRUE(graph.closed);
  EXPECT_EQ(graph.distance, (std::vector<std::uint32_t>{0, 1, 2, 2}));
  // Before the first step and after an input no test ends.
  EXPECT_EQ(graph.is_final, (std::vector<std::uint8_t>{0, 0, 1, 1}));
  EXPECT_EQ(graph.hit_sets[graph.initial[0].hits],
            std::vector<std::uint32_t>{1});
  // After the repeated output, the way back completes transition, state and
  // pair.
  const auto out = graph.out(3);
  const auto back = std::ranges::find(out, 1U, &reach::Edge::letter);
  ASSERT_NE(back, out.end());
  EXPECT_EQ(graph.hit_sets[back->hits], (std::vector<std::uint32_t>{0, 1, 4}));
}

TEST(GraphForm, TheSystemNeedsATransition) {
  model::TimedAutomaton empty;
  empty.states.resize(1);
  EXPECT_THROW((void)graph_form(empty, {}), base::ToolError);
  const model::TimedAutomaton some = loop();
  EXPECT_EQ(graph_form(some, targets()).goals.size(), targets().size());
}

}  // namespace catenary::engine::symbolic
