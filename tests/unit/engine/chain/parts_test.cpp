// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of the optimiser one by one on random graphs: distances, goals
/// that come for free, the exact search without any help, runs for an order.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/chain/bound/bound.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/exact.h"
#include "engine/chain/graph/legs.h"
#include "engine/chain/graph/net.h"
#include "engine/chain/graph/open_sets.h"
#include "engine/chain/graph/order.h"
#include "engine/chain/graph/reduce.h"
#include "engine/chain/graph/run.h"
#include "logic/ilp/path_cover_clingo.h"
#include "unit/engine/chain/random_graph.h"

namespace catenary::engine::chain {
namespace {

constexpr std::uint64_t kReset = 1000;

std::vector<bool> every_goal(const reach::Graph& graph) {
  return std::vector<bool>(graph.goal_count, true);
}

/// Shortest distances between all nodes by Floyd and Warshall, no resets.
std::vector<std::vector<std::uint64_t>> all_pairs(const Net& net) {
  const Node n = net.node_count();
  std::vector<std::vector<std::uint64_t>> d(
      n, std::vector<std::uint64_t>(n, kNever));
  for (Node u = 0; u < n; ++u) {
    d[u][u] = 0;
    for (const Arc& arc : net.out(u)) {
      d[u][arc.node] = std::min<std::uint64_t>(d[u][arc.node], net.arc_cost(u));
    }
  }
  for (Node k = 0; k < n; ++k) {
    for (Node i = 0; i < n; ++i) {
      for (Node j = 0; j < n; ++j) {
        d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
      }
    }
  }
  return d;
}

bool hits(const Net& net, const Arc& arc, std::uint32_t goal) {
  const auto& goals = net.classes()[arc.hits];
  return std::binary_search(goals.begin(), goals.end(), goal);
}

TEST(Distances, AgreeWithFloydWarshall) {
  std::mt19937 rng(21);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, {});
    const Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const Distances distances(net, kReset, 1U << 20, {});
    const auto d = all_pairs(net);
    const Node n = net.node_count();
    // to_start[u][g]: from u to the node before a step that hits g.
    std::vector<std::vector<std::uint64_t>> to_start(
        n, std::vector<std::uint64_t>(net.goal_count(), kNever));
    for (Node u = 0; u < n; ++u) {
      for (std::uint32_t g = 0; g < net.goal_count(); ++g) {
        for (Node v = 0; v < n; ++v) {
          for (const Arc& arc : net.out(v)) {
            if (hits(net, arc, g)) {
              to_start[u][g] = std::min(to_start[u][g], d[u][v]);
            }
          }
        }
      }
    }
    for (std::uint32_t g = 0; g < net.goal_count(); ++g) {
      EXPECT_EQ(distances.first(g), to_start[net.start()][g]);
      for (std::uint32_t h = 0; h < net.goal_count(); ++h) {
        std::uint64_t least = kNever;
        for (Node v = 0; v < n; ++v) {
          for (const Arc& arc : net.out(v)) {
            if (!hits(net, arc, g)) continue;
            least = std::min(least,
                             hits(net, arc, h)
                                 ? 0
                                 : net.arc_cost(v) + to_start[arc.node][h]);
          }
        }
        EXPECT_EQ(distances.within(g, h), std::min(least, kNever));
      }
      for (Node u = 0; u < n; ++u) {
        const std::uint64_t again =
            distances.to_final(u) + kReset + distances.first(g);
        EXPECT_EQ(distances.to_goal(u, g), std::min(to_start[u][g], again));
      }
    }
  }
}

TEST(Legs, AgreeWithFloydWarshall) {
  std::mt19937 rng(27);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, {});
    const Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const Distances distances(net, kReset, 1U << 20, {});
    std::vector<std::uint32_t> goals(net.goal_count());
    std::iota(goals.begin(), goals.end(), 0U);
    const Legs legs(net, distances, goals);
    const auto d = all_pairs(net);
    const auto step = [&](Node u, const Arc& arc, std::uint32_t b) {
      if (b < goals.size() && hits(net, arc, b)) return std::uint64_t{0};
      return net.arc_cost(u) + (b == goals.size()
                                    ? distances.to_final(arc.node)
                                    : distances.to_goal(arc.node, b));
    };
    for (std::uint32_t a = 0; a < goals.size(); ++a) {
      for (std::uint32_t b = 0; b <= goals.size(); ++b) {
        if (a == b) continue;
        const auto in_one_chain = [&](Node n) {
          std::uint64_t least = kNever;
          for (Node u = 0; u < net.node_count(); ++u) {
            for (const Arc& arc : net.out(u)) {
              if (!hits(net, arc, a)) continue;
              least = std::min(least, d[n][u] + step(u, arc, b));
            }
          }
          return least;
        };
        const auto expected = [&](Node n) {
          return std::min(
              in_one_chain(n),
              distances.to_final(n) + kReset + in_one_chain(net.start()));
        };
        for (Node n = 0; n < net.node_count(); ++n) {
          ASSERT_EQ(legs.from(n, a, b), expected(n)) << a << ' ' << b;
        }
        for (std::uint32_t g = 0; g < goals.size(); ++g) {
          std::uint64_t least = kNever;
          for (Node u = 0; u < net.node_count(); ++u) {
            for (const Arc& arc : net.out(u)) {
              if (!hits(net, arc, g)) continue;
              least = std::min(least, net.arc_cost(u) + expected(arc.node));
              if (hits(net, arc, a)) least = std::min(least, step(u, arc, b));
            }
          }
          ASSERT_EQ(legs.after(g, a, b), least) << g << ' ' << a << ' ' << b;
        }
      }
    }
  }
}

