// SPDX-License-Identifier: Apache-2.0
/// \file
/// Disjoint sets of small numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace catenary::engine::contract {

/// Union-find with path halving; the least member stands for its set.
class DisjointSets {
 public:
  /// Of 0 .. count - 1, each for itself.
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace catenary::engine::contract
