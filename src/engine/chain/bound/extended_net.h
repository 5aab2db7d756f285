// SPDX-License-Identifier: Apache-2.0
/// \file
/// The net that the bound by cuts works on. It has one more node, `over`, where
/// suites end: final nodes have arcs to it, and, unless there is a single
/// chain, an arc leads from it back to the start and costs a reset. A suite is
/// then one walk from start to `over`. Its cost, in steps and resets, is the
/// sum of the costs of the arcs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/chain/bound/cut_bound.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// A cost, or a part of one: a multiple of 1 / kScale of a step. All
/// computations on prices are exact.
using Price = std::int64_t;

/// Parts of a step: fine enough for the subgradient method.
inline constexpr Price kScale = 256;

/// More than any cost. Four times as much is still far from an overflow.
inline constexpr Price kNone = std::int64_t{1} << 50;

/// An arc of the extended net.
struct ExtendedArc {
  Node from = 0;
  Node to = 0;
  /// The goals that the arc hits; class 0 hits none.
  HitClass hits = 0;
  /// Not negative. 0 for arcs to `over`.
  Price cost = 0;
};

/// The arcs of each node, as an adjacency list in two arrays.
struct ArcIndex {
  /// For each node, where its arcs begin in `arcs`; one more entry at the end.
  std::vector<std::uint32_t> first;
  /// Numbers of arcs, grouped by node.
  std::vector<std::uint32_t> arcs;

  /// The numbers of the arcs of a node.
  [[nodiscard]] std::span<const std::uint32_t> of(Node n) const {
    return {arcs.data() + first[n], arcs.data() + first[n + 1]};
  }
};

/// A net with the node `over`. It does not change once it is built.
class ExtendedNet {
 public:
  /// Copies the arcs of the net, some 30 bytes for each. Of the options, it
  /// reads whether there is a single chain, and what a reset costs.
  ExtendedNet(const Net& net, const CutOptions& options);

  /// Where suites end. All other nodes have smaller numbers.
  [[nodiscard]] Node over() const { return over_; }

  /// All arcs; their numbers are positions in this vector.
  [[nodiscard]] const std::vector<ExtendedArc>& arcs() const { return arcs_; }

  /// The arcs that leave each node, or those that enter it.
  [[nodiscard]] const ArcIndex& arcs_at(bool forward) const {
    return forward ? out_ : in_;
  }

  /// The arcs that hit a goal, in ascending order.
  [[nodiscard]] const std::vector<std::uint32_t>& hitting(
      std::uint32_t goal) const {
    return hitting_[goal];
  }

  /// Distances from the start to each node (forward), or from each node to
  /// `over`; kNone where there is no path. The arcs that were looked at are
  /// added to `work`.
  [[nodiscard]] std::vector<Price> distances(bool forward,
                                             std::uint64_t& work) const;

  /// Lowers values until none exceeds the value of a node before it (forward)
  /// or after it plus the cost between. The result is the largest function that
  /// obeys all arcs and does not exceed the given values. Adds to `work` like
  /// distances().
  void spread(std::vector<Price>& values,
              bool forward,
              std::uint64_t& work) const;

 private:
  void add_arcs(const Net& net, const CutOptions& options);
  // Groups the arcs by one of their ends.
  template <typename End>
  void link(ArcIndex& index, End end) const;

  Node start_;
  Node over_;
  std::vector<ExtendedArc> arcs_;
  ArcIndex out_, in_;
  std::vector<std::vector<std::uint32_t>> hitting_;  // arcs, per goal
};

}  // namespace catenary::engine::chain
