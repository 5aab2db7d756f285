// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of values: what was added is in them, and their terms say what they do.
#include "engine/abstraction/value_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "logic/term/evaluate/evaluate.h"

namespace catenary::engine::abstraction {
namespace {

/// Whether the term of the set is true of a value.
bool says(const ValueSet& set, std::uint32_t width, std::uint64_t bits) {
  logic::TermManager terms;
  const logic::Term x = terms.bitvec(width, static_cast<unsigned long>(bits));
  return logic::evaluate(set.holds(terms, x), {})->as_bool();
}

RC_GTEST_PROP(ValueSet, HasWhatWasAddedAndItsTermSaysSo, ()) {
  const auto width = *rc::gen::element<std::uint32_t>(1, 3, 8, 16, 32, 64);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  const auto added = *rc::gen::container<std::vector<std::uint64_t>>(
      rc::gen::map(rc::gen::arbitrary<std::uint64_t>(),
                   [mask](std::uint64_t v) { return v & mask; }));
  ValueSet set(width);
  for (const std::uint64_t v : added) {
    const bool was_there = set.contains(v);
    RC_ASSERT(set.add(v) != was_there);
  }
  for (const std::uint64_t v : added) RC_ASSERT(set.contains(v));
  const std::uint64_t other = *rc::gen::arbitrary<std::uint64_t>() & mask;
  RC_ASSERT(says(set, width, other) == set.contains(other));
  for (const std::uint64_t v : added) RC_ASSERT(says(set, width, v));
}

TEST(ValueSet, OfFewValuesHasNoOthers) {
  ValueSet set(8);
  for (const std::uint64_t v : {0, 1, 2, 3}) EXPECT_TRUE(set.add(v));
  EXPECT_FALSE(set.add(2));
  for (std::uint64_t v = 0; v < 256; ++v) {
    EXPECT_EQ(set.contains(v), v < 4);
    EXPECT_EQ(says(set, 8, v), v < 4) << v;
  }
  EXPECT_FALSE(says(ValueSet(8), 8, 0));
}

TEST(ValueSet, OfManyIsAnIntervalWhoseEndsMoveAFewTimes) {
  ValueSet set(16);
  int grown = 0;
  for (std::uint64_t v = 0; v < 0x8000; ++v) grown += set.add(v) ? 1 : 0;
  EXPECT_LT(grown, 100);
  EXPECT_FALSE(set.contains(0xFFFF));
  EXPECT_TRUE(set.add(0xFFFF));  // -1
  EXPECT_FALSE(set.contains(0xFFFE));
  EXPECT_FALSE(set.is_all());
  EXPECT_TRUE(set.add(0x8000));
  EXPECT_TRUE(set.is_all());
}

TEST(ValueSet, IncludesWhatHasNoOtherValue) {
  ValueSet few(8);
  few.add(1);
  few.add(200);
  ValueSet more = few;
  more.add(7);
  EXPECT_TRUE(more.includes(few));
  EXPECT_FALSE(few.includes(more));
  ValueSet many(8);
  for (std::uint64_t v = 0; v < 100; ++v) many.add(v);
  EXPECT_FALSE(many.includes(few));
  many.add(200);
  EXPECT_TRUE(many.includes(few));
  EXPECT_FALSE(few.includes(many));
}

}  // namespace
}  // namespace catenary::engine::abstraction
