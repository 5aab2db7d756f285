// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/explicit/chunk_store.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"

namespace catenary::engine::reach {

namespace {

constexpr std::uint64_t kFirstBuckets = 1 << 10;

}  // namespace

ChunkStore::ChunkStore(std::size_t bytes, std::uint64_t most)
    : bytes_(bytes),
      chunks_(std::clamp<std::uint64_t>(most, 1, kFull - 1) * bytes,
              Mapping::Sharing::own),
      index_(kFirstBuckets, Mapping::Sharing::own, kFirstBuckets),
      mask_(kFirstBuckets - 1) {
  CATENARY_CHECK(bytes >= 1, "a chunk has at least one byte");
  most_ = std::min<std::uint64_t>(chunks_.capacity() / bytes,
                                  std::min<std::uint64_t>(most, kFull - 1));
}

std::uint32_t ChunkStore::intern(const std::byte* chunk) {
  std::uint64_t b = bucket(chunk);
  for (; index_[b] != 0; b = (b + 1) & mask_) {
    const std::uint32_t id = index_[b] - 1;
    if (equal_packed(chunk, this->chunk(id), bytes_)) return id;
  }
  if (size_ >= most_) return kFull;
  std::memcpy(chunks_.data() + std::uint64_t{size_} * bytes_, chunk, bytes_);
  const std::uint32_t id = size_++;
  index_[b] = size_;
  // Linear probing stays short below a half.
  if (std::uint64_t{size_} * 2 > mask_) grow();
  return id;
}

void ChunkStore::grow() {
  const std::uint64_t buckets = 2 * (mask_ + 1);
  MappedArray<std::uint32_t> larger;
  try {
    larger = {buckets, Mapping::Sharing::own, buckets};
  } catch (const base::ToolError&) {
    most_ = size_;  // what is in stays; nothing more goes in
    return;
  }
  // Rehash in the order of the numbers. Strings are distinct, so none has to be
  // compared.
  mask_ = buckets - 1;
  for (std::uint32_t id = 0; id < size_; ++id) {
    std::uint64_t b = bucket(chunk(id));
    while (larger[b] != 0) b = (b + 1) & mask_;
    larger[b] = id + 1;
  }
  index_ = std::move(larger);
}

}  // namespace catenary::engine::reach
