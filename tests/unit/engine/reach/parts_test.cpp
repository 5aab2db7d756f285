// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of the explicit engine by themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "engine/reach/explicit/chunk_store.h"
#include "engine/reach/explicit/crew.h"
#include "engine/reach/explicit/edge_filter.h"
#include "engine/reach/explicit/hit_sets.h"
#include "engine/reach/explicit/packed_bytes.h"
#include "engine/reach/explicit/pipeline.h"
#include "engine/reach/explicit/search.h"
#include "engine/reach/explicit/state_table.h"

namespace catenary::engine::reach {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::mt19937_64& random, std::size_t n) {
  Bytes bytes(n);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

Bytes packed(std::uint32_t number) {
  Bytes bytes(sizeof number);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

TEST(PackedBytes, EveryBitMatters) {
  std::mt19937_64 random(1);
  for (std::size_t n = 1; n <= 300; n += n < 80 ? 1 : 17) {
    // Of exactly n bytes, so that a sanitizer sees reads beyond the end.
    Bytes bytes = random_bytes(random, n);
    const Bytes copy = bytes;
    const std::uint64_t hash = hash_packed(bytes.data(), n);
    EXPECT_TRUE(equal_packed(bytes.data(), copy.data(), n));
    for (std::size_t bit = 0; bit < n * 8; ++bit) {
      bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      EXPECT_NE(hash_packed(bytes.data(), n), hash) << n << " " << bit;
      EXPECT_FALSE(equal_packed(bytes.data(), copy.data(), n))
          << n << " " << bit;
      bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    }
  }
}

TEST(PackedBytes, CountersSpreadOverTheBuckets) {
  // Packed states are mostly small numbers: the upper half must differ anyway.
  for (const std::size_t n : {4, 8, 20, 64, 200}) {
    std::set<std::uint32_t> buckets;
    for (std::uint32_t i = 0; i < 4096; ++i) {
      Bytes bytes(n);
      std::memcpy(bytes.data() + n - 4, &i, sizeof i);
      buckets.insert(
          static_cast<std::uint32_t>(hash_packed(bytes.data(), n) >> 52));
    }
    // 4096 balls in 4096 buckets at random: 63 % of the buckets, 2589.
    EXPECT_GT(buckets.size(), 2450u) << n;
  }
}

TEST(StateTable, AgreesWithAMap) {
  std::mt19937_64 random(2);
  for (const std::size_t n : {1, 2, 5, 20, 100, 128, 130, 300}) {
    StateTable table(n, 1 << 20);
    Bytes room(n);
    std::map<Bytes, StateId> expected;
    for (int i = 0; i < 60'000; ++i) {
      Bytes bytes(n);
      const std::uint64_t number = random() % 50'000;
      std::memcpy(bytes.data(), &number, std::min<std::size_t>(n, 8));
      const std::uint32_t hash = table.hash(bytes.data());
      const auto at = expected.find(bytes);
      const StateId known = at == expected.end() ? kNoState : at->second;
      ASSERT_EQ(table.find(hash, bytes.data()), known);
      const StateId fresh = table.size();
      const StateId id = table.insert(hash, bytes.data());
      ASSERT_EQ(id, known == kNoState ? fresh : known);
      expected.emplace(bytes, id);
      ASSERT_EQ(std::memcmp(table.state(id, room.data()), bytes.data(), n), 0);
    }
    EXPECT_EQ(table.size(), expected.size());
  }
}

TEST(StateTable, FoldedStatesMayDifferAnywhere) {
  std::mt19937_64 random(3);
  constexpr std::size_t kBytes = 150;
  StateTable table(kBytes, 1 << 20);
  std::map<Bytes, StateId> expected;
  for (int i = 0; i < 40'000; ++i) {
    Bytes bytes(kBytes);
    for (int change = 0; change < 3; ++change) {
      bytes[random() % kBytes] = static_cast<std::byte>(random() % 3);
    }
    const StateId id = table.insert(table.hash(bytes.data()), bytes.data());
    const auto [at, is_new] = expected.emplace(bytes, id);
    ASSERT_EQ(id, is_new ? expected.size() - 1 : at->second);
  }
  Bytes room(kBytes);
  for (const auto& [bytes, id] : expected) {
    ASSERT_EQ(table.find(table.hash(bytes.data()), bytes.data()), id);
    ASSERT_EQ(std::memcmp(table.state(id, room.data()), bytes.data(), kBytes),
              0);
  }
}

TEST(StateTable, FoldedStatesTakeNoMoreThanIsSaid) {
  // All chunks of every state are new.
  constexpr std::size_t kBytes = 160;
  StateTable table(kBytes, 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    Bytes bytes(kBytes);
    for (std::size_t at = 0; at < kBytes; at += 4) {
      std::memcpy(bytes.data() + at, &i, sizeof i);
    }
    const StateId id = table.insert(table.hash(bytes.data()), bytes.data());
    EXPECT_EQ(id, i < 201 ? i : kNoState);
  }
  EXPECT_EQ(table.size(), 201U);
}

TEST(ChunkStore, NumbersWhatIsDifferent) {
  std::mt19937_64 random(4);
  for (const std::size_t n : {1, 7, 32}) {
    ChunkStore store(n, 1 << 16);
    std::map<Bytes, std::uint32_t> expected;
    for (int i = 0; i < 30'000; ++i) {
      Bytes bytes(n);
      const std::uint64_t number = random() % 20'000;
      std::memcpy(bytes.data(), &number, std::min<std::size_t>(n, 8));
      const std::uint32_t id = store.intern(bytes.data());
      const auto [at, is_new] = expected.emplace(bytes, id);
      ASSERT_EQ(id, is_new ? expected.size() - 1 : at->second);
      ASSERT_EQ(std::memcmp(store.chunk(id), bytes.data(), n), 0);
    }
  }
  ChunkStore few(4, 2);
  EXPECT_EQ(few.intern(packed(5).data()), 0U);
  EXPECT_EQ(few.intern(packed(6).data()), 1U);
  EXPECT_EQ(few.intern(packed(7).data()), ChunkStore::kFull);
  EXPECT_EQ(few.intern(packed(6).data()), 1U);
}

TEST(StateTable, EqualHashesAreNotEqualStates) {
  StateTable table(4, 100);
  for (std::uint32_t i = 0; i < 50; ++i) {
    const Bytes bytes = packed(i);
    EXPECT_EQ(table.find(~0U, bytes.data()), kNoState);
    EXPECT_EQ(table.insert(~0U, bytes.data()),
              i);  // the last bucket: wraps around
  }
  for (std::uint32_t i = 0; i < 50; ++i) {
    EXPECT_EQ(table.find(~0U, packed(i).data()), i);
  }
}

TEST(StateTable, SaysWhenItIsFull) {
  StateTable table(4, 3);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const Bytes bytes = packed(i);
    EXPECT_EQ(table.insert(table.hash(bytes.data()), bytes.data()),
              i < 3 ? i : kNoState);
  }
  const Bytes one = packed(1);
  EXPECT_EQ(table.insert(table.hash(one.data()), one.data()), 1u);
}

TEST(StateLimit, IsTheMostThatFits) {
  for (const std::uint64_t limit : {1ULL << 22, 1ULL << 28, 100ULL << 30}) {
    for (const bool keep : {false, true}) {
      const std::uint64_t n = state_limit(20, keep, limit);
      EXPECT_LE(kept_bytes(20, keep, n), limit);
      if (n + 1 < kNoState) {
        EXPECT_GT(kept_bytes(20, keep, n + 1), limit);
      }
    }
  }
  EXPECT_EQ(state_limit(20, false, 1), 0u);
}

TEST(HitSets, NumbersAreStable) {
  std::mt19937_64 random(3);
  HitSets sets(3);
  std::map<std::vector<std::uint64_t>, HitSetId> expected;
  expected[{0, 0, 0}] = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::uint64_t> set(3);
    for (auto& word : set) word = random() % 12;
    const auto next = static_cast<HitSetId>(expected.size());
    const auto at = expected.emplace(set, next).first;
    ASSERT_EQ(sets.intern(set.data()), at->second);
    ASSERT_TRUE(std::equal(set.begin(), set.end(), sets.words_of(at->second)));
  }
  EXPECT_EQ(sets.size(), expected.size());
}

