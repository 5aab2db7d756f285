// SPDX-License-Identifier: Apache-2.0
/// \file
/// Byte strings of one length, each kept once: pieces of large states, of
/// which a step changes few.
///
/// Method: one level of the state compression of explicit model checkers, after
/// Holzmann, "State compression in SPIN", SPIN workshop 1997.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/reach/explicit/mapping.h"
#include "engine/reach/explicit/packed_bytes.h"

namespace catenary::engine::reach {

/// Many threads may read what was interned before they learnt of it while one
/// interns: nothing ever moves.
class ChunkStore {
 public:
  /// No number of a chunk: there is no room for it.
  static constexpr std::uint32_t kFull = 0xffffffff;

  /// Room for `most` strings of `bytes` bytes, or for fewer where the machine
  /// refuses. Requires: bytes >= 1.
  ChunkStore(std::size_t bytes, std::uint64_t most);

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] const std::byte* chunk(std::uint32_t id) const {
    return chunks_.data() + std::uint64_t{id} * bytes_;
  }

  /// The number of a string, which is the old size() where it was new; kFull
  /// where there is no room. Amortised constant cost.
  std::uint32_t intern(const std::byte* chunk);

 private:
  [[nodiscard]] std::uint64_t bucket(const std::byte* chunk) const {
    return hash_packed(chunk, bytes_) >> 20 & mask_;
  }
  void grow();

  std::size_t bytes_;
  std::uint64_t most_;
  MappedArray<std::byte> chunks_;
  MappedArray<std::uint32_t> index_;  ///< 0 = free, else id + 1
  std::uint64_t mask_;
  std::uint32_t size_ = 0;
};

}  // namespace catenary::engine::reach
