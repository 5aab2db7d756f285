// SPDX-License-Identifier: Apache-2.0
/// \file
/// Disjoint sets of small numbers, for connected components.
///
/// Method: union-find with path halving (Tarjan, van Leeuwen, "Worst-case
/// analysis of set union algorithms", JACM 1984, doi:10.1145/62.2160), without
/// ranks: the least member represents its set, so that results do not depend on
/// the order of join().
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace catenary::engine::contract {

/// A partition of 0 .. count - 1. Cost: amortised logarithmic per operation.
class DisjointSets {
 public:
  /// Every number is in a set of its own.
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  /// The least member of the set of `i`. Requires: i < count. Shortens the path
  /// to it on the way (path halving).
  [[nodiscard]] std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// Unites the sets of two numbers; no effect if they are the same set.
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  /// Invariant: parent_[i] <= i, so a root is the least member.
  std::vector<std::uint32_t> parent_;
};

}  // namespace catenary::engine::contract