TEST(EdgeFilter, AgreesWithASet) {
  std::mt19937_64 random(4);
  EdgeFilter filter;
  for (int state = 0; state < 50; ++state) {
    filter.next_state();
    std::set<std::pair<StateId, HitSetId>> seen;
    for (int i = 0; i < 20 * state; ++i) {
      const auto target = static_cast<StateId>(random() % 30);
      const auto hits = static_cast<HitSetId>(random() % 9);
      EXPECT_EQ(filter.is_new(target, hits), seen.emplace(target, hits).second);
    }
  }
}

TEST(Crew, EveryWorkerWorksOnceARound) {
  for (const std::uint32_t size : {1U, 2U, 5U}) {
    std::vector<int> calls(size);
    Crew crew(size, [&](std::uint32_t w) { ++calls[w]; });
    for (int round = 1; round <= 500; ++round) {
      crew.run();
      EXPECT_EQ(calls, std::vector<int>(size, round));
    }
  }
}

TEST(Crew, ThrowsWhatAWorkerThrew) {
  bool trouble = true;
  Crew crew(3, [&](std::uint32_t w) {
    if (w == 2 && trouble) throw std::runtime_error("worker 2");
  });
  EXPECT_THROW(crew.run(), std::runtime_error);
  trouble = false;
  EXPECT_NO_THROW(crew.run());
}

