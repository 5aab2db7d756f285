// SPDX-License-Identifier: Apache-2.0
/// \file
/// For each pair of goals one search backwards from the arcs that hit the
/// first, whose first values are the cost of going on to the second.

#include "engine/chain/graph/legs.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::chain {
namespace {

/// Costs are cut off here; a smaller number is still a lower bound.
std::uint32_t cut(std::uint64_t cost) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, kFar - 1));
}

}  // namespace

Legs::Legs(const Net& net,
           const Distances& distances,
           const std::vector<std::uint32_t>& goals)
    : net_(net),
      distances_(distances),
      goals_(goals),
      columns_(goals.size() + 1) {
  hits_.assign(net_.classes().size() * goals_.size(), 0);
  for (HitClass c = 0; c < net_.classes().size(); ++c) {
    const auto& members = net_.classes()[c];
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      hits_[c * goals_.size() + g] =
          std::binary_search(members.begin(), members.end(), goals_[g]);
    }
  }
  table_.resize(net_.node_count() * goals_.size() * columns_);
  after_.assign(goals_.size() * goals_.size() * columns_, kNever);
  std::vector<std::uint32_t> cost;
  for (std::size_t a = 0; a < goals_.size(); ++a) {
    for (std::size_t b = 0; b < columns_; ++b) {
      // A leg from a goal to itself is not needed.
      if (a == b) continue;
      search(a, b, cost);
      for (Node n = 0; n < net_.node_count(); ++n) {
        table_[(std::size_t{n} * goals_.size() + a) * columns_ + b] = cost[n];
      }
      add_third(a, b, cost);
    }
  }
}

/// The cost of going on from a node to goal `b`, or to the end.
std::uint64_t Legs::onward(Node n, std::size_t b) const {
  return b == goals_.size() ? distances_.to_final(n)
                            : distances_.to_goal(n, goals_[b]);
}

void Legs::search(std::size_t a,
                  std::size_t b,
                  std::vector<std::uint32_t>& cost) {
  cost.assign(net_.node_count(), kFar);
  // Seeds: nodes with an arc that hits `a`, with the cost from there on. 0 if
  // one arc hits both.
  std::vector<std::pair<std::uint32_t, Node>> seeds;
  for (const Node u : net_.hitting_nodes()) {
    std::uint32_t least = kFar;
    for (const Arc& arc : net_.out(u)) {
      if (!hits(arc.hits, a)) continue;
      least = std::min(
          least,
          hits(arc.hits, b) ? 0 : cut(net_.arc_cost(u) + onward(arc.node, b)));
    }
    if (least != kFar) seeds.push_back({least, u});
  }
  std::sort(seeds.begin(), seeds.end());
  // Seeds and reached nodes both have ascending costs, so two queues are enough
  // (as in Dijkstra's algorithm with unit costs).
  std::vector<Node> queue;
  const auto expand = [&](Node v) {
    for (const Arc& arc : net_.in(v)) {
      const Node u = arc.node;
      const std::uint32_t through =
          cut(cost[v] + std::uint64_t{net_.arc_cost(u)});
      if (cost[u] <= through) continue;
      cost[u] = through;
      if (u != net_.start()) queue.push_back(u);
    }
  };
  std::size_t seed = 0, next = 0;
  while (seed < seeds.size() || next < queue.size()) {
    if (next == queue.size() ||
        (seed < seeds.size() && seeds[seed].first <= cost[queue[next]])) {
      const auto [least, u] = seeds[seed++];
      if (cost[u] <= least) continue;
      cost[u] = least;
      expand(u);
    } else {
      expand(queue[next++]);
    }
  }
  // Through a reset, at the nearest final node.
  const std::uint64_t again = distances_.reset() + cost[net_.start()];
  for (Node n = 0; n < net_.node_count(); ++n) {
    cost[n] = std::min(cost[n], cut(distances_.to_final(n) + again));
  }
}

/// The same from arcs that hit a third goal `g`: that goal, then `a`, then `b`.
void Legs::add_third(std::size_t a,
                     std::size_t b,
                     const std::vector<std::uint32_t>& cost) {
  for (const Node u : net_.hitting_nodes()) {
    for (const Arc& arc : net_.out(u)) {
      if (arc.hits == 0) continue;
      std::uint64_t least = net_.arc_cost(u) + std::uint64_t{cost[arc.node]};
      if (hits(arc.hits, a)) {
        least = std::min(
            least,
            hits(arc.hits, b) ? 0 : net_.arc_cost(u) + onward(arc.node, b));
      }
      for (std::size_t g = 0; g < goals_.size(); ++g) {
        if (!hits(arc.hits, g)) continue;
        std::uint64_t& known = after_[(g * goals_.size() + a) * columns_ + b];
        known = std::min(known, least);
      }
    }
  }
}

}  // namespace catenary::engine::chain
