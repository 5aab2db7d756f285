// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators of Core, Ints, Reals and arrays on values, in exact arithmetic
/// (GMP).
#include "logic/term/evaluate/apply.h"

#include "base/check.h"

namespace catenary::logic {

namespace {

/// Pairwise, as `distinct` means it; there are few operands.
bool all_distinct(std::span<const Value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      if (values[i] == values[j]) return false;
    }
  }
  return true;
}

/// Division as SMT-LIB defines it for Ints: a = b * quotient + rest with 0 <=
/// rest < |b|. Requires: b is not 0. Rounds the quotient down for a positive,
/// up for a negative divisor, which makes the rest non-negative.
void divide_euclidean(const mpz_class& a,
                      const mpz_class& b,
                      mpz_class& quotient,
                      mpz_class& rest) {
  if (b > 0) {
    mpz_fdiv_qr(
        quotient.get_mpz_t(), rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  } else {
    mpz_cdiv_qr(
        quotient.get_mpz_t(), rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  }
}

/// Ints. Operators with one operand, or any number of them, come first.
Value apply_integer(Op op, std::span<const Value> v) {
  const mpz_class& a = v[0].as_integer();
  switch (op) {
    case Op::neg:
      return Value::integer(mpz_class(-a));
    case Op::abs:
      return Value::integer(mpz_class(::abs(a)));
    case Op::add: {
      mpz_class sum = a;
      for (const Value& x : v.subspan(1)) sum += x.as_integer();
      return Value::integer(std::move(sum));
    }
    case Op::mul: {
      mpz_class product = a;
      for (const Value& x : v.subspan(1)) product *= x.as_integer();
      return Value::integer(std::move(product));
    }
    case Op::to_real:
      return Value::real(mpq_class(a));
    default:
      break;
  }
  const mpz_class& b = v[1].as_integer();
  switch (op) {
    case Op::sub:
      return Value::integer(mpz_class(a - b));
    case Op::less:
      return Value::boolean(a < b);
    case Op::less_equal:
      return Value::boolean(a <= b);
    case Op::int_div:
    case Op::int_mod: {
      // The results for b = 0: a div 0 = 0, a mod 0 = a.
      mpz_class quotient = 0;
      mpz_class rest = a;
      if (b != 0) divide_euclidean(a, b, quotient, rest);
      return Value::integer(op == Op::int_div ? quotient : rest);
    }
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "integer operator", info(op).smtlib);
}

/// Reals.
Value apply_real(Op op, std::span<const Value> v) {
  const mpq_class& a = v[0].as_real();
  switch (op) {
    case Op::neg:
      return Value::real(-a);
    case Op::add: {
      mpq_class sum = a;
      for (const Value& x : v.subspan(1)) sum += x.as_real();
      return Value::real(std::move(sum));
    }
    case Op::mul: {
      mpq_class product = a;
      for (const Value& x : v.subspan(1)) product *= x.as_real();
      return Value::real(std::move(product));
    }
    case Op::to_int: {
      // Rounds down, also for negative numbers.
      mpz_class floor;
      mpz_fdiv_q(floor.get_mpz_t(), a.get_num_mpz_t(), a.get_den_mpz_t());
      return Value::integer(std::move(floor));
    }
    case Op::is_int:
      // Rationals are in lowest terms.
      return Value::boolean(a.get_den() == 1);
    default:
      break;
  }
  const mpq_class& b = v[1].as_real();
  switch (op) {
    case Op::sub:
      return Value::real(a - b);
    case Op::less:
      return Value::boolean(a < b);
    case Op::less_equal:
      return Value::boolean(a <= b);
    case Op::real_div:
      return Value::real(b == 0 ? mpq_class(0) : mpq_class(a / b));
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "real operator", info(op).smtlib);
}

}  // namespace

Value apply_core(Op op, std::span<const Value> v) {
  switch (op) {
    case Op::logical_not:
      return Value::boolean(!v[0].as_bool());
    case Op::logical_and:
      for (const Value& x : v) {
        if (!x.as_bool()) return Value::boolean(false);
      }
      return Value::boolean(true);
    case Op::logical_or:
      for (const Value& x : v) {
        if (x.as_bool()) return Value::boolean(true);
      }
      return Value::boolean(false);
    case Op::logical_xor:
      return Value::boolean(v[0].as_bool() != v[1].as_bool());
    case Op::implies:
      return Value::boolean(!v[0].as_bool() || v[1].as_bool());
    case Op::equal:
      return Value::boolean(v[0] == v[1]);
    case Op::distinct:
      return Value::boolean(all_distinct(v));
    case Op::ite:
      return v[0].as_bool() ? v[1] : v[2];
    case Op::select:
      return v[0].at(v[1]);
    case Op::store:
      return v[0].with(v[1], v[2]);
    default:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "core operator", info(op).smtlib);
}

Value apply_arithmetic(Op op, std::span<const Value> operands) {
  return operands[0].kind() == SortKind::integer ? apply_integer(op, operands)
                                                 : apply_real(op, operands);
}

// const_array needs the sort of the result; the other theories are ranges of
// Op.
Value apply(Op op,
            const Sort& sort,
            const Indices& indices,
            std::span<const Value> operands) {
  if (op == Op::const_array) return Value::array(sort, {}, operands[0]);
  if (op >= Op::add && op <= Op::is_int) return apply_arithmetic(op, operands);
  if (op >= Op::bv_concat && op <= Op::int_to_bv) {
    return apply_bitvec(op, sort, indices, operands);
  }
  if (op >= Op::fp_add && op <= Op::fp_to_real) {
    return apply_float(op, sort, indices, operands);
  }
  return apply_core(op, operands);
}

}  // namespace catenary::logic
