// SPDX-License-Identifier: Apache-2.0
/// \file
/// The extended net, and shortest paths in it by Dijkstra's algorithm.

#include "engine/chain/bound/extended_net.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::chain {

ExtendedNet::ExtendedNet(const Net& net, const CutOptions& options)
    : start_(net.start()), over_(net.node_count()) {
  add_arcs(net, options);
  link(out_, [](const ExtendedArc& arc) { return arc.from; });
  link(in_, [](const ExtendedArc& arc) { return arc.to; });
}

void ExtendedNet::add_arcs(const Net& net, const CutOptions& options) {
  for (Node u = 0; u < net.node_count(); ++u) {
    for (const Arc& arc : net.out(u)) {
      arcs_.push_back({u, arc.node, arc.hits, kScale * Price{net.arc_cost(u)}});
    }
    // Suites may end here, except at the start, where nothing was done yet.
    if (u == net.end() || (u != start_ && net.is_final(u))) {
      arcs_.push_back({u, over_, 0, 0});
    }
  }
  if (!options.single_chain) {
    arcs_.push_back(
        {over_, start_, 0, kScale * static_cast<Price>(options.reset)});
  }
  hitting_.resize(net.goal_count());
  for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
    for (const std::uint32_t goal : net.classes()[arcs_[a].hits]) {
      hitting_[goal].push_back(a);
    }
  }
}

/// A counting sort: it keeps the order of the arcs of each node.
template <typename End>
void ExtendedNet::link(ArcIndex& index, End end) const {
  index.first.assign(over_ + std::size_t{2}, 0);
  for (const ExtendedArc& arc : arcs_) {
    ++index.first[end(arc) + std::size_t{1}];
  }
  for (Node n = 0; n <= over_; ++n) index.first[n + 1] += index.first[n];
  index.arcs.resize(arcs_.size());
  std::vector<std::uint32_t> next(index.first.begin(), index.first.end() - 1);
  for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
    index.arcs[next[end(arcs_[a])]++] = a;
  }
}

std::vector<Price> ExtendedNet::distances(bool forward,
                                          std::uint64_t& work) const {
  std::vector<Price> d(over_ + 1, kNone);
  d[forward ? start_ : over_] = 0;
  spread(d, forward, work);
  return d;
}

void ExtendedNet::spread(std::vector<Price>& values,
                         bool forward,
                         std::uint64_t& work) const {
  const ArcIndex& next = arcs_at(forward);
  // Costs are negated: the heap has its largest entry first.
  std::vector<std::pair<Price, Node>> heap;
  for (Node n = 0; n <= over_; ++n) {
    if (values[n] != kNone) heap.emplace_back(-values[n], n);
  }
  std::make_heap(heap.begin(), heap.end());
  const auto reach = [&](Node n, Price cost) {
    if (cost >= values[n]) return;
    values[n] = cost;
    heap.emplace_back(-cost, n);
    std::push_heap(heap.begin(), heap.end());
  };
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const auto [cost, n] = heap.back();
    heap.pop_back();
    // An entry that a cheaper one of the same node has replaced.
    if (-cost != values[n]) continue;
    for (const std::uint32_t a : next.of(n)) {
      reach(forward ? arcs_[a].to : arcs_[a].from, values[n] + arcs_[a].cost);
    }
    work += next.of(n).size();
  }
}

}  // namespace catenary::engine::chain
