// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact floats against the hardware: float and double in four rounding
/// directions, on random and on edge-case operands.
#include "logic/value/ieee754.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace catenary::logic {
namespace {

struct Direction {
  RoundingMode mode;
  int hardware;
};
constexpr std::array kDirections = {
    Direction{RoundingMode::nearest_even, FE_TONEAREST},
    Direction{RoundingMode::toward_positive, FE_UPWARD},
    Direction{RoundingMode::toward_negative, FE_DOWNWARD},
    Direction{RoundingMode::toward_zero, FE_TOWARDZERO}};

/// Computes in a rounding direction of the hardware; operands go through
/// volatiles so that nothing is folded at compile time.
template <typename T, typename F>
T in_direction(int hardware, F compute) {
  const int before = std::fegetround();
  std::fesetround(hardware);
  volatile T result = compute();
  std::fesetround(before);
  return result;
}

Value wrap(float f) {
  return Value::float32(f);
}
Value wrap(double d) {
  return Value::float64(d);
}

/// Any bit pattern, every second time one near a boundary; NaNs are quiet.
template <typename T, typename Bits>
T any_float() {
  using Limits = std::numeric_limits<T>;
  static const std::array<T, 9> edges = {T(0),
                                         Limits::denorm_min(),
                                         Limits::min(),
                                         T(1),
                                         T(2.5),
                                         T(1) / T(3),
                                         Limits::max(),
                                         Limits::infinity(),
                                         Limits::quiet_NaN()};
  if (*rc::gen::arbitrary<bool>()) {
    const T any = std::bit_cast<T>(*rc::gen::arbitrary<Bits>());
    return std::isnan(any) ? Limits::quiet_NaN() : any;
  }
  const T edge = edges[*rc::gen::inRange<std::size_t>(0, edges.size())];
  const auto nudge = static_cast<Bits>(*rc::gen::inRange(0, 3));
  const T near =
      std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(edge) + nudge));
  if (std::isnan(near)) return Limits::quiet_NaN();
  return *rc::gen::arbitrary<bool>() ? near : -near;
}

template <typename T, typename Bits>
void compare_with_hardware() {
  volatile T x = any_float<T, Bits>();
  volatile T y = any_float<T, Bits>();
  volatile T z = any_float<T, Bits>();
  const Value a = wrap(T(x));
  const Value b = wrap(T(y));
  const Value c = wrap(T(z));
  for (const auto& [mode, hw] : kDirections) {
    const auto check = [&](const Value& ours, auto compute) {
      const T theirs = in_direction<T>(hw, compute);
      RC_ASSERT(ours.to_string() == wrap(theirs).to_string());
    };
    check(float_add(mode, a, b), [&] { return x + y; });
    check(float_sub(mode, a, b), [&] { return x - y; });
    check(float_mul(mode, a, b), [&] { return x * y; });
    check(float_div(mode, a, b), [&] { return x / y; });
    check(float_sqrt(mode, a), [&] { return std::sqrt(T(x)); });
    check(float_fma(mode, a, b, c), [&] { return std::fma(T(x), T(y), T(z)); });
    check(float_round_to_integral(mode, a),
          [&] { return std::nearbyint(T(x)); });
  }
  RC_ASSERT(float_round_to_integral(RoundingMode::nearest_away, a) ==
            wrap(std::round(T(x))));
  // A zero has the sign of x (IEEE 754-2019, 5.3.1); glibc 2.36 gives -0 for
  // some positive multiples of subnormal numbers.
  const T rest = std::remainder(T(x), T(y));
  RC_ASSERT(float_rem(a, b) ==
            wrap(rest == 0 ? std::copysign(T(0), T(x)) : rest));
  RC_ASSERT(float_lt(a, b) == (x < y));
  RC_ASSERT(float_le(a, b) == (x <= y));
  RC_ASSERT(float_eq(a, b) == (x == y));
  if (x != 0 || y != 0) {
    RC_ASSERT(float_min(a, b) == wrap(std::fmin(T(x), T(y))));
    RC_ASSERT(float_max(a, b) == wrap(std::fmax(T(x), T(y))));
  }
  RC_ASSERT(float_abs(a) == wrap(std::fabs(T(x))));
  RC_ASSERT(float_neg(a) == wrap(-x));
  RC_ASSERT(is_normal(a) == std::isnormal(T(x)));
  RC_ASSERT(is_subnormal(a) == (std::fpclassify(T(x)) == FP_SUBNORMAL));
  RC_ASSERT(is_infinite(a) == std::isinf(T(x)));
}

