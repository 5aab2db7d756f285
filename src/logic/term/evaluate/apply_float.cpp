// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floating-point operators on values, after the SMT-LIB theory FloatingPoint.
#include "base/check.h"
#include "logic/term/evaluate/apply.h"
#include "logic/value/ieee754.h"

namespace catenary::logic {

namespace {

/// Conversions to and from floats.
Value convert(Op op, const Sort& sort, const Indices& indices, const Value& x) {
  const RoundingMode mode = indices.mode;
  switch (op) {
    case Op::fp_from_bits:
      return Value::floating(sort, x.as_bits());
    case Op::fp_from_float:
      return float_to_float(sort, mode, x);
    case Op::fp_from_real:
      return float_round(sort, mode, x.as_real());
    case Op::fp_from_signed:
      return float_round(sort, mode, mpq_class(x.as_signed()));
    case Op::fp_from_unsigned:
      return float_round(sort, mode, mpq_class(x.as_bits()));
    case Op::fp_to_signed:
      return float_to_bitvec(indices.first, true, mode, x);
    case Op::fp_to_unsigned:
      return float_to_bitvec(indices.first, false, mode, x);
    case Op::fp_to_bits:
      return Value::bitvec(sort.bits(), x.as_bits());
    default:
      return Value::real(float_to_rational(x));
  }
}

/// Comparisons and classifications.
bool holds(Op op, std::span<const Value> v) {
  switch (op) {
    case Op::fp_eq:
      return float_eq(v[0], v[1]);
    case Op::fp_lt:
      return float_lt(v[0], v[1]);
    case Op::fp_le:
      return float_le(v[0], v[1]);
    case Op::fp_gt:
      return float_lt(v[1], v[0]);
    case Op::fp_ge:
      return float_le(v[1], v[0]);
    case Op::fp_is_normal:
      return is_normal(v[0]);
    case Op::fp_is_subnormal:
      return is_subnormal(v[0]);
    case Op::fp_is_zero:
      return is_zero(v[0]);
    case Op::fp_is_infinite:
      return is_infinite(v[0]);
    case Op::fp_is_nan:
      return is_nan(v[0]);
    case Op::fp_is_negative:
      return sign_of(v[0]);
    default:
      return !is_nan(v[0]) && !sign_of(v[0]);
  }
}

}  // namespace

Value apply_float(Op op,
                  const Sort& sort,
                  const Indices& indices,
                  std::span<const Value> v) {
  if (op >= Op::fp_eq && op <= Op::fp_is_positive) {
    return Value::boolean(holds(op, v));
  }
  if (op >= Op::fp_from_bits) return convert(op, sort, indices, v[0]);
  const RoundingMode mode = indices.mode;
  switch (op) {
    case Op::fp_add:
      return float_add(mode, v[0], v[1]);
    case Op::fp_sub:
      return float_sub(mode, v[0], v[1]);
    case Op::fp_mul:
      return float_mul(mode, v[0], v[1]);
    case Op::fp_div:
      return float_div(mode, v[0], v[1]);
    case Op::fp_fma:
      return float_fma(mode, v[0], v[1], v[2]);
    case Op::fp_sqrt:
      return float_sqrt(mode, v[0]);
    case Op::fp_round_to_integral:
      return float_round_to_integral(mode, v[0]);
    case Op::fp_rem:
      return float_rem(v[0], v[1]);
    case Op::fp_min:
      return float_min(v[0], v[1]);
    case Op::fp_max:
      return float_max(v[0], v[1]);
    case Op::fp_abs:
      return float_abs(v[0]);
    case Op::fp_neg:
      return float_neg(v[0]);
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "float operator", info(op).smtlib);
}

}  // namespace catenary::logic
