// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of open goals as progress of a ProductSearch, numbered in the order in
/// which they are met.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/legs.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

class OpenSets {
 public:
  /// Tracks the given goals and no others; the first kAnchors of them enter
  /// the dynamic programme, which looks two legs ahead where that takes no
  /// more than `leg_bytes`. Cost: 2^anchors * anchors^3 steps.
  OpenSets(const Net& net,
           const Distances& distances,
           const std::vector<std::uint32_t>& tracked,
           std::uint64_t leg_bytes);

  [[nodiscard]] static std::uint32_t start() { return 0; }
  [[nodiscard]] std::uint32_t advance(std::uint32_t set, HitClass hits);
  [[nodiscard]] bool done(std::uint32_t set) const { return empty_[set] != 0; }
  /// Never more than the cost of covering what is open.
  [[nodiscard]] std::uint64_t bound(std::uint32_t set, Node node) const;

 private:
  static constexpr std::uint32_t kAnchors = 16;
  static constexpr std::uint32_t kNoSet = 0xffffffffU;

  void build_tour_costs();
  [[nodiscard]] std::uint64_t cheapest_tour(std::uint32_t open,
                                            std::uint32_t first) const;
  [[nodiscard]] std::uint64_t anchor_bound(std::uint32_t open, Node node) const;
  [[nodiscard]] std::uint64_t tour(std::uint32_t open,
                                   std::uint32_t first) const {
    return tour_[std::size_t{open} * anchors_ + first];
  }
  std::uint32_t number(const std::uint64_t* words);
  void grow();
  [[nodiscard]] std::size_t find(const std::uint64_t* words) const;

  const Distances& distances_;
  std::vector<std::uint32_t> tracked_;
  std::uint32_t anchors_ = 0;
  std::optional<Legs> legs_;  ///< between anchors
  std::uint32_t words_ = 1;
  std::vector<std::uint64_t> hit_words_;  ///< [class * words_ + w]
  std::vector<std::uint64_t> sets_;       ///< [set * words_ + w]
  std::vector<std::uint8_t> empty_;
  std::vector<std::uint32_t> index_;  ///< open addressing into sets
  std::vector<std::uint64_t> scratch_;
  /// [open anchors * anchors_ + first]: from the start of anchor `first`
  /// through all open ones to a final node.
  std::vector<std::uint64_t> tour_;
};

}  // namespace catenary::engine::chain
