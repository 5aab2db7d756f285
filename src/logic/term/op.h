// SPDX-License-Identifier: Apache-2.0
/// \file
/// The operators of terms: those of the SMT-LIB 2.6 theories Core, Ints, Reals,
/// FixedSizeBitVectors, FloatingPoint and ArraysEx.
///
/// All operators are total. Where SMT-LIB leaves a result open, the comment
/// says which one is taken; smtlib.h prints it so that solvers take it too.
#pragma once

#include <cstdint>

namespace catenary::logic {

enum class Op : std::uint8_t {
  constant,  ///< of any sort; see Term::value()
  variable,  ///< free or bound; see Term::name()

  // Core. `logical_and`, `logical_or` take one operand or more.
  logical_not,
  logical_and,
  logical_or,
  logical_xor,
  implies,
  equal,     ///< two operands of one sort; floats bit by bit
  distinct,  ///< two or more, pairwise
  ite,
  forall,
  exists,  ///< the bound variables, then the body

  // Int and Real. `add` and `mul` take one operand or more.
  add,
  sub,
  neg,
  mul,
  int_div,   ///< Euclidean: 0 <= mod < |divisor|; x div 0 is 0
  int_mod,   ///< x mod 0 is x
  real_div,  ///< x / 0 is 0
  abs,       ///< Int
  less,
  less_equal,
  to_real,
  to_int,  ///< floor
  is_int,

  // Bit-vectors. Index: `extract` high, low; the extensions and rotations a
  // count; `repeat` a count of at least 1. Division by 0 is as in SMT-LIB:
  // udiv all ones, urem the dividend, the signed ones by way of these.
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
  bv_comp,    ///< one bit: 1 where equal
  bv_to_int,  ///< unsigned
  int_to_bv,  ///< modulo 2^width; index: width

  // Floating point. Index: the rounding mode, where one is used.
  fp_add,
  fp_sub,
  fp_mul,
  fp_div,
  fp_fma,
  fp_sqrt,
  fp_round_to_integral,
  fp_rem,
  fp_min,
  fp_max,  ///< of two zeros the second is taken
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
  fp_from_bits,
  fp_from_float,
  fp_from_real,
  fp_from_signed,
  fp_from_unsigned,
  // Index: width of the result; all ones where it does not fit and for NaN.
  fp_to_signed,
  fp_to_unsigned,
  fp_to_bits,  ///< its IEEE bits; of NaN the positive quiet one's
  fp_to_real,  ///< 0 for NaN and infinities

  // Arrays.
  select,
  store,
  const_array,  ///< its operand everywhere

  last_ = const_array
};

/// What is fixed for an operator whatever its operands.
struct OpInfo {
  const char* smtlib;  ///< its symbol; "" for constants and variables
  std::uint8_t min_operands;
  std::uint8_t max_operands;  ///< 255 = no limit
  std::uint8_t indices;       ///< how many of Indices are printed: 0, 1, 2
  bool rounds;                ///< takes a rounding mode
  bool commutes;              ///< the order of operands does not matter
};
[[nodiscard]] const OpInfo& info(Op op);

}  // namespace catenary::logic
