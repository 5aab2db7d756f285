// SPDX-License-Identifier: Apache-2.0
/// \file
/// Costs of two legs at a time: through a goal and on to the next one, without
/// leaving the net in between.
///
/// Goal-to-goal distances forget in which state a goal was hit; a pair of legs
/// remembers it once, which makes the bounds of the exact search sharper.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

class Legs {
 public:
  /// Legs between the given goals; index goals.size() stands for the end.
  /// Cost: goals^2 searches of the net, 4 * goals^2 bytes per node.
  Legs(const Net& net,
       const Distances& distances,
       const std::vector<std::uint32_t>& goals);

  /// What the constructor would look at and store.
  [[nodiscard]] static std::uint64_t work(const Net& net, std::size_t goals) {
    return net.arc_count() * goals * (goals + 1);
  }
  [[nodiscard]] static std::uint64_t bytes(const Net& net, std::size_t goals) {
    return std::uint64_t{net.node_count()} * goals * (goals + 1) * 4;
  }

  /// A lower bound on the cost from a node through a step that hits goal `a`
  /// to the node before a step that hits `b`, or to a final node.
  [[nodiscard]] std::uint32_t from(Node n, std::size_t a, std::size_t b) const {
    return table_[(std::size_t{n} * goals_.size() + a) * columns_ + b];
  }
  /// The same from the node before a step that hits goal `g`.
  [[nodiscard]] std::uint64_t after(std::size_t g,
                                    std::size_t a,
                                    std::size_t b) const {
    return after_[(g * goals_.size() + a) * columns_ + b];
  }

 private:
  void search(std::size_t a, std::size_t b, std::vector<std::uint32_t>& cost);
  void add_third(std::size_t a,
                 std::size_t b,
                 const std::vector<std::uint32_t>& cost);
  [[nodiscard]] std::uint64_t onward(Node n, std::size_t b) const;
  [[nodiscard]] bool hits(HitClass c, std::size_t goal) const {
    return goal < goals_.size() && hits_[c * goals_.size() + goal] != 0;
  }

  const Net& net_;
  const Distances& distances_;
  std::vector<std::uint32_t> goals_;
  std::size_t columns_;
  std::vector<std::uint8_t> hits_;    ///< [class * goals + goal]
  std::vector<std::uint32_t> table_;  ///< [(node * goals + a) * columns + b]
  std::vector<std::uint64_t> after_;  ///< [(g * goals + a) * columns + b]
};

}  // namespace catenary::engine::chain
