// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of states found so far: packed states side by side, numbered in the
/// order of their insertion, with an open-addressing index over them.
///
/// Large states are compressed: they are cut into chunks, each distinct chunk
/// is kept once, and a state takes 4 bytes for each of its chunks. The
/// compression loses nothing, since equal states have equal chunks.
///
/// An index entry has 8 bytes: 32 bits of the hash and the number of the state.
/// The bucket is the upper end of those 32 bits, with linear probing, so that
/// the index grows by one sequential pass that touches no state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/reach/explicit/chunk_store.h"
#include "engine/reach/explicit/mapping.h"
#include "engine/reach/explicit/packed_bytes.h"
#include "engine/reach/graph.h"

namespace catenary::engine::reach {

/// Stands for "unknown" or "none"; never the number of a state.
inline constexpr StateId kNoState = kEnded - 1;

/// A hash table of packed states. Many threads may call find() while none
/// inserts. While one thread inserts, others may read states whose numbers they
/// learnt before: nothing ever moves.
class StateTable {
 public:
  /// States of at least this many bytes are compressed.
  static constexpr std::size_t kFoldFrom = 128;

  /// Reserves room for `max_states` states, or for fewer if the machine
  /// refuses. Compressed states may run out of room earlier, if they have more
  /// distinct chunks than bytes_for() assumes. Requires: state_bytes >= 1.
  StateTable(std::size_t state_bytes, std::uint64_t max_states);

  /// States so far. They are numbered 0 .. size() - 1.
  [[nodiscard]] StateId size() const { return size_; }
  /// States that fit at most. Falls if the machine refuses memory later.
  [[nodiscard]] std::uint64_t max_states() const { return max_states_; }
  /// Bytes of a packed state.
  [[nodiscard]] std::size_t state_bytes() const { return state_bytes_; }
  /// The bytes of a state: in the table, or unpacked into `room`, which has
  /// state_bytes() bytes. Valid as long as both. Requires: id < size().
  [[nodiscard]] const std::byte* state(StateId id, std::byte* room) const {
    if (columns_.empty()) return record(id);
    unfold(id, room);
    return room;
  }

  /// The part of a state's hash that the index uses.
  [[nodiscard]] std::uint32_t hash(const std::byte* packed) const {
    return static_cast<std::uint32_t>(hash_packed(packed, state_bytes_) >> 32);
  }

  /// Starts loading the index entry that find() and insert() read first.
  void prefetch(std::uint32_t hash) const {
    __builtin_prefetch(&index_[bucket(hash)]);
  }
  /// Starts loading the state that find() will compare. Useful some time after
  /// prefetch(), when the index entry has arrived.
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

  /// The number of a state; kNoState if it is not in the set. `hash` is
  /// hash(packed).
  [[nodiscard]] StateId find(std::uint32_t hash,
                             const std::byte* packed) const {
    for (std::uint64_t b = bucket(hash);; b = (b + 1) & mask_) {
      const std::uint64_t entry = index_[b];
      if (entry == 0) return kNoState;
      if (matches(entry, hash, packed)) return id_of(entry);
    }
  }

  /// The number of a state, which is the old size() if the state is new;
  /// kNoState if there is no room for it. `hash` is hash(packed). Amortised
  /// constant cost.
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

  /// Memory that `states` states need at their peak, while the index grows.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t state_bytes,
                                               std::uint64_t states);

 private:
  /// First bucket of a hash: its uppermost bits.
  [[nodiscard]] std::uint64_t bucket(std::uint32_t hash) const {
    return hash >> shift_;
  }
  /// The state of an entry that is not 0.
  static StateId id_of(std::uint64_t entry) {
    return static_cast<StateId>(entry) - 1;
  }
  /// Whether an entry is that of the given state. Compares all bytes if the
  /// hashes agree.
  [[nodiscard]] bool matches(std::uint64_t entry,
                             std::uint32_t hash,
                             const std::byte* packed) const {
    return static_cast<std::uint32_t>(entry >> 32) == hash &&
           (columns_.empty()
                ? equal_packed(packed, record(id_of(entry)), state_bytes_)
                : equals_folded(id_of(entry), packed));
  }
  /// What is kept of a state: its bytes, or the numbers of its chunks.
  [[nodiscard]] std::byte* record(StateId id) const {
    return states_.data() + std::uint64_t{id} * record_bytes_;
  }
  /// Whether a compressed state equals the bytes.
  [[nodiscard]] bool equals_folded(StateId id, const std::byte* packed) const;
  /// Unpacks a compressed state into `room`.
  void unfold(StateId id, std::byte* room) const;
  /// Writes the record after the last one; false where there is no room.
  bool put(const std::byte* packed);
  /// Doubles the index. If the machine refuses the memory, the table keeps what
  /// it has and takes nothing new.
  void grow();

  /// Bytes of a packed state.
  std::size_t state_bytes_;
  /// Bytes that `states_` has of each state.
  std::size_t record_bytes_;
  /// One store for each chunk of a state; empty if states are not compressed.
  std::vector<ChunkStore> columns_;
  /// New chunks that still fit, over all columns: bounds their memory.
  std::uint64_t chunks_left_ = 0;
  /// States that fit at most.
  std::uint64_t max_states_;
  /// The records of the states, by their number.
  MappedArray<std::byte> states_;
  /// 0 = free, else hash << 32 | number + 1.
  MappedArray<std::uint64_t> index_;
  /// Buckets less one.
  std::uint64_t mask_;
  /// 32 less the logarithm of the number of buckets.
  std::uint32_t shift_;
  /// States so far.
  StateId size_ = 0;
  /// With more states than this, the index must grow.
  StateId grow_at_;
};

}  // namespace catenary::engine::reach
