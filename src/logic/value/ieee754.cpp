// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floats: bit patterns, exact values, and rounding to a format (IEEE 754-2019,
/// sections 3.4 and 4.3).
#include "logic/value/ieee754.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::logic {

namespace {

/// Requires: v > 0.
long bit_length(const mpz_class& v) {
  return static_cast<long>(mpz_sizeinbase(v.get_mpz_t(), 2));
}

mpz_class power_of_two(unsigned long exponent) {
  return mpz_class(1) << exponent;
}

/// The biased exponent field: 0 for zeros and subnormal numbers, all ones for
/// infinities and NaNs.
/// The biased exponent field.
unsigned long exponent_field(const Value& x) {
  const FloatFormat format(x.sort());
  mpz_class field = x.as_bits();
  field >>= format.precision() - 1;
  mpz_fdiv_r_2exp(
      field.get_mpz_t(), field.get_mpz_t(), x.sort().exponent_bits());
  return field.get_ui();
}

/// The exponent field of infinities and NaNs.
unsigned long max_field(const Value& x) {
  return (1UL << x.sort().exponent_bits()) - 1;
}

/// The fraction field, without the hidden bit.
mpz_class fraction_field(const Value& x) {
  mpz_class field = x.as_bits();
  mpz_fdiv_r_2exp(
      field.get_mpz_t(), field.get_mpz_t(), x.sort().significand_bits() - 1);
  return field;
}

/// Whether the magnitude num / den, with num = quotient * den + rest, is
/// rounded away from zero.
bool rounds_away(RoundingMode mode,
                 bool negative,
                 const mpz_class& quotient,
                 const mpz_class& rest,
                 const mpz_class& den) {
  if (rest == 0) return false;
  // Twice the rest against the divisor: below, at or above the middle.
  const int half = cmp(2 * rest, den);
  switch (mode) {
    case RoundingMode::nearest_even:
      return half > 0 || (half == 0 && mpz_odd_p(quotient.get_mpz_t()) != 0);
    case RoundingMode::nearest_away:
      return half >= 0;
    case RoundingMode::toward_positive:
      return !negative;
    case RoundingMode::toward_negative:
      return negative;
    case RoundingMode::toward_zero:
      return false;
  }
  return false;
}

}  // namespace

const char* to_string(RoundingMode mode) {
  switch (mode) {
    case RoundingMode::nearest_even:
      return "RNE";
    case RoundingMode::nearest_away:
      return "RNA";
    case RoundingMode::toward_positive:
      return "RTP";
    case RoundingMode::toward_negative:
      return "RTN";
    case RoundingMode::toward_zero:
      return "RTZ";
  }
  return "RNE";
}

FloatFormat::FloatFormat(const Sort& sort)
    : e_(sort.exponent_bits()), p_(sort.significand_bits()) {}

mpz_class FloatFormat::infinity_bits() const {
  return (power_of_two(e_) - 1) << (p_ - 1);
}

mpz_class FloatFormat::nan_bits() const {
  return infinity_bits() + power_of_two(p_ - 2);
}

mpz_class FloatFormat::sign_bit() const {
  return power_of_two(e_ + p_ - 1);
}

bool FloatFormat::is_nan(const mpz_class& bits) const {
  mpz_class magnitude;
  mpz_fdiv_r_2exp(magnitude.get_mpz_t(), bits.get_mpz_t(), e_ + p_ - 1);
  // Infinity has the largest pattern that is not a NaN.
  return magnitude > infinity_bits();
}

bool is_nan(const Value& x) {
  return exponent_field(x) == max_field(x) && fraction_field(x) != 0;
}

bool is_infinite(const Value& x) {
  return exponent_field(x) == max_field(x) && fraction_field(x) == 0;
}

bool is_zero(const Value& x) {
  return exponent_field(x) == 0 && fraction_field(x) == 0;
}

bool is_subnormal(const Value& x) {
  return exponent_field(x) == 0 && fraction_field(x) != 0;
}

bool is_normal(const Value& x) {
  const unsigned long field = exponent_field(x);
  return field != 0 && field != max_field(x);
}

bool sign_of(const Value& x) {
  return !is_nan(x) && mpz_tstbit(x.as_bits().get_mpz_t(),
                                  FloatFormat(x.sort()).width() - 1) != 0;
}

