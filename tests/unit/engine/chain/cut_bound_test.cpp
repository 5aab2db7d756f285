// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds by cuts and orders by legs on random graphs: against the cheapest
/// suite, which an exhaustive search finds.
#include "engine/chain/bound/cut_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/chain/chain.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/leg_search.h"
#include "engine/chain/graph/net.h"
#include "unit/engine/chain/random_graph.h"

namespace catenary::engine::chain {
namespace {

GraphShape shape_of(int round) {
  GraphShape shape;
  shape.max_states = 4 + static_cast<std::uint32_t>(round % 7);
  shape.hit_percent = round % 2 == 0 ? 15 : 6;
  shape.ended_percent = round % 3 == 0 ? 0 : 10;
  return shape;
}

/// Timers in a row: state (i, t) waits to (i, t + 1); from (i, last) on to the
/// next, whose step hits goal i; the last one is final and leads back.
reach::Graph timers(std::uint32_t count, std::uint32_t length) {
  reach::Graph graph;
  graph.goal_count = count;
  graph.closed = true;
  graph.hit_sets.emplace_back();
  graph.initial.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t t = 0; t < length; ++t) {
      graph.first_edge.push_back(graph.edges.size());
      graph.distance.push_back(i * length + t);
      graph.is_final.push_back(i == 0 && t == 0);
      const std::uint32_t here = i * length + t;
      if (t + 1 < length) {
        graph.edges.push_back({here + 1, 0, 0});
      } else {
        graph.edges.push_back(
            {(i + 1) % count * length, hit_set(graph, {i}), 0});
      }
    }
  }
  graph.first_edge.push_back(graph.edges.size());
  return graph;
}

TEST(CutBound, IsNoMoreThanTheCheapestSuite) {
  std::mt19937 rng(77);
  int exact = 0, all = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, shape_of(round));
    const Net net(graph, std::vector<bool>(graph.goal_count, true));
    if (net.goal_count() == 0) continue;
    CutOptions options;
    options.reset = static_cast<std::uint64_t>(round % 5);
    options.max_work = 100'000;
    const auto best = cheapest_suite(graph, net.goals(), options.reset);
    ASSERT_TRUE(best.has_value());
    const std::uint64_t optimum =
        best->steps + options.reset * (best->chains - 1);
    options.upper = optimum + 3;
    const CutBound bound = bound_by_cuts(net, options, {});
    EXPECT_LE(bound.lower, optimum);
    exact += bound.lower == optimum ? 1 : 0;
    ++all;
    const auto fewest = cheapest_suite(graph, net.goals(), std::nullopt);
    if (fewest->chains > 1) continue;
    options.single_chain = true;
    EXPECT_LE(bound_by_cuts(net, options, {}).lower, fewest->steps);
  }
  // It is a bound worth having, not only a true one.
  EXPECT_GT(exact, all / 2);
}

TEST(CutBound, CountsEveryTimer) {
  const reach::Graph graph = timers(12, 50);
  const Net net(graph, std::vector<bool>(12, true));
  CutOptions options;
  options.single_chain = true;
  EXPECT_EQ(bound_by_cuts(net, options, {}).lower, 600U);
}

TEST(CutBound, DoesTwiceTheWorkItIsGivenAtMost) {
  const reach::Graph graph = timers(40, 500);
  const Net net(graph, std::vector<bool>(40, true));
  CutOptions options;
  options.single_chain = true;
  const CutBound free = bound_by_cuts(net, options, {});
  EXPECT_EQ(free.lower, 20'000U);
  options.max_work = 60'000;
  const CutBound bound = bound_by_cuts(net, options, {});
  EXPECT_LE(bound.lower, free.lower);
  EXPECT_LT(bound.work, 3 * options.max_work);
  EXPECT_GT(free.work, 3 * options.max_work);
}

TEST(CutBound, EndsWhenInterrupted) {
  const reach::Graph graph = timers(5, 10);
  const Net net(graph, std::vector<bool>(5, true));
  base::Budget budget;
  budget.interrupt();
  EXPECT_EQ(bound_by_cuts(net, {}, budget).lower, 0U);
}

TEST(LegSearch, FindsRunsThatCoverAll) {
  std::mt19937 rng(78);
  int exact = 0, all = 0;
  for (int round = 0; round < 1000; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, shape_of(round));
    const Net net(graph, std::vector<bool>(graph.goal_count, true));
    if (net.goal_count() == 0) continue;
    const std::uint64_t reset = 1 + static_cast<std::uint64_t>(round % 9);
    const Distances distances(net, reset, 1U << 20, {});
    ASSERT_TRUE(distances.has_all_goals());
    std::vector<std::uint32_t> order(net.goal_count());
    std::iota(order.begin(), order.end(), 0U);
    LegSearch legs(net, distances, {}, 20'000);
    const auto run = legs.search(order);
    const auto best = cheapest_suite(graph, net.goals(), reset);
    ASSERT_TRUE(best.has_value());
    const std::uint64_t optimum = best->steps + reset * (best->chains - 1);
    ASSERT_LT(run.cost, kNever);
    EXPECT_GE(run.cost, optimum);
    EXPECT_EQ(first_hits(net, run.moves).size(), net.goal_count());
    std::uint64_t steps = 0, chains = 0;
    Node at = net.start();
    for (const Move& move : run.moves) {
      if (move.from == net.start()) {
        ++chains;
      } else {
        EXPECT_EQ(move.from, at);
        ++steps;
      }
      at = move.arc.node;
    }
    EXPECT_EQ(steps + reset * (chains - 1), run.cost);
    EXPECT_TRUE(at == net.end() || net.is_final(at));
    exact += run.cost == optimum ? 1 : 0;
    ++all;
  }
  EXPECT_GT(exact, all * 3 / 4);
}

TEST(Chain, ManyGoalsWithTimersAreMinimal) {
  const reach::Graph graph = timers(40, 60);
  std::vector<std::uint32_t> goals(40);
  std::iota(goals.begin(), goals.end(), 0U);
  const ChainResult result = find_chains(graph, goals);
  EXPECT_EQ(verify(graph, goals, {}, result), "");
  EXPECT_TRUE(result.bounds.minimal);
  EXPECT_EQ(result.bounds.upper, 2400U);
}

}  // namespace
}  // namespace catenary::engine::chain
