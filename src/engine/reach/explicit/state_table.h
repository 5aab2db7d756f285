// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of states found: packed states side by side, numbered as they were
/// inserted, and an open-addressing index over them.
///
/// Large states are folded: cut into chunks of which each is kept once, so that
/// a state takes 4 bytes a chunk. Nothing is lost: equal states have equal
/// chunks.
///
/// An index entry is 8 bytes: 32 bits of the hash and the number of the state.
/// The bucket is the upper end of those 32 bits, with linear probing, so that
/// growing the index is one sequential pass that touches no state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/reach/explicit/chunk_store.h"
#include "engine/reach/explicit/mapping.h"
#include "engine/reach/explicit/packed_bytes.h"
#include "engine/reach/graph.h"

namespace catenary::engine::reach {

/// Not a state: "unknown", "none".
inline constexpr StateId kNoState = kEnded - 1;

/// Many threads may find() while none inserts, and read (state) what was
/// inserted before they learnt of it while one inserts: nothing ever moves.
class StateTable {
 public:
  /// States of at least so many bytes are folded.
  static constexpr std::size_t kFoldFrom = 128;

  /// Room for `max_states`, or for fewer where the machine refuses, or where
  /// folded states have more different chunks than bytes_for() allows for.
  /// Requires: state_bytes >= 1.
  StateTable(std::size_t state_bytes, std::uint64_t max_states);

  [[nodiscard]] StateId size() const { return size_; }
  [[nodiscard]] std::uint64_t max_states() const { return max_states_; }
  [[nodiscard]] std::size_t state_bytes() const { return state_bytes_; }
  /// The bytes of a state: in the table, or copied to `room`, which has
  /// state_bytes().
  [[nodiscard]] const std::byte* state(StateId id, std::byte* room) const {
    if (columns_.empty()) return record(id);
    unfold(id, room);
    return room;
  }

  /// The part of a state's hash that the index works with.
  [[nodiscard]] std::uint32_t hash(const std::byte* packed) const {
    return static_cast<std::uint32_t>(hash_packed(packed, state_bytes_) >> 32);
  }

  /// Starts loading what find() and insert() will read first.
  void prefetch(std::uint32_t hash) const {
    __builtin_prefetch(&index_[bucket(hash)]);
  }
  /// Starts loading the state that find() will compare. Worth it some time
  /// after prefetch().
  void prefetch_state(std::uint32_t hash) const {
    for (std::uint64_t b = bucket(hash);; b = (b + 1) & mask_) {
      const std::uint64_t entry = index_[b];
      if (entry == 0) return;
      if (static_cast<std::uint32_t>(entry >> 32) == hash) {
        __builtin_prefetch(record(id_of(entry)));
        return;
      }
    }
  }

  /// kNoState where it is not in the set.
  [[nodiscard]] StateId find(std::uint32_t hash,
                             const std::byte* packed) const {
    for (std::uint64_t b = bucket(hash);; b = (b + 1) & mask_) {
      const std::uint64_t entry = index_[b];
      if (entry == 0) return kNoState;
      if (matches(entry, hash, packed)) return id_of(entry);
    }
  }

  /// The state's number, which is the old size() where it was new; kNoState
  /// where there is no room for it. Amortised constant cost.
  StateId insert(std::uint32_t hash, const std::byte* packed) {
    std::uint64_t b = bucket(hash);
    for (; index_[b] != 0; b = (b + 1) & mask_) {
      if (matches(index_[b], hash, packed)) return id_of(index_[b]);
    }
    if (size_ >= max_states_ || !put(packed)) return kNoState;
    index_[b] = std::uint64_t{hash} << 32 | (std::uint64_t{size_} + 1);
    const StateId id = size_++;
    if (size_ > grow_at_) grow();
    return id;
  }

  /// Bytes that `states` states of this size need at their peak, growing the
  /// index included.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t state_bytes,
                                               std::uint64_t states);

 private:
  [[nodiscard]] std::uint64_t bucket(std::uint32_t hash) const {
    return hash >> shift_;
  }
  static StateId id_of(std::uint64_t entry) {
    return static_cast<StateId>(entry) - 1;
  }
  [[nodiscard]] bool matches(std::uint64_t entry,
                             std::uint32_t hash,
                             const std::byte* packed) const {
    return static_cast<std::uint32_t>(entry >> 32) == hash &&
           (columns_.empty()
                ? equal_packed(packed, record(id_of(entry)), state_bytes_)
                : equals_folded(id_of(entry), packed));
  }
  [[nodiscard]] std::byte* record(StateId id) const {
    return states_.data() + std::uint64_t{id} * record_bytes_;
  }
  [[nodiscard]] bool equals_folded(StateId id, const std::byte* packed) const;
  void unfold(StateId id, std::byte* room) const;
  /// Writes the record after the last one; false where there is no room.
  bool put(const std::byte* packed);
  void grow();

  std::size_t state_bytes_;
  std::size_t record_bytes_;         ///< what is kept of a state in states_
  std::vector<ChunkStore> columns_;  ///< empty: states are not folded
  std::uint64_t chunks_left_ = 0;    ///< new ones that still have room
  std::uint64_t max_states_;
  MappedArray<std::byte> states_;
  MappedArray<std::uint64_t> index_;  ///< 0 = free, else hash and id + 1
  std::uint64_t mask_;
  std::uint32_t shift_;
  StateId size_ = 0;
  StateId grow_at_;  ///< more states than this need a larger index
};

}  // namespace catenary::engine::reach
