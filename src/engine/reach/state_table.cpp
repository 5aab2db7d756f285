// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/state_table.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"

namespace catenary::engine::reach {

namespace {

constexpr std::uint32_t kFirstBits = 16;
constexpr std::uint32_t kMostBits = 32;

// Linear probing stays short below two thirds.
StateId load_limit(std::uint32_t bits) {
  const std::uint64_t limit = (std::uint64_t{1} << bits) / 3 * 2;
  return bits < kMostBits ? static_cast<StateId>(limit) : kNoState;
}

}  // namespace

StateTable::StateTable(std::size_t state_bytes, std::uint64_t max_states)
    : state_bytes_(state_bytes),
      states_(std::max<std::uint64_t>(
                  1, std::min<std::uint64_t>(max_states, kNoState)) *
                  state_bytes,
              Mapping::Sharing::own),
      index_(std::uint64_t{1} << kFirstBits,
             Mapping::Sharing::own,
             std::uint64_t{1} << kFirstBits),
      mask_((std::uint64_t{1} << kFirstBits) - 1),
      shift_(32 - kFirstBits),
      grow_at_(load_limit(kFirstBits)) {
  CATENARY_CHECK(state_bytes >= 1, "a state has at least one byte");
  max_states_ =
      std::min<std::uint64_t>(states_.capacity() / state_bytes,
                              std::min<std::uint64_t>(max_states, kNoState));
}

std::uint64_t StateTable::bytes_for(std::size_t state_bytes,
                                    std::uint64_t states) {
  std::uint32_t bits = kFirstBits;
  while (bits < kMostBits && states > load_limit(bits)) ++bits;
  const std::uint64_t index = std::uint64_t{8} << bits;
  return states * state_bytes + index + (bits > kFirstBits ? index / 2 : 0);
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
