// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binary floating point of any format, computed exactly.
///
/// Method: every finite operand is a rational, every operation is exact, and
/// its result is rounded once, as IEEE 754-2019, section 4.3, defines the five
/// rounding directions. Where the standard and SMT-LIB leave a result open
/// (named at each function) one value is fixed, so that every function is
/// total.
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "logic/value/value.h"

namespace catenary::logic {

/// The rounding directions, in SMT-LIB: RNE, RNA, RTP, RTN, RTZ.
enum class RoundingMode : std::uint8_t {
  nearest_even,
  nearest_away,
  toward_positive,
  toward_negative,
  toward_zero
};
[[nodiscard]] const char* to_string(RoundingMode mode);  ///< "RNE", …

/// Bit patterns of a format.
class FloatFormat {
 public:
  explicit FloatFormat(const Sort& sort);  ///< Requires: a float sort.

  [[nodiscard]] std::uint32_t width() const { return e_ + p_; }
  [[nodiscard]] std::uint32_t precision() const { return p_; }
  /// Exponent of the smallest normal number; the largest one's is 1 - this.
  [[nodiscard]] long min_exponent() const { return 2 - (1L << (e_ - 1)); }
  [[nodiscard]] mpz_class infinity_bits() const;  ///< of +oo
  [[nodiscard]] mpz_class nan_bits() const;       ///< the quiet one, positive
  [[nodiscard]] mpz_class sign_bit() const;
  [[nodiscard]] bool is_nan(const mpz_class& bits) const;

 private:
  std::uint32_t e_;
  std::uint32_t p_;
};

[[nodiscard]] bool is_nan(const Value& x);
[[nodiscard]] bool is_infinite(const Value& x);
[[nodiscard]] bool is_zero(const Value& x);
[[nodiscard]] bool is_subnormal(const Value& x);
[[nodiscard]] bool is_normal(const Value& x);
[[nodiscard]] bool sign_of(const Value& x);  ///< the sign bit; false for NaN

[[nodiscard]] Value float_nan(const Sort& sort);
[[nodiscard]] Value float_infinity(const Sort& sort, bool negative);
[[nodiscard]] Value float_zero(const Sort& sort, bool negative);

/// Exact value of a finite float; 0 for infinities and NaN (left open by
/// SMT-LIB).
[[nodiscard]] mpq_class float_to_rational(const Value& x);

/// The float nearest to `exact` in direction `mode`; an exact 0 has sign
/// `negative_zero`.
[[nodiscard]] Value float_round(const Sort& sort,
                                RoundingMode mode,
                                const mpq_class& exact,
                                bool negative_zero = false);

/// `exact` rounded to an integer.
[[nodiscard]] mpz_class round_to_integer(RoundingMode mode,
                                         const mpq_class& exact);

// Operands of one call have one sort, which is the result's.
[[nodiscard]] Value float_add(RoundingMode mode,
                              const Value& x,
                              const Value& y);
[[nodiscard]] Value float_sub(RoundingMode mode,
                              const Value& x,
                              const Value& y);
[[nodiscard]] Value float_mul(RoundingMode mode,
                              const Value& x,
                              const Value& y);
[[nodiscard]] Value float_div(RoundingMode mode,
                              const Value& x,
                              const Value& y);
/// x * y + z with one rounding.
[[nodiscard]] Value float_fma(RoundingMode mode,
                              const Value& x,
                              const Value& y,
                              const Value& z);
[[nodiscard]] Value float_sqrt(RoundingMode mode, const Value& x);
/// x - y * n for the integer n nearest to x / y, ties to even; exact.
[[nodiscard]] Value float_rem(const Value& x, const Value& y);
[[nodiscard]] Value float_round_to_integral(RoundingMode mode, const Value& x);
/// A NaN gives the other operand; of two zeros the second is taken.
[[nodiscard]] Value float_min(const Value& x, const Value& y);
[[nodiscard]] Value float_max(const Value& x, const Value& y);
[[nodiscard]] Value float_abs(const Value& x);
[[nodiscard]] Value float_neg(const Value& x);

// False where an operand is NaN; -0 equals +0.
[[nodiscard]] bool float_eq(const Value& x, const Value& y);
[[nodiscard]] bool float_lt(const Value& x, const Value& y);
[[nodiscard]] bool float_le(const Value& x, const Value& y);

[[nodiscard]] Value float_to_float(const Sort& sort,
                                   RoundingMode mode,
                                   const Value& x);
/// A format that holds all values of `format` and every integer that they may
/// be rounded to, with a significand that is longer than the exponent by two
/// bits or more, as solvers want it; `format` itself where it does that.
[[nodiscard]] Sort integral_format(const Sort& format);

/// What fits into a bit-vector: a float rounded to an integer is within these.
struct FloatRange {
  Value lowest;
  Value highest;
};
[[nodiscard]] FloatRange convertible_range(const Sort& format,
                                           std::uint32_t width,
                                           bool is_signed);
/// The integer as a bit-vector; all bits one where it does not fit (left open
/// by SMT-LIB) and for NaN.
[[nodiscard]] Value float_to_bitvec(std::uint32_t width,
                                    bool is_signed,
                                    RoundingMode mode,
                                    const Value& x);

}  // namespace catenary::logic
