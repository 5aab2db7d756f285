// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random inputs: always in range, and what matters is drawn often.
#include "engine/reach/random/input_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>

namespace catenary::engine::reach {
namespace {

using logic::Value;
using model::ScalarType;

model::Variable integers(ScalarType type, const char* lo, const char* hi) {
  model::Variable v;
  v.type = type;
  v.lo = Value::integer(mpz_class(lo));
  v.hi = Value::integer(mpz_class(hi));
  v.domain = {v.lo, v.hi};
  v.exhaustive = false;
  return v;
}

std::map<mpz_class, int> draws(const model::Variable& of, int count) {
  model::StepSystem system;
  system.inputs = {of};
  system.lay_out();
  const InputSampler sampler(system.inputs);
  base::Rng rng(7);
  std::vector<std::byte> letter(system.letter_bytes());
  std::map<mpz_class, int> out;
  for (int i = 0; i < count; ++i) {
    sampler.draw(rng, letter.data());
    ++out[model::decode_scalar(of.type, letter.data()).as_integer()];
  }
  return out;
}

TEST(InputSampler, StaysInTheRange) {
  const auto check = [](ScalarType type, const char* lo, const char* hi) {
    for (const auto& [value, count] : draws(integers(type, lo, hi), 5000)) {
      EXPECT_GE(value, mpz_class(lo));
      EXPECT_LE(value, mpz_class(hi));
    }
  };
  check(ScalarType::int32, "-7", "1000000");
  check(ScalarType::int8, "-128", "127");
  check(ScalarType::uint16, "300", "65000");
  check(ScalarType::int64, "-9223372036854775808", "9223372036854775807");
  check(ScalarType::uint64, "9223372036854775807", "18446744073709551615");
  check(ScalarType::int32, "-2147483648", "-2147483000");
}

TEST(InputSampler, EndsAndSmallNumbersComeOften) {
  const auto seen =
      draws(integers(ScalarType::int32, "-2147483648", "2147483647"), 20'000);
  for (const long v : {-2147483648L, -2147483647L, 0L, 1L, 2147483647L}) {
    EXPECT_TRUE(seen.contains(mpz_class(v))) << v;
  }
  EXPECT_GT(seen.size(), 9000U) << "half of them are anything";
}

TEST(InputSampler, WhereAllValuesAreTriedEachIsAsLikely) {
  model::Variable v = integers(ScalarType::uint8, "3", "6");
  v.exhaustive = true;
  v.domain.clear();
  for (const int i : {3, 4, 5, 6}) v.domain.push_back(Value::integer(i));
  const auto seen = draws(v, 8000);
  ASSERT_EQ(seen.size(), 4U);
  for (const auto& [value, count] : seen) EXPECT_NEAR(count, 2000, 250);
}

TEST(InputSampler, SmallClassesAreFound) {
  model::Variable v = integers(ScalarType::uint32, "0", "4294967295");
  v.exhaustive = true;
  for (const long start : {0L, 123456789L, 123456790L, 3000000000L}) {
    v.class_starts.push_back(Value::integer(mpz_class(start)));
  }
  const auto seen = draws(v, 4000);
  EXPECT_GT(seen.at(mpz_class(123456789)), 100);
  EXPECT_TRUE(seen.contains(mpz_class(2999999999L)));
  EXPECT_TRUE(seen.contains(mpz_class(3000000000L)));
}

template <typename T>
std::set<T> floats(ScalarType type, T lo, T hi) {
  model::Variable v;
  v.type = type;
  const auto make = [](T x) {
    if constexpr (std::is_same_v<T, float>)
      return Value::float32(x);
    else
      return Value::float64(x);
  };
  v.lo = make(lo);
  v.hi = make(hi);
  v.domain = {v.lo, v.hi};
  v.exhaustive = false;
  model::StepSystem system;
  system.inputs = {v};
  system.lay_out();
  const InputSampler sampler(system.inputs);
  base::Rng rng(3);
  std::byte letter[sizeof(T)];
  std::set<T> out;
  for (int i = 0; i < 5000; ++i) {
    sampler.draw(rng, letter);
    T x;
    std::memcpy(&x, letter, sizeof x);
    EXPECT_TRUE(x >= lo && x <= hi) << x;
    out.insert(x);
  }
  return out;
}

TEST(InputSampler, FloatsHaveEverySize) {
  const float most = std::numeric_limits<float>::max();
  const std::set<float> all = floats(ScalarType::float32, -most, most);
  const auto between = [&all](float lo, float hi) {
    return std::distance(all.lower_bound(lo), all.upper_bound(hi));
  };
  EXPECT_GT(between(1, 10), 50);
  EXPECT_GT(between(-10, -1), 50);
  EXPECT_GT(between(1e-30F, 1e-10F), 20);
  EXPECT_GT(between(1e30F, most), 20);
  const double huge = std::numeric_limits<double>::max();
  EXPECT_GT(floats(ScalarType::float64, -huge, huge).size(), 3000U);
  EXPECT_GT(floats(ScalarType::float64, 2.0, 3.0).size(), 3000U);
  EXPECT_EQ(floats(ScalarType::float32, 2.5F, 2.5F).size(), 1U);
}

// Of two inputs, each changes in one of eight steps, whatever the other does.
TEST(InputSampler, VariedLettersKeepMostValues) {
  model::StepSystem system;
  system.inputs = {integers(ScalarType::int32, "-1000000", "1000000"),
                   integers(ScalarType::uint8, "0", "255")};
  system.inputs[1].type = ScalarType::float64;
  system.inputs[1].lo = Value::float64(-1e6);
  system.inputs[1].hi = Value::float64(1e6);
  system.inputs[1].domain = {system.inputs[1].lo, system.inputs[1].hi};
  system.lay_out();
  const InputSampler sampler(system.inputs);
  base::Rng rng(7);
  std::vector<std::byte> letter(system.letter_bytes());
  sampler.draw(rng, letter.data());
  int changes[2] = {0, 0};
  int both = 0;
  constexpr int kDraws = 8'000;
  for (int i = 0; i < kDraws; ++i) {
    const auto before = model::values_in(system.inputs, letter.data());
    sampler.vary(rng, 8, letter.data(), letter.data());
    const auto after = model::values_in(system.inputs, letter.data());
    const bool first = before[0] != after[0], second = before[1] != after[1];
    changes[0] += first ? 1 : 0;
    changes[1] += second ? 1 : 0;
    both += first && second ? 1 : 0;
  }
  // A drawn value may be the same as before.
  for (const int n : changes) {
    EXPECT_GT(n, kDraws / 16);
    EXPECT_LT(n, kDraws / 6);
  }
  EXPECT_GT(both, 0);
  EXPECT_LT(both, kDraws / 30);
}

TEST(InputSampler, LettersMayBeInTwoPlaces) {
  model::StepSystem system;
  system.inputs = {integers(ScalarType::int32, "-1000000", "1000000"),
                   integers(ScalarType::int64, "0", "255")};
  system.inputs[1].type = ScalarType::float32;
  system.inputs[1].lo = Value::float32(-1e6F);
  system.inputs[1].hi = Value::float32(1e6F);
  system.inputs[1].domain = {system.inputs[1].lo, system.inputs[1].hi};
  system.lay_out();
  const InputSampler sampler(system.inputs);
  std::vector<std::byte> first(system.letter_bytes()), other = first;
  base::Rng rng(7);
  sampler.draw(rng, first.data());
  // As good as never.
  sampler.vary(rng, std::uint64_t{1} << 60, first.data(), other.data());
  EXPECT_EQ(first, other);
  // Always, with the numbers that draw() takes.
  base::Rng same = rng;
  sampler.vary(rng, 1, first.data(), other.data());
  sampler.draw(same, first.data());
  EXPECT_EQ(first, other);
  EXPECT_EQ(rng.next(), same.next());
}

TEST(InputSampler, HalfOfTheRunsHoldNothing) {
  base::Rng rng(7);
  std::map<std::uint64_t, int> holds;
  for (int i = 0; i < 1000; ++i) ++holds[random_change_interval(rng)];
  EXPECT_EQ(holds.size(), 3U);
  EXPECT_NEAR(holds[1], 500, 60);
  EXPECT_NEAR(holds[8], 250, 60);
  EXPECT_NEAR(holds[64], 250, 60);
}

TEST(InputSampler, TruthValuesAreEither) {
  model::Variable v;
  v.type = ScalarType::boolean;
  v.lo = Value::boolean(false);
  v.hi = Value::boolean(true);
  v.domain = {v.lo, v.hi};
  model::StepSystem system;
  system.inputs = {v, v};
  system.lay_out();
  const InputSampler sampler(system.inputs);
  base::Rng rng(1);
  std::set<std::pair<int, int>> seen;
  std::byte letter[2];
  for (int i = 0; i < 100; ++i) {
    sampler.draw(rng, letter);
    seen.emplace(static_cast<int>(letter[0]), static_cast<int>(letter[1]));
  }
  EXPECT_EQ(seen.size(), 4U);
  EXPECT_LE(seen.rbegin()->first, 1);
}

}  // namespace
}  // namespace catenary::engine::reach
