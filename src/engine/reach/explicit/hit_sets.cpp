// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/explicit/hit_sets.h"

#include <algorithm>

#include "engine/reach/explicit/packed_bytes.h"

namespace catenary::engine::reach {

namespace {

/// Sets are byte strings of one length, like states.
std::uint64_t hash_words(const std::uint64_t* set, std::size_t words) {
  return hash_packed(reinterpret_cast<const std::byte*>(set),
                     words * sizeof(std::uint64_t));
}

}  // namespace

HitSets::HitSets(std::size_t words)
    : words_(words), bits_(words, 0), index_(64, 0) {}

HitSetId HitSets::look_up(const std::uint64_t* set) {
  const std::size_t mask = index_.size() - 1;
  std::size_t b = hash_words(set, words_) & mask;
  for (; index_[b] != 0; b = (b + 1) & mask) {
    if (std::equal(set, set + words_, words_of(index_[b]))) {
      return last_ = index_[b];
    }
  }
  // A new set: `b` is the free place where the search ended.
  bits_.insert(bits_.end(), set, set + words_);
  last_ = index_[b] = count_++;
  if (std::size_t{count_} * 2 > index_.size()) grow();
  return last_;
}

void HitSets::grow() {
  std::vector<HitSetId> larger(index_.size() * 2, 0);
  const std::size_t mask = larger.size() - 1;
  for (HitSetId id = 1; id < count_; ++id) {
    std::size_t b = hash_words(words_of(id), words_) & mask;
    while (larger[b] != 0) b = (b + 1) & mask;
    larger[b] = id;
  }
  index_ = std::move(larger);
}

}  // namespace catenary::engine::reach
