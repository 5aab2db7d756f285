// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first searches against the arcs, one for each goal, from all nodes
/// with an arc that hits it. All arcs cost 1 except those out of start(), which
/// has no arc into it; so a queue is enough.

#include "engine/chain/graph/distance.h"

#include <algorithm>

namespace catenary::engine::chain {
namespace {

/// An arc that hits something; arcs with the same class, cost and target are
/// one, since no distance distinguishes them.
struct HittingArc {
  HitClass hits = 0;
  std::uint32_t cost = 0;
  Node target = 0;
  auto operator<=>(const HittingArc&) const = default;
};

std::vector<HittingArc> hitting_arcs(const Net& net) {
  std::vector<HittingArc> arcs;
  for (const Node u : net.hitting_nodes()) {
    for (const Arc& arc : net.out(u)) {
      if (arc.hits != 0) arcs.push_back({arc.hits, net.arc_cost(u), arc.node});
    }
  }
  std::sort(arcs.begin(), arcs.end());
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  return arcs;
}

/// Breadth-first search against the arcs. `distance` is 0 at the sources, which
/// are in `queue`, and kFar elsewhere.
void spread_back(const Net& net,
                 std::vector<Node>& queue,
                 std::vector<std::uint32_t>& distance) {
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Node v = queue[at];
    for (const Arc& arc : net.in(v)) {
      const Node u = arc.node;
      if (distance[u] != kFar) continue;
      distance[u] = distance[v] + net.arc_cost(u);
      // Nothing leads into start(), so it need not be expanded.
      if (u != net.start()) queue.push_back(u);
    }
  }
}

/// Whether each class has the goal.
std::vector<std::uint8_t> classes_with(const Net& net, std::uint32_t goal) {
  std::vector<std::uint8_t> has;
  for (const std::vector<std::uint32_t>& goals : net.classes()) {
    has.push_back(std::binary_search(goals.begin(), goals.end(), goal));
  }
  return has;
}

/// The distance of every node to the nearest node with an arc of one of the
/// classes. `queue` is scratch memory.
void measure_to(const Net& net,
                const std::vector<std::uint8_t>& has,
                std::vector<Node>& queue,
                std::vector<std::uint32_t>& distance) {
  std::fill(distance.begin(), distance.end(), kFar);
  queue.clear();
  for (const Node u : net.hitting_nodes()) {
    const auto out = net.out(u);
    if (std::none_of(out.begin(), out.end(), [&](const Arc& arc) {
          return has[arc.hits] != 0;
        })) {
      continue;
    }
    distance[u] = 0;
    if (u != net.start()) queue.push_back(u);
  }
  spread_back(net, queue, distance);
}

}  // namespace

/// For each class, the cheapest way through one of its arcs.
class Distances::ThroughClasses {
 public:
  explicit ThroughClasses(const Net& net)
      : arcs_(hitting_arcs(net)),
        used_(net.classes().size(), false),
        after_(net.classes().size()) {
    for (const HittingArc& arc : arcs_) used_[arc.hits] = true;
  }

  /// Measures the ways to what `far` measures from each node.
  void measure(const std::vector<std::uint32_t>& far) {
    std::fill(after_.begin(), after_.end(), kNever);
    for (const HittingArc& arc : arcs_) {
      if (far[arc.target] == kFar) continue;
      after_[arc.hits] =
          std::min<std::uint64_t>(after_[arc.hits], arc.cost + far[arc.target]);
    }
  }
  /// Whether any arc has the class. A class may have lost its arcs: it would
  /// give distances of arcs that do not exist.
  [[nodiscard]] bool is_used(HitClass c) const { return used_[c]; }
  /// The cheapest way of the last measure(); kNever = none.
  [[nodiscard]] std::uint64_t after(HitClass c) const { return after_[c]; }

 private:
  std::vector<HittingArc> arcs_;
  std::vector<bool> used_;
  std::vector<std::uint64_t> after_;
};

Distances::Distances(const Net& net,
                     std::uint64_t reset,
                     std::uint64_t memory_bytes,
                     const base::Budget& budget)
    : reset_(reset), goals_(net.goal_count()) {
  const std::size_t nodes = net.node_count();
  std::vector<Node> queue;
  queue.reserve(nodes);

  // Distances to the nearest final node.
  to_final_.assign(nodes, kFar);
  for (Node n = 0; n < nodes; ++n) {
    if (!net.is_final(n)) continue;
    to_final_[n] = 0;
    queue.push_back(n);
  }
  spread_back(net, queue, to_final_);

  // As many goals as fit into the memory; to_goal() is weaker for the others.
  kept_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(
      goals_, memory_bytes / (nodes * sizeof(std::uint32_t))));
  table_.resize(nodes * kept_);
  first_.assign(goals_, kNever);
  last_.assign(goals_, kNever);
  between_.assign(std::size_t{goals_} * goals_, kNever);

  ThroughClasses through(net);
  measure_last(net, through);
  std::vector<std::uint32_t> distance(nodes);
  for (std::uint32_t goal = 0; goal < goals_; ++goal) {
    stop_ = budget.spend(kPriceOfArc * net.arc_count());
    if (stop_ != base::StopReason::none) return;
    const std::vector<std::uint8_t> has = classes_with(net, goal);
    measure_to(net, has, queue, distance);
    if (distance[net.start()] != kFar) first_[goal] = distance[net.start()];
    if (goal < kept_) {
      for (Node n = 0; n < nodes; ++n) {
        table_[std::size_t{n} * kept_ + goal] = distance[n];
      }
    }
    through.measure(distance);
    for (HitClass c = 0; c < net.classes().size(); ++c) {
      if (!through.is_used(c)) continue;
      // One arc that hits both: the distance is 0, since both start at the same
      // node.
      const std::uint64_t cost = has[c] != 0 ? 0 : through.after(c);
      for (const std::uint32_t g : net.classes()[c]) {
        std::uint64_t& least = between_[std::size_t{g} * goals_ + goal];
        least = std::min(least, cost);
      }
    }
  }
}

void Distances::measure_last(const Net& net, ThroughClasses& through) {
  through.measure(to_final_);
  for (HitClass c = 0; c < net.classes().size(); ++c) {
    for (const std::uint32_t g : net.classes()[c]) {
      last_[g] = std::min(last_[g], through.after(c));
    }
  }
}

std::vector<std::uint32_t> distances_from_start(const Net& net) {
  std::vector<std::uint32_t> distance(net.node_count(), kFar);
  std::vector<Node> queue{net.start()};
  distance[net.start()] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Node u = queue[at];
    for (const Arc& arc : net.out(u)) {
      if (distance[arc.node] != kFar) continue;
      distance[arc.node] = distance[u] + net.arc_cost(u);
      queue.push_back(arc.node);
    }
  }
  return distance;
}

}  // namespace catenary::engine::chain
