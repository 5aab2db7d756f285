// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sets of goals that steps hit. Each distinct set is stored once and
/// numbered. Programs have few of them, however many steps there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/reach/graph.h"

namespace catenary::engine::reach {

/// Numbers bit sets of a fixed width in the order in which they come. Number 0
/// is the empty set. Not thread-safe: each worker has its own.
class HitSets {
 public:
  /// For sets of `words` 64-bit words. 0 is allowed: every set is then empty.
  explicit HitSets(std::size_t words);

  /// The number of the set; a new one if it was not there. Cost: a few ns if
  /// the set is empty or equal to that of the last call, which is the usual
  /// case; otherwise one look-up in a hash table.
  HitSetId intern(const std::uint64_t* set) {
    bool empty = true;
    bool same = true;
    for (std::size_t i = 0; i < words_; ++i) {
      empty = empty && set[i] == 0;
      same = same && set[i] == bits_[last_ * words_ + i];
    }
    if (empty) return 0;
    return same ? last_ : look_up(set);
  }

  /// Sets so far, with the empty one.
  [[nodiscard]] HitSetId size() const { return count_; }
  /// The bits of a set: `words` words, valid until the next intern(). Requires:
  /// id < size().
  [[nodiscard]] const std::uint64_t* words_of(HitSetId id) const {
    return bits_.data() + id * words_;
  }
  /// Memory in use, for the memory limit of the search.
  [[nodiscard]] std::uint64_t bytes() const {
    return bits_.capacity() * sizeof(std::uint64_t) +
           index_.capacity() * sizeof(HitSetId);
  }

 private:
  /// intern() for sets that are neither empty nor equal to the last one.
  HitSetId look_up(const std::uint64_t* set);
  /// Doubles the index.
  void grow();

  /// Words of a set.
  std::size_t words_;
  /// The sets one behind the other, by their number.
  std::vector<std::uint64_t> bits_;
  /// Open addressing with linear probing; 0 = free, else a number.
  std::vector<HitSetId> index_;
  /// The next number; the empty set has number 0.
  HitSetId count_ = 1;
  /// Number that the last call returned.
  HitSetId last_ = 0;
};

}  // namespace catenary::engine::reach
