// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binary floating point of any format, computed exactly.
///
/// Method: every finite operand is a rational, every operation is exact, and
/// its result is rounded once, as IEEE 754-2019, section 4.3, defines the five
/// rounding directions. Where the standard and SMT-LIB leave a result open
/// (stated at each function) one value is fixed, so that every function is
/// total. Much slower than hardware: for constants, not for runs.
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "logic/value/value.h"

namespace catenary::logic {

/// The rounding directions; in SMT-LIB RNE, RNA, RTP, RTN, RTZ.
enum class RoundingMode : std::uint8_t {
  nearest_even,
  nearest_away,
  toward_positive,
  toward_negative,
  toward_zero
};
/// The abbreviation of SMT-LIB, e.g. "RNE".
[[nodiscard]] const char* to_string(RoundingMode mode);

/// The bit patterns of a format: sign, biased exponent, fraction, from the
/// highest bit to the lowest.
class FloatFormat {
 public:
  /// Requires: a float sort (checked).
  explicit FloatFormat(const Sort& sort);

  /// Bits of the whole pattern.
  [[nodiscard]] std::uint32_t width() const { return e_ + p_; }
  /// Bits of the significand, the hidden one included.
  [[nodiscard]] std::uint32_t precision() const { return p_; }
  /// The exponent of the smallest normal number; that of the largest is 1 -
  /// this.
  [[nodiscard]] long min_exponent() const { return 2 - (1L << (e_ - 1)); }
  /// The pattern of +infinity.
  [[nodiscard]] mpz_class infinity_bits() const;
  /// The pattern of the NaN that stands for all: positive, quiet, no payload.
  [[nodiscard]] mpz_class nan_bits() const;
  /// The pattern in which only the sign is set.
  [[nodiscard]] mpz_class sign_bit() const;
  /// Whether a pattern is any NaN.
  [[nodiscard]] bool is_nan(const mpz_class& bits) const;

 private:
  std::uint32_t e_;
  std::uint32_t p_;
};

/// Classification of a float. Requires: a float (checked).
[[nodiscard]] bool is_nan(const Value& x);
[[nodiscard]] bool is_infinite(const Value& x);
[[nodiscard]] bool is_zero(const Value& x);
[[nodiscard]] bool is_subnormal(const Value& x);
[[nodiscard]] bool is_normal(const Value& x);
/// The sign bit; false for NaN.
[[nodiscard]] bool sign_of(const Value& x);

/// Special values of a format.
[[nodiscard]] Value float_nan(const Sort& sort);
[[nodiscard]] Value float_infinity(const Sort& sort, bool negative);
[[nodiscard]] Value float_zero(const Sort& sort, bool negative);

/// The exact value of a finite float; 0 for infinities and NaN (left open by
/// SMT-LIB).
[[nodiscard]] mpq_class float_to_rational(const Value& x);

/// The float nearest to `exact` in direction `mode`: the only place where
/// anything is rounded to a format. An exact 0 has the sign `negative_zero`.
/// Overflow gives infinity or the largest number, as the direction demands.
[[nodiscard]] Value float_round(const Sort& sort,
                                RoundingMode mode,
                                const mpq_class& exact,
                                bool negative_zero = false);

/// `exact` rounded to an integer in direction `mode`.
[[nodiscard]] mpz_class round_to_integer(RoundingMode mode,
                                         const mpq_class& exact);

// Arithmetic. The operands of one call have one sort (checked), which is the
// result's. NaN operands give NaN.

/// x + y; infinities of unlike signs give NaN.
[[nodiscard]] Value float_add(RoundingMode mode,
                              const Value& x,
                              const Value& y);
/// x - y, as x + (-y).
[[nodiscard]] Value float_sub(RoundingMode mode,
                              const Value& x,
                              const Value& y);
/// x * y; 0 times infinity gives NaN.
[[nodiscard]] Value float_mul(RoundingMode mode,
                              const Value& x,
                              const Value& y);
/// x / y; division of a non-zero number by 0 gives an infinity.
[[nodiscard]] Value float_div(RoundingMode mode,
                              const Value& x,
                              const Value& y);
/// x * y + z with a single rounding.
[[nodiscard]] Value float_fma(RoundingMode mode,
                              const Value& x,
                              const Value& y,
                              const Value& z);
/// The square root; NaN for negative numbers, -0 for -0.
[[nodiscard]] Value float_sqrt(RoundingMode mode, const Value& x);
/// x - y * n for the integer n nearest to x / y, ties to even; always exact.
[[nodiscard]] Value float_rem(const Value& x, const Value& y);
/// Rounded to an integer that stays a float.
[[nodiscard]] Value float_round_to_integral(RoundingMode mode, const Value& x);
/// The smaller operand. If one is NaN, the other; of two zeros the second (left
/// open by IEEE 754 and SMT-LIB).
[[nodiscard]] Value float_min(const Value& x, const Value& y);
/// The larger operand, with the same special cases.
[[nodiscard]] Value float_max(const Value& x, const Value& y);
/// These change the sign bit only; NaN is unchanged.
[[nodiscard]] Value float_abs(const Value& x);
[[nodiscard]] Value float_neg(const Value& x);

// Comparisons. False if an operand is NaN; -0 equals +0.

/// Equality of numbers, not of bits.
[[nodiscard]] bool float_eq(const Value& x, const Value& y);
/// Order of numbers.
[[nodiscard]] bool float_lt(const Value& x, const Value& y);
[[nodiscard]] bool float_le(const Value& x, const Value& y);

/// Conversion to another format, rounding once.
[[nodiscard]] Value float_to_float(const Sort& sort,
                                   RoundingMode mode,
                                   const Value& x);
/// A format that holds all values of `format` and every integer to which they
/// may be rounded, with a significand that is at least two bits longer than the
/// exponent, as solvers require it; `format` itself if it is such a format.
[[nodiscard]] Sort integral_format(const Sort& format);

/// The floats that fit into a bit-vector: a float that was rounded to an
/// integer fits if it lies within these bounds.
struct FloatRange {
  Value lowest;
  Value highest;
};
/// The range for bit-vectors of `width` bits, in the format `format`.
[[nodiscard]] FloatRange convertible_range(const Sort& format,
                                           std::uint32_t width,
                                           bool is_signed);
/// The float rounded to an integer, as a bit-vector. All bits are one if it
/// does not fit (left open by SMT-LIB), and for NaN.
[[nodiscard]] Value float_to_bitvec(std::uint32_t width,
                                    bool is_signed,
                                    RoundingMode mode,
                                    const Value& x);

}  // namespace catenary::logic