TEST(ExactSearch, AloneAgreesWithBruteForce) {
  std::mt19937 rng(22);
  GraphShape shape;
  shape.hit_percent = 8;
  shape.max_states = 10;
  shape.max_goals = 7;
  int several = 0, improved = 0;
  for (int round = 0; round < 6000; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, shape);
    const Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const Distances distances(net, kReset, round % 3 == 0 ? 0 : 1U << 20, {});
    OrderSearch orders(net, distances, {}, {});
    auto best = nearest_goal_run(net, kReset);
    const std::uint64_t before = best.cost;
    // Without memory for pairs of legs in every other round.
    ExactLimits limits;
    limits.memory_bytes = round % 2 == 0 ? 1U << 24 : 0;
    const ExactOutcome outcome =
        search_exactly(net, distances, {}, limits, &orders, best);
    EXPECT_TRUE(outcome.proved);
    const auto truth = cheapest_suite(graph, net.goals(), kReset);
    ASSERT_TRUE(truth.has_value());
    EXPECT_EQ(best.cost, truth->steps + kReset * (truth->chains - 1));
    EXPECT_EQ(first_hits(net, best.moves).size(), net.goal_count());
    if (truth->chains > 1) ++several;
    if (best.cost < before) ++improved;
  }
  EXPECT_GT(several, 200);
  EXPECT_GT(improved, 200);
}

TEST(ExactSearch, LowerBoundHoldsWhenStopped) {
  std::mt19937 rng(23);
  GraphShape shape;
  shape.hit_percent = 5;
  shape.max_states = 12;
  int stopped = 0;
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, shape);
    const Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const Distances distances(net, kReset, 0, {});
    OrderSearch orders(net, distances, {}, {});
    auto best = nearest_goal_run(net, kReset);
    ExactLimits limits;
    limits.pairs = 4;
    const ExactOutcome outcome =
        search_exactly(net, distances, {}, limits, &orders, best);
    const auto truth = cheapest_suite(graph, net.goals(), kReset);
    ASSERT_TRUE(truth.has_value());
    const std::uint64_t cost = truth->steps + kReset * (truth->chains - 1);
    EXPECT_LE(outcome.lower, cost);
    EXPECT_GE(best.cost, cost);
    if (!outcome.proved) ++stopped;
  }
  EXPECT_GT(stopped, 150);
}

TEST(OpenSets, MoreThanAWordOfGoals) {
  // One state per goal in a ring of 70: each step hits the goal of its state.
  reach::Graph graph;
  graph.closed = true;
  graph.goal_count = 70;
  hit_set(graph, {});
  graph.initial.push_back({0, 0, 0});
  graph.first_edge.push_back(0);
  for (std::uint32_t s = 0; s < 70; ++s) {
    graph.edges.push_back({(s + 1) % 70, hit_set(graph, {s}), 0});
    graph.first_edge.push_back(graph.edges.size());
    graph.is_final.push_back(1);
    graph.distance.push_back(s);
  }
  const Net net(graph, every_goal(graph));
  const Distances distances(net, kReset, 1U << 20, {});
  std::vector<std::uint32_t> all(70);
  std::iota(all.begin(), all.end(), 0U);
  OpenSets sets(net, distances, all, 1U << 20);
  ProductSearch<OpenSets> search(net, kReset, sets);
  const SearchOutcome found = search.run({}, {});
  EXPECT_EQ(found.end, SearchEnd::found);
  EXPECT_EQ(found.cost, 70U);
}

