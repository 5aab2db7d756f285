// SPDX-License-Identifier: Apache-2.0
/// \file
/// Drops the edges of one state that differ from an earlier one in the letter
/// only.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/reach/graph.h"

namespace catenary::engine::reach {

class EdgeFilter {
 public:
  /// Forgets everything. Constant cost.
  void next_state() {
    ++stamp_;
    count_ = 0;
  }

  /// Whether no edge with this target and these hits came since next_state().
  bool is_new(StateId target, HitSetId hits) {
    const std::uint64_t key = std::uint64_t{target} << 32 | hits;
    if (!put(key)) return false;
    if (++count_ * 2 > slots_.size()) grow();
    return true;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint64_t stamp = 0;
  };

  bool put(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t b = key * 0x9e3779b97f4a7c15ULL >> 32 & mask;
    for (; slots_[b].stamp == stamp_; b = (b + 1) & mask) {
      if (slots_[b].key == key) return false;
    }
    slots_[b] = {key, stamp_};
    return true;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.stamp == stamp_) put(slot.key);
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t count_ = 0;
  std::uint64_t stamp_ = 1;
};

}  // namespace catenary::engine::reach
