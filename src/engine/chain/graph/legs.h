// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lower bounds for two legs at a time: through a step that hits one goal and
/// on to the next goal, on one path of the net.
///
/// Goal-to-goal distances forget in which state a goal was hit. A pair of legs
/// remembers one such state, which makes the heuristic function of the exact
/// search sharper.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// The table of all pairs of legs between some goals.
class Legs {
 public:
  /// Computes the pairs between the given goals; the index goals.size() stands
  /// for the end. Everything given but `goals` must outlive the table.
  /// Cost: goals^2 searches of the net, and 4 * goals^2 bytes for each node.
  Legs(const Net& net,
       const Distances& distances,
       const std::vector<std::uint32_t>& goals);

  /// Arcs that the constructor looks at.
  [[nodiscard]] static std::uint64_t work(const Net& net, std::size_t goals) {
    return net.arc_count() * goals * (goals + 1);
  }
  /// Bytes that the table takes.
  [[nodiscard]] static std::uint64_t bytes(const Net& net, std::size_t goals) {
    return std::uint64_t{net.node_count()} * goals * (goals + 1) * 4;
  }

  /// A lower bound on the cost from a node through a step that hits goal `a` to
  /// the node before a step that hits goal `b`, or to a final node if b is
  /// goals.size(). Requires: a != b.
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
  /// Fills `cost` with from(n, a, b) for all nodes n: a search backwards.
  void search(std::size_t a, std::size_t b, std::vector<std::uint32_t>& cost);
  /// Fills after_ for `a` and `b`.
  void add_third(std::size_t a,
                 std::size_t b,
                 const std::vector<std::uint32_t>& cost);
  /// Cost from a node to goal `b`, or to the end.
  [[nodiscard]] std::uint64_t onward(Node n, std::size_t b) const;
  /// Whether an arc of this class hits the goal with this index; false for the
  /// end.
  [[nodiscard]] bool hits(HitClass c, std::size_t goal) const {
    return goal < goals_.size() && hits_[c * goals_.size() + goal] != 0;
  }

  const Net& net_;
  const Distances& distances_;
  /// The goals, by index.
  std::vector<std::uint32_t> goals_;
  /// Goals and the end.
  std::size_t columns_;
  /// [class * goals + goal]: see hits().
  std::vector<std::uint8_t> hits_;
  /// [(node * goals + a) * columns + b]: see from().
  std::vector<std::uint32_t> table_;
  /// [(g * goals + a) * columns + b]: see after().
  std::vector<std::uint64_t> after_;
};

}  // namespace catenary::engine::chain
