// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chains of random graphs against an exhaustive search that shares no code
/// with the optimiser, and the cases that random graphs rarely meet.
#include "engine/chain/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "unit/engine/chain/random_graph.h"

namespace catenary::engine::chain {
namespace {

using Goals = std::vector<std::uint32_t>;

Goals all_goals(const reach::Graph& graph) {
  Goals goals(graph.goal_count);
  std::iota(goals.begin(), goals.end(), 0U);
  return goals;
}

bool in_no_chain(const reach::Graph& graph, std::uint32_t goal) {
  return !cheapest_suite(graph, {goal}, std::nullopt).has_value();
}

/// Goals of the result that some chain can have.
Goals coverable(const Goals& goals, const ChainResult& result) {
  Goals left;
  const auto listed = [](const Goals& list, std::uint32_t goal) {
    return std::find(list.begin(), list.end(), goal) != list.end();
  };
  for (const std::uint32_t goal : goals) {
    if (!listed(result.not_hit, goal) &&
        !listed(result.uncoverable_to_final, goal)) {
      left.push_back(goal);
    }
  }
  return left;
}

struct Totals {
  int suites = 0, several = 0, uncoverable = 0, gaps = 0;
};

void compare(const reach::Graph& graph,
             const ChainOptions& options,
             bool must_prove,
             Totals& totals) {
  const Goals goals = all_goals(graph);
  const ChainResult result = find_chains(graph, goals, options);
  ASSERT_EQ(verify(graph, goals, options, result), "");
  for (const std::uint32_t goal : result.not_hit) {
    EXPECT_TRUE(in_no_chain(graph, goal));
  }
  for (const std::uint32_t goal : result.uncoverable_to_final) {
    EXPECT_TRUE(in_no_chain(graph, goal));
    ++totals.uncoverable;
  }
  const Goals left = coverable(goals, result);
  const auto best = cheapest_suite(graph, left, options.reset_cost);
  ASSERT_TRUE(best.has_value());
  const std::uint64_t steps = std::accumulate(
      result.chains.begin(),
      result.chains.end(),
      std::uint64_t{0},
      [](std::uint64_t sum, const Chain& c) { return sum + c.steps.size(); });
  const auto cost = [&](std::uint64_t chains, std::uint64_t length) {
    return chains == 0 ? 0
                       : length + options.reset_cost.value_or(0) * (chains - 1);
  };
  const std::uint64_t optimum = cost(best->chains, best->steps);
  if (left.empty()) {
    EXPECT_TRUE(result.chains.empty());
    return;
  }
  ++totals.suites;
  if (best->chains > 1) ++totals.several;
  if (!options.reset_cost) {
    ASSERT_GE(result.chains.size(), best->chains);
    if (result.bounds.chains_fewest) {
      EXPECT_EQ(result.chains.size(), best->chains);
    }
  }
  if (options.reset_cost || result.chains.size() == best->chains) {
    EXPECT_GE(cost(result.chains.size(), steps), optimum);
    EXPECT_LE(result.bounds.lower, optimum);
  }
  if (result.bounds.minimal) {
    EXPECT_EQ(cost(result.chains.size(), steps), optimum);
    if (!options.reset_cost) {
      EXPECT_EQ(result.chains.size(), best->chains);
    }
  } else {
    ++totals.gaps;
    EXPECT_FALSE(must_prove);
  }
}

TEST(Chains, ExactSearchAgreesWithBruteForce) {
  std::mt19937 rng(11);
  Totals totals;
  GraphShape sparse;
  sparse.hit_percent = 8;
  sparse.final_percent = 20;
  for (int round = 0; round < 4000; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph =
        random_graph(rng, round % 2 == 0 ? GraphShape{} : sparse);
    compare(graph, {}, true, totals);
    ChainOptions cheap;
    cheap.reset_cost = round % 5;
    compare(graph, cheap, true, totals);
  }
  EXPECT_GT(totals.suites, 3000);
  EXPECT_GT(totals.several, 200);
  EXPECT_GT(totals.uncoverable, 20);
}

TEST(Chains, GoalsTrackedLazilyAgreeWithBruteForce) {
  std::mt19937 rng(12);
  GraphShape shape;
  shape.max_states = 14;
  shape.max_goals = 20;
  shape.hit_percent = 5;
  shape.ended_percent = 3;
  Totals totals;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, shape);
    if (graph.goal_count > 14) continue;
    compare(graph, {}, true, totals);
  }
  EXPECT_GT(totals.suites, 150);
}

