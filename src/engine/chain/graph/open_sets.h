// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of open goals, as the progress of a ProductSearch, numbered in the
/// order in which they occur; and a lower bound on the cost of covering what is
/// open.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/legs.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// See ProductSearch for the meaning of the members.
class OpenSets {
 public:
  /// Tracks the given goals and no others. The first kAnchors of them enter the
  /// dynamic programme, which uses pairs of legs if their table fits into
  /// `leg_bytes`.
  /// Cost: 2^anchors * anchors^3 steps.
  OpenSets(const Net& net,
           const Distances& distances,
           const std::vector<std::uint32_t>& tracked,
           std::uint64_t leg_bytes);

  /// The set of all tracked goals.
  [[nodiscard]] static std::uint32_t start() { return 0; }
  /// The set after an arc of this class: without the goals that it hits.
  [[nodiscard]] std::uint32_t advance(std::uint32_t set, HitClass hits);
  /// Whether the set is empty.
  [[nodiscard]] bool done(std::uint32_t set) const { return empty_[set] != 0; }
  /// A lower bound on the cost of covering the open goals from `node` on, and
  /// of reaching a final node.
  [[nodiscard]] std::uint64_t bound(std::uint32_t set, Node node) const;

 private:
  /// Goals of the dynamic programme: its tables grow with 2^kAnchors.
  static constexpr std::uint32_t kAnchors = 16;
  /// No number of a set.
  static constexpr std::uint32_t kNoSet = 0xffffffffU;

  /// Fills `tour_`.
  void build_tour_costs();
  /// One entry of `tour_`, from entries of smaller sets.
  [[nodiscard]] std::uint64_t cheapest_tour(std::uint32_t open,
                                            std::uint32_t first) const;
  /// The bound for the open anchors alone.
  [[nodiscard]] std::uint64_t anchor_bound(std::uint32_t open, Node node) const;
  /// An entry of `tour_`.
  [[nodiscard]] std::uint64_t tour(std::uint32_t open,
                                   std::uint32_t first) const {
    return tour_[std::size_t{open} * anchors_ + first];
  }
  /// The number of a set, a new one if it was not there.
  std::uint32_t number(const std::uint64_t* words);
  /// Doubles the index.
  void grow();
  /// The place of a set in the index, or the free place for it.
  [[nodiscard]] std::size_t find(const std::uint64_t* words) const;

  const Distances& distances_;
  /// The tracked goals, anchors first.
  std::vector<std::uint32_t> tracked_;
  /// Goals in the dynamic programme.
  std::uint32_t anchors_ = 0;
  /// Pairs of legs between anchors; none if they take too much memory or work.
  std::optional<Legs> legs_;
  /// Words of a set.
  std::uint32_t words_ = 1;
  /// [class * words_ + w]: the tracked goals that a class hits.
  std::vector<std::uint64_t> hit_words_;
  /// [set * words_ + w]: the sets.
  std::vector<std::uint64_t> sets_;
  /// [set]: whether it is empty.
  std::vector<std::uint8_t> empty_;
  /// Open addressing into sets; size a power of two.
  std::vector<std::uint32_t> index_;
  /// A set under construction.
  std::vector<std::uint64_t> scratch_;
  /// [open anchors * anchors_ + first]: lower bound on the cost from the node
  /// before a step that hits anchor `first`, through all open anchors, to a
  /// final node.
  std::vector<std::uint64_t> tour_;
};

}  // namespace catenary::engine::chain
