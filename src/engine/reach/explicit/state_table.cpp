// SPDX-License-Identifier: Apache-2.0
/// \file
/// Insertion, compression and growth of the state table. Method of compression:
/// see chunk_store.h. The index is rebuilt from its own entries, which hold
/// enough of the hash for every size.

#include "engine/reach/explicit/state_table.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"

namespace catenary::engine::reach {

namespace {

constexpr std::uint32_t kFirstBits = 16;
constexpr std::uint32_t kMostBits = 32;
constexpr std::size_t kChunkBytes = 32;
// Memory of a chunk with its share of an index that is half empty.
constexpr std::size_t kKeptChunkBytes =
    kChunkBytes + 2 * sizeof(std::uint32_t) * 2;

/// Chunks of a state; the last one may be shorter.
std::size_t chunks_of(std::size_t state_bytes) {
  return (state_bytes + kChunkBytes - 1) / kChunkBytes;
}

/// Bytes that the table has of each state.
std::size_t record_bytes_of(std::size_t state_bytes) {
  return state_bytes < StateTable::kFoldFrom
             ? state_bytes
             : chunks_of(state_bytes) * sizeof(std::uint32_t);
}

// Linear probing has short runs below a load of two thirds.
StateId load_limit(std::uint32_t bits) {
  const std::uint64_t limit = (std::uint64_t{1} << bits) / 3 * 2;
  return bits < kMostBits ? static_cast<StateId>(limit) : kNoState;
}

}  // namespace

StateTable::StateTable(std::size_t state_bytes, std::uint64_t max_states)
    : state_bytes_(state_bytes),
      record_bytes_(record_bytes_of(state_bytes)),
      states_(std::max<std::uint64_t>(
                  1, std::min<std::uint64_t>(max_states, kNoState)) *
                  record_bytes_,
              Mapping::Sharing::own),
      index_(std::uint64_t{1} << kFirstBits,
             Mapping::Sharing::own,
             std::uint64_t{1} << kFirstBits),
      mask_((std::uint64_t{1} << kFirstBits) - 1),
      shift_(32 - kFirstBits),
      grow_at_(load_limit(kFirstBits)) {
  CATENARY_CHECK(state_bytes >= 1, "a state has at least one byte");
  // What the machine granted may be less than what was asked for.
  max_states_ =
      std::min<std::uint64_t>(states_.capacity() / record_bytes_,
                              std::min<std::uint64_t>(max_states, kNoState));
  if (state_bytes < kFoldFrom) return;
  // Each state may bring one new chunk, and the first one brings one in each
  // column. More distinct chunks than that end the table early.
  chunks_left_ = max_states_ + chunks_of(state_bytes);
  for (std::size_t at = 0; at < state_bytes; at += kChunkBytes) {
    columns_.emplace_back(std::min(kChunkBytes, state_bytes - at),
                          chunks_left_);
  }
}

/// Compares chunk by chunk, without unpacking.
bool StateTable::equals_folded(StateId id, const std::byte* packed) const {
  const std::byte* at = record(id);
  for (const ChunkStore& column : columns_) {
    std::uint32_t chunk = 0;
    std::memcpy(&chunk, at, sizeof chunk);
    if (!equal_packed(packed, column.chunk(chunk), column.bytes())) {
      return false;
    }
    at += sizeof chunk;
    packed += column.bytes();
  }
  return true;
}

void StateTable::unfold(StateId id, std::byte* room) const {
  const std::byte* at = record(id);
  for (const ChunkStore& column : columns_) {
    std::uint32_t chunk = 0;
    std::memcpy(&chunk, at, sizeof chunk);
    std::memcpy(room, column.chunk(chunk), column.bytes());
    at += sizeof chunk;
    room += column.bytes();
  }
}

bool StateTable::put(const std::byte* packed) {
  std::byte* at = record(size_);
  if (columns_.empty()) {
    std::memcpy(at, packed, state_bytes_);
    return true;
  }
  for (ChunkStore& column : columns_) {
    const std::uint32_t before = column.size();
    // If a later column has no room, chunks of earlier columns stay without a
    // state, which is harmless.
    const std::uint32_t chunk =
        chunks_left_ == 0 ? ChunkStore::kFull : column.intern(packed);
    if (chunk == ChunkStore::kFull) return false;
    if (chunk == before) --chunks_left_;
    std::memcpy(at, &chunk, sizeof chunk);
    at += sizeof chunk;
    packed += column.bytes();
  }
  return true;
}

std::uint64_t StateTable::bytes_for(std::size_t state_bytes,
                                    std::uint64_t states) {
  std::uint32_t bits = kFirstBits;
  while (bits < kMostBits && states > load_limit(bits)) ++bits;
  const std::uint64_t index = std::uint64_t{8} << bits;
  // As a rule, a state has one new chunk.
  const std::uint64_t kept = record_bytes_of(state_bytes) +
                             (state_bytes < kFoldFrom ? 0 : kKeptChunkBytes);
  // While the index grows, the old one exists beside it.
  return states * kept + index + (bits > kFirstBits ? index / 2 : 0);
}

void StateTable::grow() {
  const std::uint32_t bits = 32 - shift_ + 1;
  CATENARY_CHECK(bits <= kMostBits, "the index cannot grow further");
  const std::uint64_t buckets = std::uint64_t{1} << bits;
  MappedArray<std::uint64_t> larger;
  try {
    larger = {buckets, Mapping::Sharing::own, buckets};
  } catch (const base::ToolError&) {
    max_states_ = size_;  // what is in stays; nothing more goes in
    return;
  }
  const std::uint64_t old_buckets = mask_ + 1;
  mask_ = buckets - 1;
  shift_ = 32 - bits;
  // In the order of the old buckets, which is nearly the order of the new ones:
  // both are read and written almost sequentially.
  for (std::uint64_t i = 0; i < old_buckets; ++i) {
    const std::uint64_t entry = index_[i];
    if (entry == 0) continue;
    std::uint64_t b = bucket(static_cast<std::uint32_t>(entry >> 32));
    while (larger[b] != 0) b = (b + 1) & mask_;
    larger[b] = entry;
  }
  index_ = std::move(larger);
  grow_at_ = load_limit(bits);
}

}  // namespace catenary::engine::reach
