// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floats: arithmetic, comparisons and conversions, after IEEE 754-2019,
/// sections 5 and 6, and the SMT-LIB theory of floating point.
#include <algorithm>

#include "base/check.h"
#include "logic/value/ieee754.h"

namespace catenary::logic {

namespace {

/// Mixed formats are a defect of the caller.
void check_same_sort(const Value& x, const Value& y) {
  CATENARY_CHECK(x.sort() == y.sort(), "float operands have one format");
}

/// The sign of an exact zero that is the sum of two operands of unlike signs:
/// positive, except when rounding down (section 6.3).
bool sum_zero_sign(RoundingMode mode) {
  return mode == RoundingMode::toward_negative;
}

}  // namespace

Value float_add(RoundingMode mode, const Value& x, const Value& y) {
  check_same_sort(x, y);
  if (is_nan(x) || is_nan(y)) return float_nan(x.sort());
  // Infinity minus infinity is NaN; otherwise the infinity wins.
  if (is_infinite(x)) {
    if (is_infinite(y) && sign_of(x) != sign_of(y)) return float_nan(x.sort());
    return x;
  }
  if (is_infinite(y)) return y;
  // Only used if the exact sum is 0.
  const bool zero_sign =
      sign_of(x) == sign_of(y) ? sign_of(x) : sum_zero_sign(mode);
  return float_round(
      x.sort(), mode, float_to_rational(x) + float_to_rational(y), zero_sign);
}

Value float_sub(RoundingMode mode, const Value& x, const Value& y) {
  return float_add(mode, x, float_neg(y));
}

Value float_mul(RoundingMode mode, const Value& x, const Value& y) {
  check_same_sort(x, y);
  if (is_nan(x) || is_nan(y)) return float_nan(x.sort());
  const bool negative = sign_of(x) != sign_of(y);
  if (is_infinite(x) || is_infinite(y)) {
    if (is_zero(x) || is_zero(y)) return float_nan(x.sort());
    return float_infinity(x.sort(), negative);
  }
  return float_round(
      x.sort(), mode, float_to_rational(x) * float_to_rational(y), negative);
}

Value float_div(RoundingMode mode, const Value& x, const Value& y) {
  check_same_sort(x, y);
  if (is_nan(x) || is_nan(y)) return float_nan(x.sort());
  const bool negative = sign_of(x) != sign_of(y);
  if (is_infinite(x)) {
    return is_infinite(y) ? float_nan(x.sort())
                          : float_infinity(x.sort(), negative);
  }
  if (is_infinite(y)) return float_zero(x.sort(), negative);
  if (is_zero(y)) {
    return is_zero(x) ? float_nan(x.sort())
                      : float_infinity(x.sort(), negative);
  }
  return float_round(
      x.sort(), mode, float_to_rational(x) / float_to_rational(y), negative);
}

Value float_fma(RoundingMode mode,
                const Value& x,
                const Value& y,
                const Value& z) {
  check_same_sort(x, y);
  check_same_sort(x, z);
  if (is_nan(x) || is_nan(y) || is_nan(z)) return float_nan(x.sort());
  const bool negative = sign_of(x) != sign_of(y);
  if (is_infinite(x) || is_infinite(y)) {
    if (is_zero(x) || is_zero(y)) return float_nan(x.sort());
    if (is_infinite(z) && sign_of(z) != negative) return float_nan(x.sort());
    return float_infinity(x.sort(), negative);
  }
  if (is_infinite(z)) return z;
  const bool zero_sign =
      negative == sign_of(z) ? negative : sum_zero_sign(mode);
  const mpq_class exact =
      float_to_rational(x) * float_to_rational(y) + float_to_rational(z);
  return float_round(x.sort(), mode, exact, zero_sign);
}

Value float_sqrt(RoundingMode mode, const Value& x) {
  if (is_nan(x) || is_zero(x)) return x;
  if (sign_of(x)) return float_nan(x.sort());
  if (is_infinite(x)) return x;
  // An integer root of at least precision + 2 bits decides every rounding,
  // once a rest that is not 0 is marked in one more bit.
  const mpq_class exact = float_to_rational(x);
  const mpz_class& num = exact.get_num();
  // The denominator is a power of two, since the number is a float. The shift
  // makes it a power of four, so that its root is exact.
  const mpz_class& den = exact.get_den();
  const auto den_bits =
      static_cast<long>(mpz_sizeinbase(den.get_mpz_t(), 2)) - 1;
  const auto num_bits = static_cast<long>(mpz_sizeinbase(num.get_mpz_t(), 2));
  const long wanted = 2 * (static_cast<long>(x.sort().significand_bits()) + 3);
  long shift = std::max(0L, wanted - num_bits);
  if ((shift + den_bits) % 2 != 0) ++shift;
  mpz_class root;
  mpz_class rest;
  const mpz_class scaled = num << static_cast<unsigned long>(shift);
  mpz_sqrtrem(root.get_mpz_t(), rest.get_mpz_t(), scaled.get_mpz_t());
  // A sticky bit: the root is not exact, and no rounding may treat it as a tie.
  root *= 2;
  if (rest != 0) root += 1;
  const long divide = (shift + den_bits) / 2 + 1;
  mpq_class result(root);
  mpq_div_2exp(result.get_mpq_t(),
               result.get_mpq_t(),
               static_cast<unsigned long>(divide));
  return float_round(x.sort(), mode, result);
}

Value float_rem(const Value& x, const Value& y) {
  check_same_sort(x, y);
  if (is_nan(x) || is_nan(y) || is_infinite(x) || is_zero(y)) {
    return float_nan(x.sort());
  }
  if (is_infinite(y)) return x;
  const mpq_class a = float_to_rational(x);
  const mpq_class b = float_to_rational(y);
  const mpq_class n(round_to_integer(RoundingMode::nearest_even, a / b));
  // Exact: the remainder always has a representation in the format.
  return float_round(
      x.sort(), RoundingMode::nearest_even, a - b * n, sign_of(x));
}

Value float_round_to_integral(RoundingMode mode, const Value& x) {
  if (is_nan(x) || is_infinite(x) || is_zero(x)) return x;
  const mpz_class rounded = round_to_integer(mode, float_to_rational(x));
  // An integral neighbour may lie beyond the largest number of a format of
  // few exponent bits.
  return float_round(x.sort(), mode, mpq_class(rounded), sign_of(x));
}

/// The second operand for a NaN first one and for two zeros.
Value float_min(const Value& x, const Value& y) {
  if (is_nan(x) || (is_zero(x) && is_zero(y))) return y;
  return is_nan(y) || float_lt(x, y) ? x : y;
}

Value float_max(const Value& x, const Value& y) {
  if (is_nan(x) || (is_zero(x) && is_zero(y))) return y;
  return is_nan(y) || float_lt(y, x) ? x : y;
}

Value float_abs(const Value& x) {
  return sign_of(x) ? float_neg(x) : x;
}

Value float_neg(const Value& x) {
  if (is_nan(x)) return x;
  return Value::floating(x.sort(),
                         x.as_bits() ^ FloatFormat(x.sort()).sign_bit());
}

bool float_eq(const Value& x, const Value& y) {
  check_same_sort(x, y);
  if (is_nan(x) || is_nan(y)) return false;
  return (is_zero(x) && is_zero(y)) || x.as_bits() == y.as_bits();
}

bool float_lt(const Value& x, const Value& y) {
  check_same_sort(x, y);
  if (is_nan(x) || is_nan(y) || (is_zero(x) && is_zero(y))) return false;
  if (sign_of(x) != sign_of(y)) return sign_of(x);
  // Within one sign, the order of patterns is that of the magnitudes.
  return sign_of(x) ? x.as_bits() > y.as_bits() : x.as_bits() < y.as_bits();
}

bool float_le(const Value& x, const Value& y) {
  return float_lt(x, y) || float_eq(x, y);
}

Value float_to_float(const Sort& sort, RoundingMode mode, const Value& x) {
  if (is_nan(x)) return float_nan(sort);
  if (is_infinite(x)) return float_infinity(sort, sign_of(x));
  return float_round(sort, mode, float_to_rational(x), sign_of(x));
}

/// The exponent range must reach 2^significand_bits; the significand is
/// extended to two bits more than the exponent.
Sort integral_format(const Sort& format) {
  std::uint32_t e = format.exponent_bits();
  // Rounded up, the largest fractions become 2^(significand bits - 1).
  while ((1L << (e - 1)) - 1 < static_cast<long>(format.significand_bits()))
    ++e;
  return Sort::floating(e, std::max(format.significand_bits(), e + 2));
}

/// The bounds are rounded towards zero, which makes them exact tests.
FloatRange convertible_range(const Sort& format,
                             std::uint32_t width,
                             bool is_signed) {
  const mpz_class limit = mpz_class(1) << (is_signed ? width - 1 : width);
  const mpz_class lowest = is_signed ? mpz_class(-limit) : mpz_class(0);
  const auto bound = [&](const mpz_class& v) {
    return float_round(format, RoundingMode::toward_zero, mpq_class(v));
  };
  // Tight, since what is rounded to an integer is integral.
  return {bound(lowest), bound(limit - 1)};
}

Value float_to_bitvec(std::uint32_t width,
                      bool is_signed,
                      RoundingMode mode,
                      const Value& x) {
  const Value out_of_range = Value::bitvec(width, -1);
  if (is_nan(x) || is_infinite(x)) return out_of_range;
  const mpz_class v = round_to_integer(mode, float_to_rational(x));
  const mpz_class one = 1;
  const mpz_class limit = one << (is_signed ? width - 1 : width);
  const mpz_class lowest = is_signed ? mpz_class(-limit) : mpz_class(0);
  // Tested on the rounded integer: 127.4 fits into 8 signed bits with RNE.
  if (v < lowest || v >= limit) return out_of_range;
  return Value::bitvec(width, v);
}

}  // namespace catenary::logic
