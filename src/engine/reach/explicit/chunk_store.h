// SPDX-License-Identifier: Apache-2.0
/// \file
/// A store of byte strings of one length, each kept once. The state table keeps
/// the pieces of large states in it, because a step changes few of them.
///
/// Method: one level of the state compression (COLLAPSE) of explicit model
/// checkers, after Holzmann, "State compression in SPIN", SPIN workshop 1997.
/// We cut states into pieces of a fixed length, not by processes and channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/reach/explicit/mapping.h"
#include "engine/reach/explicit/packed_bytes.h"

namespace catenary::engine::reach {

/// Interns byte strings: equal strings get the same number. Nothing ever moves,
/// so one thread may intern while others read strings whose numbers they learnt
/// before.
class ChunkStore {
 public:
  /// Returned instead of a number if there is no room.
  static constexpr std::uint32_t kFull = 0xffffffff;

  /// Reserves room for `most` strings of `bytes` bytes, or for fewer if the
  /// machine refuses. Memory is taken as it is used. Requires: bytes >= 1.
  ChunkStore(std::size_t bytes, std::uint64_t most);

  /// Length of every string.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Number of distinct strings. They are numbered 0 .. size() - 1.
  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// The bytes of a string; valid as long as the store. Requires: id < size().
  [[nodiscard]] const std::byte* chunk(std::uint32_t id) const {
    return chunks_.data() + std::uint64_t{id} * bytes_;
  }

  /// The number of a string. It is the old size() if the string is new, or
  /// kFull if there is no room for it. Amortised constant cost.
  std::uint32_t intern(const std::byte* chunk);

 private:
  /// Where the search for a string begins in the index. Uses the bits of the
  /// hash from bit 20 on.
  [[nodiscard]] std::uint64_t bucket(const std::byte* chunk) const {
    return hash_packed(chunk, bytes_) >> 20 & mask_;
  }
  /// Doubles the index. If the machine refuses the memory, the store keeps what
  /// it has and takes nothing new.
  void grow();

  /// Length of every string.
  std::size_t bytes_;
  /// Most strings that fit.
  std::uint64_t most_;
  /// The strings one behind the other, by their number.
  MappedArray<std::byte> chunks_;
  /// Open addressing with linear probing: 0 = free, else number + 1.
  MappedArray<std::uint32_t> index_;
  /// Buckets of the index less one; a power of two less one.
  std::uint64_t mask_;
  std::uint32_t size_ = 0;
};

}  // namespace catenary::engine::reach