TEST(Chains, WithoutExactSearchBoundsStaySound) {
  std::mt19937 rng(13);
  Totals totals;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, {});
    ChainOptions options;
    options.exact_search = false;
    compare(graph, options, false, totals);
    options.reset_cost = 3;
    compare(graph, options, false, totals);
  }
  EXPECT_GT(totals.suites, 300);
}

TEST(Chains, TinyLimitsStillGiveACompleteSuite) {
  std::mt19937 rng(14);
  Totals totals;
  GraphShape sparse;
  sparse.hit_percent = 8;
  sparse.max_states = 12;
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, sparse);
    ChainOptions memory;
    memory.budget.set_memory(1);
    compare(graph, memory, false, totals);
    ChainOptions work;
    work.max_product_states = 3;
    compare(graph, work, false, totals);
    ChainOptions stopped;
    stopped.budget.interrupt();
    compare(graph, stopped, false, totals);
  }
  EXPECT_GT(totals.gaps, 10);
}

TEST(Chains, GraphsThatAreNotClosedAllowForTheRest) {
  std::mt19937 rng(15);
  int proved = 0, open = 0;
  for (int round = 0; round < 300; ++round) {
    reach::Graph graph = random_graph(rng, {});
    graph.closed = false;
    graph.complete_depth = 2;
    const Goals goals = all_goals(graph);
    const ChainResult result = find_chains(graph, goals, {});
    ASSERT_EQ(verify(graph, goals, {}, result), "");
    if (result.chains.empty()) continue;
    EXPECT_LE(result.bounds.lower, 2U);
    if (result.bounds.minimal) {
      ++proved;
      EXPECT_EQ(result.chains.size(), 1U);
      EXPECT_LE(result.chains[0].steps.size(), 2U);
    } else {
      ++open;
    }
  }
  EXPECT_GT(proved, 10);
  EXPECT_GT(open, 10);
}

/// A line of `n` states from 0 on, with one letter; only the first is final
/// when `back` leads from the last state to it.
reach::Graph line(std::uint32_t n, bool back) {
  reach::Graph graph;
  hit_set(graph, {});
  graph.closed = true;
  graph.initial.push_back({0, 0, 0});
  graph.first_edge.push_back(0);
  for (std::uint32_t s = 0; s < n; ++s) {
    if (s + 1 < n || back) graph.edges.push_back({(s + 1) % n, 0, 0});
    graph.first_edge.push_back(graph.edges.size());
    graph.is_final.push_back(s == 0 ? 1 : 0);
    graph.distance.push_back(s);
  }
  return graph;
}

TEST(Chains, LongTimersAreOneCycle) {
  reach::Graph graph = line(6000, true);
  graph.goal_count = 3;
  for (std::uint32_t g = 0; g < 3; ++g) {
    graph.edges[1000 + 2000 * g].hits = hit_set(graph, {g});
  }
  const ChainResult result = find_chains(graph, {0, 1, 2}, {});
  ASSERT_EQ(verify(graph, {0, 1, 2}, {}, result), "");
  ASSERT_EQ(result.chains.size(), 1U);
  EXPECT_EQ(result.chains[0].steps.size(), 6000U);
  EXPECT_EQ(result.chains[0].newly_covered, (Goals{0, 1, 2}));
  EXPECT_TRUE(result.bounds.minimal) << result.bounds.by;
}

TEST(Chains, GoalsBeyondEveryFinalStateAreNamed) {
  reach::Graph graph = line(3, false);
  graph.goal_count = 2;
  graph.edges[1].hits = hit_set(graph, {0});
  const ChainResult result = find_chains(graph, {0, 1}, {});
  EXPECT_EQ(result.uncoverable_to_final, (Goals{0}));
  EXPECT_EQ(result.not_hit, (Goals{1}));
  EXPECT_TRUE(result.chains.empty());
  EXPECT_EQ(verify(graph, {0, 1}, {}, result), "");
}

TEST(Chains, InitialisationAloneCanCover) {
  reach::Graph graph = line(2, true);
  graph.goal_count = 2;
  graph.initial[0].hits = hit_set(graph, {0});
  graph.initial.push_back({reach::kEnded, hit_set(graph, {1}), 1});
  const ChainResult result = find_chains(graph, {0, 1}, {});
  ASSERT_EQ(verify(graph, {0, 1}, {}, result), "");
  EXPECT_EQ(result.chains.size(), 2U);
  EXPECT_EQ(result.bounds.upper, 0U);
  EXPECT_TRUE(result.bounds.minimal);
}

