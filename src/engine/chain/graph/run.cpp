// SPDX-License-Identifier: Apache-2.0
/// \file
/// Greedy runs by breadth-first walks. They are the first suite of every
/// search, so they must succeed on every net.

#include "engine/chain/graph/run.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::engine::chain {
namespace {

/// Breadth-first walks in one net. Tables are used again: a stamp marks the
/// nodes of the current walk.
class Walker {
 public:
  explicit Walker(const Net& net)
      : net_(net), stamp_(net.node_count(), 0), via_(net.node_count()) {}

  /// Appends the shortest path from `from` to a final node (`to_final`) or
  /// through an arc whose class is `wanted`. Returns false if there is none.
  bool go(Node from,
          const std::vector<std::uint8_t>& wanted,
          bool to_final,
          std::vector<Move>& moves) {
    ++now_;
    queue_.assign(1, from);
    stamp_[from] = now_;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const Node u = queue_[at];
      if (to_final && net_.is_final(u)) {
        append(from, u, moves);
        return true;
      }
      for (const Arc& arc : net_.out(u)) {
        if (!to_final && wanted[arc.hits] != 0) {
          append(from, u, moves);
          moves.push_back({u, arc});
          return true;
        }
        if (stamp_[arc.node] == now_) continue;
        stamp_[arc.node] = now_;
        via_[arc.node] = {u, arc};
        queue_.push_back(arc.node);
      }
    }
    return false;
  }

 private:
  // Appends the path to a node, by the moves that reached it.
  void append(Node from, Node to, std::vector<Move>& moves) {
    const auto begin = static_cast<std::ptrdiff_t>(moves.size());
    for (Node n = to; n != from; n = via_[n].from) moves.push_back(via_[n]);
    std::reverse(moves.begin() + begin, moves.end());
  }

  const Net& net_;
  std::vector<std::uint32_t> stamp_;  ///< walk that last saw the node
  std::vector<Move> via_;
  std::vector<Node> queue_;
  std::uint32_t now_ = 0;
};

}  // namespace

std::vector<std::uint32_t> first_hits(const Net& net,
                                      const std::vector<Move>& moves) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(net.goal_count(), false);
  for (const Move& move : moves) {
    for (const std::uint32_t goal : net.classes()[move.arc.hits]) {
      if (seen[goal]) continue;
      seen[goal] = true;
      order.push_back(goal);
    }
  }
  return order;
}

Run nearest_goal_run(const Net& net, std::uint64_t reset) {
  Run run;
  run.cost = 0;
  if (net.goal_count() == 0) return run;
  std::vector<bool> open(net.goal_count(), true);
  std::vector<std::uint8_t> wanted(net.classes().size(), 0);
  // The classes that hit an open goal.
  for (HitClass c = 1; c < wanted.size(); ++c) wanted[c] = 1;
  std::uint32_t left = net.goal_count();
  Walker walker(net);
  Node at = net.start();
  std::size_t counted = 0;
  // Takes the new moves into account: cost, place, covered goals.
  const auto count = [&] {
    for (; counted < run.moves.size(); ++counted) {
      const Move& move = run.moves[counted];
      run.cost += net.arc_cost(move.from);
      at = move.arc.node;
      for (const std::uint32_t goal : net.classes()[move.arc.hits]) {
        if (open[goal]) --left;
        open[goal] = false;
      }
    }
    for (HitClass c = 1; c < wanted.size(); ++c) {
      const auto& goals = net.classes()[c];
      wanted[c] = std::any_of(goals.begin(),
                              goals.end(),
                              [&](std::uint32_t goal) { return open[goal]; });
    }
  };
  while (left > 0) {
    // No open goal is within reach: end this chain and begin another one. From
    // the start every goal is within reach, since the net has no others.
    if (!walker.go(at, wanted, false, run.moves)) {
      CATENARY_CHECK(at != net.start(), "a goal that no run hits");
      CATENARY_CHECK(walker.go(at, wanted, true, run.moves),
                     "a node without a final one");
      count();
      at = net.start();
      run.cost += reset;
      continue;
    }
    count();
  }
  CATENARY_CHECK(walker.go(at, wanted, true, run.moves),
                 "a node without a final one");
  count();
  return run;
}

}  // namespace catenary::engine::chain