Value float_nan(const Sort& sort) {
  return Value::floating(sort, FloatFormat(sort).nan_bits());
}

Value float_infinity(const Sort& sort, bool negative) {
  const FloatFormat format(sort);
  mpz_class bits = format.infinity_bits();
  if (negative) bits += format.sign_bit();
  return Value::floating(sort, std::move(bits));
}

Value float_zero(const Sort& sort, bool negative) {
  return Value::floating(
      sort, negative ? FloatFormat(sort).sign_bit() : mpz_class(0));
}

mpq_class float_to_rational(const Value& x) {
  const FloatFormat format(x.sort());
  const unsigned long field = exponent_field(x);
  if (field == max_field(x)) return 0;
  mpz_class significand = fraction_field(x);
  if (field != 0) significand += power_of_two(format.precision() - 1);
  if (sign_of(x)) significand = -significand;
  // Subnormal numbers have the exponent of field 1, without the hidden bit.
  const long exponent = format.min_exponent() +
                        static_cast<long>(std::max(field, 1UL)) - 1 -
                        (static_cast<long>(format.precision()) - 1);
  mpq_class result(significand);
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(),
                 result.get_mpq_t(),
                 static_cast<unsigned long>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(),
                 result.get_mpq_t(),
                 static_cast<unsigned long>(-exponent));
  }
  return result;
}

Value float_round(const Sort& sort,
                  RoundingMode mode,
                  const mpq_class& exact,
                  bool negative_zero) {
  if (exact == 0) return float_zero(sort, negative_zero);
  const FloatFormat format(sort);
  const bool negative = exact < 0;
  mpz_class num = abs(exact.get_num());
  mpz_class den = exact.get_den();

  // 2^e <= |exact| < 2^(e + 1)
  long e = bit_length(num) - bit_length(den);
  const bool below = e >= 0 ? num < (den << static_cast<unsigned long>(e))
                            : (num << static_cast<unsigned long>(-e)) < den;
  if (below) --e;
  // Below the normal range the unit in the last place is fixed: subnormal
  // numbers. Above it the result overflows whatever the exact exponent is, and
  // the numbers stay small.
  e = std::max(e, format.min_exponent());
  if (e > 1 - format.min_exponent()) e = 2 - format.min_exponent();

  // In units of the last place of numbers of exponent e.
  const long unit = e - (static_cast<long>(format.precision()) - 1);
  if (unit >= 0) {
    den <<= static_cast<unsigned long>(unit);
  } else {
    num <<= static_cast<unsigned long>(-unit);
  }
  mpz_class quotient;
  mpz_class rest;
  mpz_fdiv_qr(
      quotient.get_mpz_t(), rest.get_mpz_t(), num.get_mpz_t(), den.get_mpz_t());
  if (rounds_away(mode, negative, quotient, rest, den)) quotient += 1;

  // The hidden bit of a normal number, and a carry out of the significand,
  // add to the exponent field by themselves.
  mpz_class bits(e - format.min_exponent());
  bits <<= format.precision() - 1;
  bits += quotient;
  const mpz_class infinity = format.infinity_bits();
  // Overflow: IEEE 754, section 7.4. Infinity for rounding to nearest and in
  // the direction of the number, else the largest number.
  if (bits >= infinity) {
    const bool to_infinity = mode == RoundingMode::nearest_even ||
                             mode == RoundingMode::nearest_away ||
                             mode == (negative ? RoundingMode::toward_negative
                                               : RoundingMode::toward_positive);
    bits = to_infinity ? infinity : mpz_class(infinity - 1);
  }
  if (negative) bits += format.sign_bit();
  return Value::floating(sort, std::move(bits));
}

mpz_class round_to_integer(RoundingMode mode, const mpq_class& exact) {
  const bool negative = exact < 0;
  const mpz_class num = abs(exact.get_num());
  mpz_class quotient;
  mpz_class rest;
  mpz_fdiv_qr(quotient.get_mpz_t(),
              rest.get_mpz_t(),
              num.get_mpz_t(),
              exact.get_den_mpz_t());
  if (rounds_away(mode, negative, quotient, rest, exact.get_den())) {
    quotient += 1;
  }
  return negative ? mpz_class(-quotient) : quotient;
}

}  // namespace catenary::logic
