// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bit-vector operators on values, after the SMT-LIB theory FixedSizeBitVectors
/// and the logic QF_BV. Results are computed as unbounded integers, and
/// truncated to the width by Value::bitvec().
#include "base/check.h"
#include "logic/term/evaluate/apply.h"

namespace catenary::logic {

namespace {

/// 2^width - 1.
mpz_class ones(std::uint32_t width) {
  return (mpz_class(1) << width) - 1;
}

/// Unsigned division; by 0 all ones, as SMT-LIB defines it.
mpz_class udiv(const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  return b == 0 ? ones(width) : mpz_class(a / b);
}

/// Unsigned remainder; by 0 the dividend.
mpz_class urem(const mpz_class& a, const mpz_class& b) {
  return b == 0 ? a : mpz_class(a % b);
}

/// Sign and magnitude as the standard defines them: the quotient of the
/// magnitudes, negated where the signs differ; the rest has the sign of `a`.
mpz_class sdiv(const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  const mpz_class quotient = udiv(abs(a), abs(b), width);
  // Truncation takes care of the sign, and of the smallest number divided by
  // -1.
  return (a < 0) != (b < 0) ? mpz_class(-quotient) : quotient;
}

mpz_class srem(const mpz_class& a, const mpz_class& b) {
  const mpz_class rest = urem(abs(a), abs(b));
  return a < 0 ? mpz_class(-rest) : rest;
}

/// The remainder of a division that rounds down: it has the sign of `b`.
mpz_class smod(const mpz_class& a, const mpz_class& b) {
  if (b == 0) return a;
  mpz_class rest;
  mpz_fdiv_r(rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return rest;
}

/// `bits` rotated to the left.
mpz_class rotate(const mpz_class& bits, std::uint32_t width, std::uint32_t by) {
  by %= width;
  // The bits that leave at the left come in at the right; truncation drops the
  // rest.
  return (bits << by) | (bits >> (width - by));
}

/// Shifts by the width or more shift all bits out. An arithmetic shift is a
/// division of the signed number by a power of two that rounds down.
mpz_class shift(Op op,
                const Value& a,
                const mpz_class& by,
                std::uint32_t width) {
  const bool all = by >= width;
  const unsigned long n = all ? width : by.get_ui();
  if (op == Op::bv_shl) return a.as_bits() << n;
  mpz_class result = op == Op::bv_ashr ? a.as_signed() : a.as_bits();
  mpz_fdiv_q_2exp(result.get_mpz_t(), result.get_mpz_t(), n);
  return result;
}

/// Operators with one operand.
mpz_class unary(Op op, const Value& v, std::uint32_t width, const Indices& i) {
  const mpz_class& a = v.as_bits();
  switch (op) {
    case Op::bv_extract:
      // Truncation to the width of the result drops the bits above.
      return a >> i.second;
    case Op::bv_zero_extend:
      return a;
    case Op::bv_sign_extend:
      // The signed number, truncated to more bits, repeats the sign.
      return v.as_signed();
    case Op::bv_rotate_left:
      return rotate(a, width, i.first % width);
    case Op::bv_rotate_right:
      return rotate(a, width, width - i.first % width);
    case Op::bv_repeat: {
      mpz_class result = 0;
      for (std::uint32_t n = 0; n < i.first; ++n) {
        result = (result << v.sort().bits()) | a;
      }
      return result;
    }
    case Op::bv_not:
      return ~a;
    case Op::bv_neg:
      return -a;
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "bit-vector operator", info(op).smtlib);
}

/// Operators with two operands of one width, and concatenation.
mpz_class binary(Op op, const Value& x, const Value& y, std::uint32_t width) {
  const mpz_class& a = x.as_bits();
  const mpz_class& b = y.as_bits();
  switch (op) {
    case Op::bv_concat:
      return (a << y.sort().bits()) | b;
    case Op::bv_and:
      return a & b;
    case Op::bv_or:
      return a | b;
    case Op::bv_xor:
      return a ^ b;
    case Op::bv_nand:
      return ~(a & b);
    case Op::bv_nor:
      return ~(a | b);
    case Op::bv_xnor:
      return ~(a ^ b);
    case Op::bv_add:
      return a + b;
    case Op::bv_sub:
      return a - b;
    case Op::bv_mul:
      return a * b;
    case Op::bv_udiv:
      return udiv(a, b, width);
    case Op::bv_urem:
      return urem(a, b);
    case Op::bv_sdiv:
      return sdiv(x.as_signed(), y.as_signed(), width);
    case Op::bv_srem:
      return srem(x.as_signed(), y.as_signed());
    case Op::bv_smod:
      return smod(x.as_signed(), y.as_signed());
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shift(op, x, b, width);
    case Op::bv_comp:
      return a == b ? 1 : 0;
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "bit-vector operator", info(op).smtlib);
}

/// Comparisons, unsigned or as two's complement.
bool compare(Op op, const Value& x, const Value& y) {
  switch (op) {
    case Op::bv_ult:
      return x.as_bits() < y.as_bits();
    case Op::bv_ule:
      return x.as_bits() <= y.as_bits();
    case Op::bv_ugt:
      return x.as_bits() > y.as_bits();
    case Op::bv_uge:
      return x.as_bits() >= y.as_bits();
    case Op::bv_slt:
      return x.as_signed() < y.as_signed();
    case Op::bv_sle:
      return x.as_signed() <= y.as_signed();
    case Op::bv_sgt:
      return x.as_signed() > y.as_signed();
    default:
      return x.as_signed() >= y.as_signed();
  }
}

}  // namespace

Value apply_bitvec(Op op,
                   const Sort& sort,
                   const Indices& indices,
                   std::span<const Value> v) {
  if (op == Op::int_to_bv) return Value::bitvec(sort.bits(), v[0].as_integer());
  if (op == Op::bv_to_int) return Value::integer(v[0].as_bits());
  if (op >= Op::bv_ult && op <= Op::bv_sge) {
    return Value::boolean(compare(op, v[0], v[1]));
  }
  const std::uint32_t width = sort.bits();
  return Value::bitvec(width,
                       v.size() == 1 ? unary(op, v[0], width, indices)
                                     : binary(op, v[0], v[1], width));
}

}  // namespace catenary::logic
