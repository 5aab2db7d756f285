// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bit-vectors and floats as Z3's terms. Operators with two or one operand come
/// from tables; the others are built one by one.
#include <z3++.h>

#include <algorithm>

#include "base/check.h"
#include "logic/smt/z3/z3_known.h"
#include "logic/value/ieee754.h"

namespace catenary::logic::smt {

namespace {

using Binary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

/// Bit-vectors from two operands; null for other operators.
Binary binary_of_bits(Op op) {
  switch (op) {
    case Op::bv_concat:
      return Z3_mk_concat;
    case Op::bv_and:
      return Z3_mk_bvand;
    case Op::bv_or:
      return Z3_mk_bvor;
    case Op::bv_xor:
      return Z3_mk_bvxor;
    case Op::bv_nand:
      return Z3_mk_bvnand;
    case Op::bv_nor:
      return Z3_mk_bvnor;
    case Op::bv_xnor:
      return Z3_mk_bvxnor;
    case Op::bv_add:
      return Z3_mk_bvadd;
    case Op::bv_sub:
      return Z3_mk_bvsub;
    case Op::bv_mul:
      return Z3_mk_bvmul;
    case Op::bv_udiv:
      return Z3_mk_bvudiv;
    case Op::bv_urem:
      return Z3_mk_bvurem;
    case Op::bv_sdiv:
      return Z3_mk_bvsdiv;
    case Op::bv_srem:
      return Z3_mk_bvsrem;
    case Op::bv_smod:
      return Z3_mk_bvsmod;
    case Op::bv_shl:
      return Z3_mk_bvshl;
    case Op::bv_lshr:
      return Z3_mk_bvlshr;
    case Op::bv_ashr:
      return Z3_mk_bvashr;
    default:
      return nullptr;
  }
}

/// Comparisons of bit-vectors; null for other operators.
Binary comparison_of_bits(Op op) {
  switch (op) {
    case Op::bv_ult:
      return Z3_mk_bvult;
    case Op::bv_ule:
      return Z3_mk_bvule;
    case Op::bv_ugt:
      return Z3_mk_bvugt;
    case Op::bv_uge:
      return Z3_mk_bvuge;
    case Op::bv_slt:
      return Z3_mk_bvslt;
    case Op::bv_sle:
      return Z3_mk_bvsle;
    case Op::bv_sgt:
      return Z3_mk_bvsgt;
    case Op::bv_sge:
      return Z3_mk_bvsge;
    default:
      return nullptr;
  }
}

/// Floats with two operands, and their comparisons; null for others.
Binary binary_of_floats(Op op) {
  switch (op) {
    case Op::fp_rem:
      return Z3_mk_fpa_rem;
    case Op::fp_min:
      return Z3_mk_fpa_min;
    case Op::fp_max:
      return Z3_mk_fpa_max;
    case Op::fp_eq:
      return Z3_mk_fpa_eq;
    case Op::fp_lt:
      return Z3_mk_fpa_lt;
    case Op::fp_le:
      return Z3_mk_fpa_leq;
    case Op::fp_gt:
      return Z3_mk_fpa_gt;
    case Op::fp_ge:
      return Z3_mk_fpa_geq;
    default:
      return nullptr;
  }
}

/// The constructor of an operator with two operands; null for others.
Binary binary(Op op) {
  for (const auto& table :
       {binary_of_bits, comparison_of_bits, binary_of_floats}) {
    if (const Binary made = table(op); made != nullptr) return made;
  }
  return nullptr;
}

using Unary = Z3_ast (*)(Z3_context, Z3_ast);

/// The constructor of an operator with one operand; null for others.
Unary unary(Op op) {
  switch (op) {
    case Op::bv_not:
      return Z3_mk_bvnot;
    case Op::bv_neg:
      return Z3_mk_bvneg;
    case Op::fp_abs:
      return Z3_mk_fpa_abs;
    case Op::fp_neg:
      return Z3_mk_fpa_neg;
    case Op::fp_is_normal:
      return Z3_mk_fpa_is_normal;
    case Op::fp_is_subnormal:
      return Z3_mk_fpa_is_subnormal;
    case Op::fp_is_zero:
      return Z3_mk_fpa_is_zero;
    case Op::fp_is_infinite:
      return Z3_mk_fpa_is_infinite;
    case Op::fp_is_nan:
      return Z3_mk_fpa_is_nan;
    case Op::fp_is_negative:
      return Z3_mk_fpa_is_negative;
    case Op::fp_is_positive:
      return Z3_mk_fpa_is_positive;
    default:
      return nullptr;
  }
}

/// The term of a rounding mode.
z3::expr mode_of(z3::context& context, RoundingMode mode) {
  Z3_ast made = nullptr;
  switch (mode) {
    case RoundingMode::nearest_even:
      made = Z3_mk_fpa_rne(context);
      break;
    case RoundingMode::nearest_away:
      made = Z3_mk_fpa_rna(context);
      break;
    case RoundingMode::toward_positive:
      made = Z3_mk_fpa_rtp(context);
      break;
    case RoundingMode::toward_negative:
      made = Z3_mk_fpa_rtn(context);
      break;
    case RoundingMode::toward_zero:
      made = Z3_mk_fpa_rtz(context);
      break;
  }
  return {context, made};
}

}  // namespace

z3::expr Z3Terms::bit_vector(Term term, const std::vector<z3::expr>& v) {
  const std::uint32_t first = term.indices().first;
  Z3_ast made = nullptr;
  if (const Binary make = binary(term.op())) {
    made = make(context_, v[0], v[1]);
  } else if (const Unary make_one = unary(term.op())) {
    made = make_one(context_, v[0]);
  } else {
    switch (term.op()) {
      case Op::bv_extract:
        made = Z3_mk_extract(context_, first, term.indices().second, v[0]);
        break;
      case Op::bv_zero_extend:
        made = Z3_mk_zero_ext(context_, first, v[0]);
        break;
      case Op::bv_sign_extend:
        made = Z3_mk_sign_ext(context_, first, v[0]);
        break;
      case Op::bv_rotate_left:
        // Z3's rotations require a count below the width.
        made = Z3_mk_rotate_left(context_, first % term.sort().bits(), v[0]);
        break;
      case Op::bv_rotate_right:
        made = Z3_mk_rotate_right(context_, first % term.sort().bits(), v[0]);
        break;
      case Op::bv_repeat:
        made = Z3_mk_repeat(context_, first, v[0]);
        break;
      case Op::bv_comp:
        return z3::ite(
            // Z3's bvcomp has no function in the C interface.
            v[0] == v[1],
            context_.bv_val(1, 1),
            context_.bv_val(0, 1));
      case Op::bv_to_int:
        made = Z3_mk_bv2int(context_, v[0], false);
        break;
      default:
        made = Z3_mk_int2bv(context_, first, v[0]);
        break;
    }
  }
  context_.check_error();
  return {context_, made};
}

z3::expr Z3Terms::converted(const z3::expr& x,
                            const Sort& from,
                            const Sort& to,
                            const z3::expr& mode) {
  if (from == to) return x;
  const z3::sort format = sort(to);
  Z3_ast made = Z3_mk_fpa_to_fp_float(context_, mode, x, format);
  context_.check_error();
  return {context_, made};
}

z3::expr Z3Terms::floating(Term term, const std::vector<z3::expr>& v) {
  const z3::expr mode = mode_of(context_, term.indices().mode);
  Z3_ast made = nullptr;
  if (const Binary make = binary(term.op())) {
    made = make(context_, v[0], v[1]);
  } else if (const Unary make_one = unary(term.op())) {
    made = make_one(context_, v[0]);
  } else {
    switch (term.op()) {
      case Op::fp_add:
        made = Z3_mk_fpa_add(context_, mode, v[0], v[1]);
        break;
      case Op::fp_sub:
        made = Z3_mk_fpa_sub(context_, mode, v[0], v[1]);
        break;
      case Op::fp_mul:
        made = Z3_mk_fpa_mul(context_, mode, v[0], v[1]);
        break;
      case Op::fp_div:
        made = Z3_mk_fpa_div(context_, mode, v[0], v[1]);
        break;
      case Op::fp_fma:
        made = Z3_mk_fpa_fma(context_, mode, v[0], v[1], v[2]);
        break;
      case Op::fp_sqrt:
        made = Z3_mk_fpa_sqrt(context_, mode, v[0]);
        break;
      default: {
        // In formats of few exponent bits an integral neighbour may not exist;
        // integral_format() has room for all.
        const Sort wide = integral_format(term.sort());
        const z3::expr x = converted(v[0], term.sort(), wide, mode);
        const z3::expr rounded(context_,
                               Z3_mk_fpa_round_to_integral(context_, mode, x));
        return converted(rounded, wide, term.sort(), mode);
      }
    }
  }
  context_.check_error();
  z3::expr result(context_, made);
  if (term.op() != Op::fp_min && term.op() != Op::fp_max) return result;
  // SMT-LIB leaves the minimum and maximum of two zeros open; ours is the
  // second (op.h).
  const z3::expr first_zero(context_, Z3_mk_fpa_is_zero(context_, v[0]));
  const z3::expr second_zero(context_, Z3_mk_fpa_is_zero(context_, v[1]));
  return z3::ite(first_zero && second_zero, v[1], result);
}

z3::expr Z3Terms::conversion(Term term, const std::vector<z3::expr>& v) {
  const z3::expr mode = mode_of(context_, term.indices().mode);
  const auto made = [&](Z3_ast ast) {
    context_.check_error();
    return z3::expr(context_, ast);
  };
  switch (term.op()) {
    case Op::fp_from_bits:
      return made(Z3_mk_fpa_to_fp_bv(context_, v[0], sort(term.sort())));
    case Op::fp_from_float:
      return made(
          Z3_mk_fpa_to_fp_float(context_, mode, v[0], sort(term.sort())));
    case Op::fp_from_real:
      return made(
          Z3_mk_fpa_to_fp_real(context_, mode, v[0], sort(term.sort())));
    case Op::fp_from_signed:
      return made(
          Z3_mk_fpa_to_fp_signed(context_, mode, v[0], sort(term.sort())));
    case Op::fp_from_unsigned:
      return made(
          Z3_mk_fpa_to_fp_unsigned(context_, mode, v[0], sort(term.sort())));
    default:
      break;
  }
  // Conversions that SMT-LIB leaves open for NaN, infinities and numbers out of
  // range: our results are written as guards.
  const z3::expr is_nan = made(Z3_mk_fpa_is_nan(context_, v[0]));
  if (term.op() == Op::fp_to_bits) {
    const z3::expr nan = constant(Value::bitvec(
        term.sort().bits(), FloatFormat(term[0].sort()).nan_bits()));
    return z3::ite(is_nan, nan, made(Z3_mk_fpa_to_ieee_bv(context_, v[0])));
  }
  if (term.op() == Op::fp_to_real) {
    const z3::expr is_infinite = made(Z3_mk_fpa_is_infinite(context_, v[0]));
    return z3::ite(is_nan || is_infinite,
                   context_.real_val(0),
                   made(Z3_mk_fpa_to_real(context_, v[0])));
  }
  const std::uint32_t width = term.sort().bits();
  const bool is_signed = term.op() == Op::fp_to_signed;
  const Sort wide = integral_format(term[0].sort());
  const FloatRange range = convertible_range(wide, width, is_signed);
  // The range test is done after rounding, in a format that holds every rounded
  // value.
  const z3::expr x = converted(v[0], term[0].sort(), wide, mode);
  const z3::expr rounded = made(Z3_mk_fpa_round_to_integral(context_, mode, x));
  const z3::expr lowest = constant(range.lowest);
  const z3::expr highest = constant(range.highest);
  const z3::expr above = made(Z3_mk_fpa_leq(context_, lowest, rounded));
  const z3::expr below = made(Z3_mk_fpa_leq(context_, rounded, highest));
  // Z3 fails on signed results of one bit, so they are bit 0 of two.
  const std::uint32_t made_width = is_signed ? std::max(width, 2U) : width;
  const z3::expr result =
      made(is_signed ? Z3_mk_fpa_to_sbv(context_, mode, x, made_width)
                     : Z3_mk_fpa_to_ubv(context_, mode, x, made_width));
  return z3::ite(above && below,
                 made_width == width ? result : result.extract(0, 0),
                 constant(Value::bitvec(width, -1)));
}

}  // namespace catenary::logic::smt
