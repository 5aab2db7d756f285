// SPDX-License-Identifier: Apache-2.0
#include "engine/tidy/simpler_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "base/rng.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::tidy {
namespace {

using logic::Value;
using model::ScalarType;
using model::Variable;

Variable integer(long long lo, long long hi) {
  Variable v;
  v.type = ScalarType::int32;
  v.lo = Value::integer(lo);
  v.hi = Value::integer(hi);
  v.has_range = true;
  return v;
}

Variable real(double lo, double hi) {
  Variable v;
  v.type = ScalarType::float64;
  v.lo = Value::float64(lo);
  v.hi = Value::float64(hi);
  return v;
}

/// Their texts, with spaces between them.
std::string texts(const std::vector<Value>& values) {
  std::string out;
  for (const Value& v : values) {
    out += (out.empty() ? "" : " ") + v.to_string();
  }
  return out;
}

TEST(SimplerValues, AreZeroAndOneAndRoundNumbers) {
  const Variable v = integer(-1000, 1000);
  EXPECT_EQ(texts(simpler_values(v, Value::integer(734))),
            "0 1 -1 10 100 1000 700 800 730 740 2 3 4 7 8 15 16 31 32 63 64 "
            "127 128 255 256 511 "
            "512");
  EXPECT_EQ(texts(simpler_values(v, Value::integer(-734))),
            "0 1 -1 -10 -100 -1000 -700 -800 -730 -740");
  EXPECT_EQ(texts(simpler_values(v, Value::integer(40))),
            "0 1 -1 10 2 5 20 30 3 4 7 8");
  EXPECT_EQ(texts(simpler_values(v, Value::integer(1))), "0");
  EXPECT_EQ(texts(simpler_values(v, Value::integer(0))), "");
}

TEST(SimplerValues, AreInTheRange) {
  EXPECT_EQ(texts(simpler_values(integer(18, 44), Value::integer(37))),
            "18 30 40 31 32");
  // Without 0, the end that is a rounder number.
  EXPECT_EQ(texts(simpler_values(integer(20, 29), Value::integer(27))), "20");
  EXPECT_EQ(texts(simpler_values(integer(-29, -20), Value::integer(-27))),
            "-20");
}

TEST(SimplerValues, OfFloatsHaveFewDigits) {
  const Variable v = real(-1e300, 1e300);
  EXPECT_EQ(texts(simpler_values(v, Value::float64(99.97))),
            "0 1 -1 10 100 90 99 99.9");
  EXPECT_EQ(texts(simpler_values(v, Value::float64(0.0042))),
            "0 1 -1 0.1 0.01 0.001 0.004 0.005");
  EXPECT_EQ(texts(simpler_values(v, Value::float64(-0.0))), "0");
}

TEST(SimplerValues, OfInfinitiesAndNansAreNumbers) {
  const Variable v = real(-5, 1e300);
  for (const double special : {std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
    const std::string all = texts(simpler_values(v, Value::float64(special)));
    EXPECT_EQ(all.substr(0, 12), "0 1 -1 10 10") << all;
  }
}

TEST(SimplerValues, WithNamesComeFirst) {
  Variable v = integer(0, 7);
  v.names = {{"off", Value::integer(4)},
             {"on", Value::integer(2)},
             {"auto", Value::integer(7)}};
  EXPECT_EQ(texts(simpler_values(v, Value::integer(3))), "4 2 7 0 1");
  EXPECT_EQ(texts(simpler_values(v, Value::integer(7))), "4 2");
  EXPECT_EQ(texts(simpler_values(v, Value::integer(4))), "");
}

TEST(SimplerValues, OfTrueIsFalse) {
  Variable v;
  v.type = ScalarType::boolean;
  EXPECT_EQ(texts(simpler_values(v, Value::boolean(true))), "false");
  EXPECT_EQ(texts(simpler_values(v, Value::boolean(false))), "");
}

/// Whoever goes on with any of them comes to an end.
void descend(const Variable& v, Value value, base::Rng& rng) {
  for (int n = 0;; ++n) {
    ASSERT_LT(n, 1000) << value.to_string();
    const std::vector<Value> simpler = simpler_values(v, value);
    ASSERT_LE(simpler.size(), 190U);
    if (simpler.empty()) return;
    ASSERT_EQ(std::ranges::count(simpler, value), 0) << value.to_string();
    value = simpler[rng.below(simpler.size())];
  }
}

TEST(SimplerValues, HaveNoInfiniteDescent) {
  base::Rng rng = base::Rng::of_task(7, 0);
  const Variable whole = integer(std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int32_t>::max());
  const double most = std::numeric_limits<double>::max();
  const Variable floating = real(-most, most);
  for (int i = 0; i < 2000; ++i) {
    descend(whole,
            Value::integer(
                static_cast<long long>(static_cast<std::int32_t>(rng.next()))),
            rng);
    double d = 0;
    const std::uint64_t bits = rng.next();
    std::memcpy(&d, &bits, sizeof d);
    descend(floating, Value::float64(d), rng);
  }
}

}  // namespace
}  // namespace catenary::engine::tidy