TEST(Bounds, AbstractBoundsHold) {
  std::mt19937 rng(24);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, {});
    const Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const auto fewest = cheapest_suite(graph, net.goals(), std::nullopt);
    const auto cheapest = cheapest_suite(graph, net.goals(), 4);
    ASSERT_TRUE(fewest.has_value() && cheapest.has_value());
    // clingo is a process for each question.
    const bool second = round < 30 && !logic::clingo_version().empty();
    const Distances far(net, kReset, 1U << 20, {});
    const Distances near(net, 4, 1U << 20, {});
    std::vector<std::uint64_t> costs;
    for (const auto optimiser :
         {logic::Optimiser::cbc, logic::Optimiser::clingo}) {
      if (optimiser == logic::Optimiser::clingo && !second) continue;
      const AbstractBound a = bound_abstractly(
          far, true, static_cast<std::uint32_t>(fewest->chains), optimiser, {});
      EXPECT_LE(a.chains, fewest->chains);
      EXPECT_LE(a.cost, fewest->steps);
      const AbstractBound b = bound_abstractly(near, false, 1, optimiser, {});
      EXPECT_LE(b.cost, cheapest->steps + 4 * (cheapest->chains - 1));
      costs.insert(costs.end(), {a.chains, a.cost, b.cost});
    }
    if (!second) continue;
    EXPECT_EQ(std::vector(costs.begin(), costs.begin() + 3),
              std::vector(costs.begin() + 3, costs.end()));
  }
}

TEST(Reduce, AimingAtFewerCoversAll) {
  std::mt19937 rng(25);
  int dropped = 0;
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, {});
    Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const auto whole = cheapest_suite(graph, net.goals(), 2);
    const std::size_t before = net.goal_count();
    net.keep_goals(goals_to_aim_at(net, {}, kNever));
    ASSERT_GT(net.goal_count(), 0U);
    dropped += static_cast<int>(before - net.goal_count());
    const auto part = cheapest_suite(graph, net.goals(), 2);
    ASSERT_TRUE(whole.has_value() && part.has_value());
    EXPECT_EQ(whole->steps + 2 * whole->chains, part->steps + 2 * part->chains);
  }
  EXPECT_GT(dropped, 500);
}

TEST(Reduce, AimsAtAllGoalsWithoutWorkOrTime) {
  // One arc, which hits both goals: one of them will do.
  reach::Graph graph;
  graph.goal_count = 2;
  hit_set(graph, {});
  graph.initial.push_back({0, 0, 0});
  graph.edges.push_back({0, hit_set(graph, {0, 1}), 0});
  graph.first_edge = {0, 1};
  graph.is_final.push_back(1);
  graph.distance.push_back(0);
  const Net net(graph, every_goal(graph));

  EXPECT_EQ(goals_to_aim_at(net, {}, kNever), (std::vector<bool>{true, false}));
  const std::vector<bool> all(2, true);
  base::Budget spent;
  spent.interrupt();
  EXPECT_EQ(goals_to_aim_at(net, spent, kNever), all);
}

TEST(Reduce, IsLeftOutWhereItTakesTooLong) {
  // Arcs of one state, each of which hits all goals but one.
  constexpr std::uint32_t kGoals = 200;
  reach::Graph graph;
  graph.goal_count = kGoals;
  hit_set(graph, {});
  graph.initial.push_back({0, 0, 0});
  graph.first_edge.push_back(0);
  for (std::uint32_t left_out = 2; left_out < kGoals; ++left_out) {
    std::vector<std::uint32_t> goals;
    for (std::uint32_t g = 0; g < kGoals; ++g) {
      if (g != left_out) goals.push_back(g);
    }
    graph.edges.push_back({0, hit_set(graph, goals), 0});
  }
  graph.first_edge.push_back(graph.edges.size());
  graph.is_final.push_back(1);
  graph.distance.push_back(0);
  const Net net(graph, every_goal(graph));

  // Goals 0 and 1 are hit by every arc, so any other goal gives them.
  std::vector<bool> most(kGoals, true);
  most[0] = most[1] = false;
  EXPECT_EQ(goals_to_aim_at(net, {}, kNever), most);
  EXPECT_EQ(goals_to_aim_at(net, {}, 1), std::vector<bool>(kGoals, true));
}

TEST(Orders, ImprovingNeverLosesAGoal) {
  std::mt19937 rng(26);
  GraphShape shape;
  shape.max_states = 12;
  shape.max_goals = 8;
  shape.hit_percent = 6;
  int better = 0, optimal = 0, seen = 0;
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const reach::Graph graph = random_graph(rng, shape);
    const Net net(graph, every_goal(graph));
    if (net.goal_count() == 0) continue;
    const Distances distances(net, kReset, 1U << 20, {});
    OrderSearch orders(net, distances, {}, {});
    auto run = nearest_goal_run(net, kReset);
    const std::uint64_t before = run.cost;
    orders.improve(run);
    EXPECT_LE(run.cost, before);
    EXPECT_EQ(first_hits(net, run.moves).size(), net.goal_count());
    EXPECT_LE(orders.abstract_cost(first_hits(net, run.moves)), run.cost);
    const auto truth = cheapest_suite(graph, net.goals(), kReset);
    const std::uint64_t cost = truth->steps + kReset * (truth->chains - 1);
    EXPECT_GE(run.cost, cost);
    ++seen;
    if (run.cost < before) ++better;
    if (run.cost == cost) ++optimal;
  }
  EXPECT_GT(better, 20);
  EXPECT_GT(optimal * 10, seen * 9);
}

}  // namespace
}  // namespace catenary::engine::chain
