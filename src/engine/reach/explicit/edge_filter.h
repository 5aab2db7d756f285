// SPDX-License-Identifier: Apache-2.0
/// \file
/// Removes duplicate edges of one state: edges that differ from an earlier one
/// only in the letter. The graph keeps the smallest letter alone.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/reach/graph.h"

namespace catenary::engine::reach {

/// A set of pairs (target, hits) that is emptied for each state in constant
/// time: every entry carries the stamp of the state it was made for.
class EdgeFilter {
 public:
  /// Begins a new state: forgets every edge. Constant cost.
  void next_state() {
    ++stamp_;
    count_ = 0;
  }

  /// Whether no edge with this target and these hits came since next_state().
  /// Amortised constant cost.
  bool is_new(StateId target, HitSetId hits) {
    const std::uint64_t key = std::uint64_t{target} << 32 | hits;
    if (!put(key)) return false;
    if (++count_ * 2 > slots_.size()) grow();
    return true;
  }

 private:
  /// An entry is valid if its stamp is the current one.
  struct Slot {
    std::uint64_t key = 0;
    std::uint64_t stamp = 0;
  };

  /// Inserts the key; false if it was there. Open addressing with linear
  /// probing; slots with an old stamp count as free.
  bool put(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t b = key * 0x9e3779b97f4a7c15ULL >> 32 & mask;
    for (; slots_[b].stamp == stamp_; b = (b + 1) & mask) {
      if (slots_[b].key == key) return false;
    }
    slots_[b] = {key, stamp_};
    return true;
  }

  /// Doubles the table and keeps the entries of the current state only.
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.stamp == stamp_) put(slot.key);
    }
  }

  /// Size: a power of two, less than half of it in use.
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  /// Entries of the current state.
  std::size_t count_ = 0;
  /// Number of the current state. 64 bits never wrap.
  std::uint64_t stamp_ = 1;
};

}  // namespace catenary::engine::reach