RC_GTEST_PROP(Ieee754, FloatAgreesWithHardware, ()) {
  compare_with_hardware<float, std::uint32_t>();
}

RC_GTEST_PROP(Ieee754, DoubleAgreesWithHardware, ()) {
  compare_with_hardware<double, std::uint64_t>();
}

RC_GTEST_PROP(Ieee754, ConversionsAgreeWithHardware, ()) {
  volatile double d = any_float<double, std::uint64_t>();
  volatile float f = any_float<float, std::uint32_t>();
  const auto i = *rc::gen::arbitrary<std::int64_t>();
  for (const auto& [mode, hw] : kDirections) {
    const auto narrow =
        in_direction<float>(hw, [&] { return static_cast<float>(d); });
    RC_ASSERT(float_to_float(Sort::float32(), mode, wrap(double(d))) ==
              wrap(narrow));
    volatile std::int64_t vi = i;
    const auto converted =
        in_direction<float>(hw, [&] { return static_cast<float>(vi); });
    RC_ASSERT(float_round(Sort::float32(),
                          mode,
                          mpq_class(mpz_class(static_cast<long>(i)))) ==
              wrap(converted));
  }
  RC_ASSERT(float_to_float(Sort::float64(),
                           RoundingMode::toward_zero,
                           wrap(float(f))) == wrap(static_cast<double>(f)));
  const Value to_int =
      float_to_bitvec(32, true, RoundingMode::toward_zero, wrap(double(d)));
  if (d > -2147483649.0 && d < 2147483648.0) {
    RC_ASSERT(to_int.as_signed() == static_cast<std::int32_t>(d));
  } else {
    RC_ASSERT(to_int.as_bits() == 0xffffffffU);
  }
}

TEST(Ieee754, RoundsAsDefinedInEveryDirection) {
  const Sort tiny = Sort::floating(3, 3);  // 1, 1.25, 1.5, 1.75, 2, … 14
  const auto rounded = [&](RoundingMode mode, mpq_class q) {
    q.canonicalize();
    return float_round(tiny, mode, q).to_string();
  };
  using enum RoundingMode;
  const mpq_class tie(9, 8);
  EXPECT_EQ(rounded(nearest_even, tie), "1");
  EXPECT_EQ(rounded(nearest_away, tie), "1.2");
  EXPECT_EQ(rounded(toward_positive, tie), rounded(nearest_away, tie));
  EXPECT_EQ(rounded(toward_negative, tie), rounded(nearest_even, 1));
  EXPECT_EQ(rounded(toward_negative, -tie), rounded(nearest_away, -tie));
  EXPECT_EQ(rounded(nearest_even, 14), rounded(toward_zero, 1000));
  EXPECT_EQ(rounded(nearest_even, 15), "Infinity");
  EXPECT_EQ(rounded(toward_negative, -15), "-Infinity");
  EXPECT_EQ(rounded(toward_positive, -1000), rounded(nearest_even, -14));
}

TEST(Ieee754, LeftOpenBySmtlibIsFixed) {
  const Value plus = Value::float64(0.0);
  const Value minus = Value::float64(-0.0);
  EXPECT_EQ(float_min(plus, minus), minus);
  EXPECT_EQ(float_min(minus, plus), plus);
  EXPECT_EQ(float_to_rational(
                Value::float64(std::numeric_limits<double>::infinity())),
            0);
}

/// Every pair of a format small enough: the rounded result is the nearest one.
TEST(Ieee754, NearestIsNearestInAnExhaustedFormat) {
  const Sort sort = Sort::floating(3, 3);
  std::vector<Value> finite;
  for (std::uint64_t i = 0; i < cardinality(sort); ++i) {
    const Value v = nth_value(sort, i);
    if (!is_nan(v) && !is_infinite(v)) finite.push_back(v);
  }
  for (const Value& x : finite) {
    for (const Value& y : finite) {
      const mpq_class exact = float_to_rational(x) * float_to_rational(y);
      const Value z = float_mul(RoundingMode::nearest_even, x, y);
      if (is_infinite(z)) continue;
      const mpq_class error = abs(exact - float_to_rational(z));
      for (const Value& other : finite) {
        ASSERT_LE(error, mpq_class(abs(exact - float_to_rational(other))))
            << x.to_string() << " * " << y.to_string();
      }
    }
  }
}

}  // namespace
}  // namespace catenary::logic