// What thread 0 takes over, in order; `stop_after` = all but the last of them
// are not taken.
std::vector<std::uint64_t> taken_over(unsigned threads,
                                      std::size_t slots,
                                      std::uint64_t count,
                                      std::uint64_t stop_after) {
  Pipeline pipeline(threads, slots);
  std::vector<std::uint64_t> done(slots);
  std::vector<std::uint64_t> taken;
  const auto work = [&](std::uint64_t piece) {
    done[pipeline.slot_of(piece)] = piece * piece;
    pipeline.finish(piece);
  };
  Crew crew(threads, [&](std::uint32_t w) {
    if (w != 0) {
      while (const auto piece = pipeline.begin()) work(*piece);
      return;
    }
    while (pipeline.taken() < count) {
      if (!pipeline.ready()) {
        if (const auto piece = pipeline.try_begin()) {
          work(*piece);
          continue;
        }
        pipeline.wait_until_ready();
      }
      taken.push_back(done[pipeline.slot_of(pipeline.taken())]);
      if (taken.size() == stop_after) {
        pipeline.cancel();
        return;
      }
      pipeline.take();
    }
  });
  for (int round = 0; round < 20; ++round) {
    taken.clear();
    pipeline.start(count);
    crew.run();
  }
  return taken;
}

TEST(Pipeline, HandsOverEveryPieceInOrder) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t slots : {1, 2, 16}) {
      for (const std::uint64_t count : {0U, 1U, 7U, 300U}) {
        const std::vector<std::uint64_t> taken =
            taken_over(threads, slots, count, count + 1);
        ASSERT_EQ(taken.size(), count);
        for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(taken[i], i * i);
        EXPECT_EQ(taken_over(threads, slots, count, count / 2 + 1).size(),
                  std::min(count, count / 2 + 1));
      }
    }
  }
}

}  // namespace
}  // namespace catenary::engine::reach
