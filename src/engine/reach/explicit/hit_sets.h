// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of goals hit by a step, stored once each and numbered as they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/reach/graph.h"

namespace catenary::engine::reach {

/// Numbers bit sets of a fixed width; number 0 is the empty set. Not
/// thread-safe.
class HitSets {
 public:
  /// Sets of `words` 64-bit words.
  explicit HitSets(std::size_t words);

  /// The number of the set, a new one where it was not there. Cost: a few ns
  /// where it is empty or the same as in the call before.
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

  [[nodiscard]] HitSetId size() const { return count_; }
  /// `words` words; valid until the next intern().
  [[nodiscard]] const std::uint64_t* words_of(HitSetId id) const {
    return bits_.data() + id * words_;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return bits_.capacity() * sizeof(std::uint64_t) +
           index_.capacity() * sizeof(HitSetId);
  }

 private:
  HitSetId look_up(const std::uint64_t* set);
  void grow();

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
  std::vector<HitSetId> index_;  ///< open addressing; 0 = free
  HitSetId count_ = 1;
  HitSetId last_ = 0;
};

}  // namespace catenary::engine::reach
