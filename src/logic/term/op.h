// SPDX-License-Identifier: Apache-2.0
/// \file
/// The operators of terms: those of the SMT-LIB 2.6 theories Core, Ints, Reals,
/// FixedSizeBitVectors, FloatingPoint and ArraysEx.
///
/// All operators are total. Where SMT-LIB leaves a result open, the comment
/// below states which result is fixed; smtlib.h prints terms so that solvers
/// agree.
#pragma once

#include <cstdint>

namespace catenary::logic {

/// The operator at the root of a term. Ranges of enumerators are compared (`op
/// >= Op::bv_ult`), so that their order matters; op.cpp has a row for each.
enum class Op : std::uint8_t {
  /// A constant of any sort; see Term::value().
  constant,
  /// A variable, free or bound; see Term::name().
  variable,

  // Core. `logical_and` and `logical_or` take one operand or more.
  logical_not,
  logical_and,
  logical_or,
  logical_xor,
  implies,
  /// Two operands of one sort; floats are compared bit by bit, as `=` does.
  equal,
  /// Two operands or more, pairwise different.
  distinct,
  /// Condition, value if true, value if false.
  ite,
  /// The bound variables, then the body.
  forall,
  /// As `forall`: the bound variables, then the body.
  exists,

  // Int and Real. `add` and `mul` take one operand or more.
  add,
  sub,
  neg,
  mul,
  /// Euclidean division: 0 <= mod < |divisor|. x div 0 is 0.
  int_div,
  /// x mod 0 is x.
  int_mod,
  /// x / 0 is 0.
  real_div,
  /// The absolute value of an Int.
  abs,
  /// Numbers of one sort.
  less,
  less_equal,
  /// From Int, always exact.
  to_real,
  /// The largest Int that is not greater (floor).
  to_int,
  /// Whether a Real is an integer.
  is_int,

  // Bit-vectors. Index: `extract` high, low; the extensions and rotations a
  // count; `repeat` a count of at least 1. Division by 0 is as in SMT-LIB:
  // udiv all ones, urem the dividend, the signed ones by way of these.
  /// The first operand has the highest bits.
  bv_concat,
  bv_extract,
  bv_zero_extend,
  bv_sign_extend,
  bv_rotate_left,
  bv_rotate_right,
  bv_repeat,
  bv_not,
  bv_and,
  bv_or,
  bv_xor,
  bv_nand,
  bv_nor,
  bv_xnor,
  bv_neg,
  bv_add,
  bv_sub,
  bv_mul,
  bv_udiv,
  bv_urem,
  bv_sdiv,
  bv_srem,
  bv_smod,
  /// Counts at least as large as the width shift everything out.
  bv_shl,
  bv_lshr,
  bv_ashr,
  bv_ult,
  bv_ule,
  bv_ugt,
  bv_uge,
  bv_slt,
  bv_sle,
  bv_sgt,
  bv_sge,
  /// One bit: 1 if both operands are equal.
  bv_comp,
  /// The operand as an unsigned number.
  bv_to_int,
  /// Modulo 2^width; the index is the width.
  int_to_bv,

  // Floating point. Index: the rounding mode, where one is used.
  fp_add,
  fp_sub,
  fp_mul,
  fp_div,
  fp_fma,
  fp_sqrt,
  fp_round_to_integral,
  fp_rem,
  /// If both operands are zeros, fp_min and fp_max return the second one.
  fp_min,
  fp_max,
  fp_abs,
  fp_neg,
  fp_eq,
  fp_lt,
  fp_le,
  fp_gt,
  fp_ge,
  fp_is_normal,
  fp_is_subnormal,
  fp_is_zero,
  fp_is_infinite,
  fp_is_nan,
  fp_is_negative,
  fp_is_positive,
  // Conversions. Index: exponent and significand bits of the result.
  /// Any NaN becomes the one NaN.
  fp_from_bits,
  fp_from_float,
  fp_from_real,
  fp_from_signed,
  fp_from_unsigned,
  // Index: width of the result; all ones where it does not fit and for NaN.
  fp_to_signed,
  fp_to_unsigned,
  /// The IEEE bits; for NaN those of the positive quiet NaN.
  fp_to_bits,
  /// 0 for NaN and infinities.
  fp_to_real,

  // Arrays.
  /// An array and an index.
  select,
  /// An array, an index and what is there afterwards.
  store,
  /// An array that holds its operand at every index.
  const_array,

  /// For tables with a row for each operator.
  last_ = const_array
};

/// Properties of an operator that do not depend on the operands.
struct OpInfo {
  /// The symbol in SMT-LIB; "" for constants and variables.
  const char* smtlib;
  /// Limits of the number of operands, both included.
  std::uint8_t min_operands;
  /// 255 = no limit.
  std::uint8_t max_operands;
  /// How many of Indices are printed: 0, 1 or 2.
  std::uint8_t indices;
  /// Whether it takes a rounding mode.
  bool rounds;
  /// Whether the order of operands does not matter.
  bool commutes;
};
/// The row of an operator; static storage.
[[nodiscard]] const OpInfo& info(Op op);

}  // namespace catenary::logic