TEST(Chains, GoalsThatEndTheRunNeedAChainEach) {
  // Error calls at depths 1, 3 and 5, the last two also by one step.
  reach::Graph graph = line(5, false);
  graph.goal_count = 3;
  std::vector<reach::Edge> edges;
  std::vector<std::uint64_t> first{0};
  for (std::uint32_t s = 0; s < 5; ++s) {
    if (s < 4) edges.push_back({s + 1, 0, 0});
    if (s == 0) edges.push_back({reach::kEnded, hit_set(graph, {0}), 1});
    if (s == 2) edges.push_back({reach::kEnded, hit_set(graph, {1}), 1});
    if (s == 3) edges.push_back({reach::kEnded, hit_set(graph, {2}), 1});
    if (s == 4) edges.push_back({reach::kEnded, hit_set(graph, {1, 2}), 1});
    first.push_back(edges.size());
  }
  graph.edges = edges;
  graph.first_edge = first;
  const ChainResult fewest = find_chains(graph, {0, 1, 2}, {});
  ASSERT_EQ(verify(graph, {0, 1, 2}, {}, fewest), "");
  EXPECT_EQ(fewest.chains.size(), 2U);
  EXPECT_EQ(fewest.bounds.upper, 6U);
  EXPECT_TRUE(fewest.bounds.minimal);
  EXPECT_EQ(fewest.product_states, 0U);
}

TEST(Chains, AResetMayBeCheaperThanTheWayBack) {
  // Goal 0 right after initialisation, then a long way round to goal 1.
  reach::Graph graph = line(50, true);
  graph.goal_count = 2;
  std::vector<reach::Edge> edges{{1, hit_set(graph, {0}), 0},
                                 {0, hit_set(graph, {1}), 1}};
  edges.insert(edges.end(), graph.edges.begin() + 1, graph.edges.end());
  graph.edges = edges;
  for (std::uint32_t s = 1; s <= 50; ++s) ++graph.first_edge[s];
  graph.is_final[1] = 1;
  graph.is_final[0] = 1;
  graph.initial[0].target = 0;
  // Only one of the goals before the long way: the second needs a reset.
  graph.edges[1].target = reach::kEnded;
  const ChainResult one = find_chains(graph, {0, 1}, {});
  ASSERT_EQ(verify(graph, {0, 1}, {}, one), "");
  EXPECT_EQ(one.chains.size(), 1U);
  EXPECT_EQ(one.bounds.upper, 51U);
  ChainOptions cheap;
  cheap.reset_cost = 10;
  const ChainResult two = find_chains(graph, {0, 1}, cheap);
  ASSERT_EQ(verify(graph, {0, 1}, cheap, two), "");
  EXPECT_EQ(two.chains.size(), 2U);
  EXPECT_EQ(two.bounds.upper, 12U);
  EXPECT_TRUE(two.bounds.minimal);
}

TEST(Chains, SameInputSameSuite) {
  std::mt19937 rng(16);
  for (int round = 0; round < 50; ++round) {
    const reach::Graph graph = random_graph(rng, {});
    const ChainResult a = find_chains(graph, all_goals(graph), {});
    const ChainResult b = find_chains(graph, all_goals(graph), {});
    ASSERT_EQ(a.chains.size(), b.chains.size());
    for (std::size_t i = 0; i < a.chains.size(); ++i) {
      EXPECT_EQ(a.chains[i].initial, b.chains[i].initial);
      EXPECT_EQ(a.chains[i].steps, b.chains[i].steps);
    }
  }
}

TEST(Chains, RefusesGoalsTheGraphDoesNotKnow) {
  reach::Graph graph = line(2, true);
  graph.goal_count = 1;
  EXPECT_THROW((void)find_chains(graph, {1}, {}), base::InternalError);
}

TEST(Verify, FindsEveryKindOfFault) {
  reach::Graph graph = line(4, true);
  graph.goal_count = 1;
  graph.edges[2].hits = hit_set(graph, {0});
  const Goals goals{0};
  const ChainResult good = find_chains(graph, goals, {});
  ASSERT_EQ(verify(graph, goals, {}, good), "");
  const auto fault = [&](auto&& spoil) {
    ChainResult bad = good;
    spoil(bad);
    return verify(graph, goals, {}, bad);
  };
  EXPECT_NE(fault([](ChainResult& r) { r.chains.clear(); }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.chains[0].initial = 9; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.chains[0].steps.pop_back(); }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.chains[0].steps[1].edge = 3; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.chains[0].steps[1].state = 3; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.chains[0].newly_covered = {}; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.chains.push_back(r.chains[0]); }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.not_hit = {0, 0}; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.bounds.upper = 3; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.bounds.lower = 5; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.bounds.chains_fewest = false; }), "");
  EXPECT_NE(fault([](ChainResult& r) { r.bounds.by.clear(); }), "");
}

}  // namespace
}  // namespace catenary::engine::chain
