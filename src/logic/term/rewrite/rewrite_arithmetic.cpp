// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rewriting rules of Ints, Reals and floating point. The rules for floats hold
/// for NaN, infinities and zeros of both signs; most laws of real arithmetic do
/// not hold for floats.
#include <algorithm>

#include "logic/term/evaluate/apply.h"
#include "logic/term/rewrite/rewrite.h"

namespace catenary::logic {

namespace {

/// Whether a constant Int or Real is n.
bool is_number(Term t, long n) {
  if (!t.is_constant()) return false;
  return t.sort().kind() == SortKind::integer ? t.value().as_integer() == n
                                              : t.value().as_real() == n;
}

/// Sums and products: constants are folded into one, neutral elements are
/// dropped, 0 absorbs a product.
Term sum_or_product(TermManager& m, Application& a) {
  const long neutral = a.op == Op::add ? 0 : 1;
  std::vector<Value> constants;
  std::vector<Term> kept;
  for (const Term t : a.operands) {
    if (a.op == Op::mul && is_number(t, 0)) return t;
    if (t.is_constant()) {
      constants.push_back(t.value());
    } else {
      kept.push_back(t);
    }
  }
  if (!constants.empty()) {
    const Term k = m.constant(apply_arithmetic(a.op, constants));
    if (a.op == Op::mul && is_number(k, 0)) return k;
    if (!is_number(k, neutral)) kept.push_back(k);
  }
  if (kept.size() == 1) return kept[0];
  // Ascending ids, so that equal sums are equal terms.
  std::sort(kept.begin(), kept.end());
  a.operands = std::move(kept);
  return {};
}

/// Division by 1 and by 0, whose results op.h fixes, and of 0.
Term quotient(TermManager& m, Application& a) {
  const Term x = a.operands[0];
  const Term y = a.operands[1];
  if (is_number(y, 1) || is_number(y, 0)) {
    // x div 1 = x, x mod 1 = 0, x div 0 = 0, x mod 0 = x.
    const bool keeps = is_number(y, 1) != (a.op == Op::int_mod);
    return keeps ? x : m.constant(default_value(a.sort));
  }
  return is_number(x, 0) ? x : Term();
}

}  // namespace

Term rewrite_arithmetic(TermManager& m, Application& a) {
  const Term x = a.operands[0];
  switch (a.op) {
    case Op::add:
    case Op::mul:
      return sum_or_product(m, a);
    case Op::sub:
      if (x == a.operands[1]) return m.constant(default_value(a.sort));
      if (is_number(a.operands[1], 0)) return x;
      if (is_number(x, 0)) a.become(Op::neg, {a.operands[1]});
      return {};
    case Op::neg:
      return x.op() == Op::neg ? x[0] : Term();
    case Op::int_div:
    case Op::int_mod:
    case Op::real_div:
      return quotient(m, a);
    case Op::abs:
      if (x.op() == Op::abs) return x;
      if (x.op() == Op::neg) a.become(Op::abs, {x[0]});
      return {};
    case Op::less:
      return x == a.operands[1] ? m.boolean(false) : Term();
    case Op::less_equal:
      return x == a.operands[1] ? m.boolean(true) : Term();
    case Op::to_int:
      return x.op() == Op::to_real ? x[0] : Term();
    case Op::is_int:
      return x.op() == Op::to_real ? m.boolean(true) : Term();
    default:
      return {};
  }
}

Term rewrite_float(TermManager& m, Application& a) {
  const Term x = a.operands[0];
  // The same operand twice. x = x does not hold for NaN, so that only these
  // rules use it.
  const bool same = a.operands.size() == 2 && x == a.operands[1];
  switch (a.op) {
    case Op::fp_neg:
      return x.op() == Op::fp_neg ? x[0] : Term();
    case Op::fp_abs:
      if (x.op() == Op::fp_abs) return x;
      if (x.op() == Op::fp_neg) a.become(Op::fp_abs, {x[0]});
      return {};
    case Op::fp_min:
    case Op::fp_max:
      return same ? x : Term();
    case Op::fp_lt:
    case Op::fp_gt:
      return same ? m.boolean(false) : Term();
    case Op::fp_sub:
      // x - (-y) and x + y are the same to the bit.
      if (a.operands[1].op() == Op::fp_neg) {
        a.become(Op::fp_add, {x, a.operands[1][0]}, a.indices);
      }
      return {};
    case Op::fp_from_float:
      // A conversion to the same format does nothing in any rounding mode.
      return x.sort() == a.sort ? x : Term();
    case Op::fp_from_bits:
      // The other way round, NaNs of all bits would come out as one.
      return x.op() == Op::fp_to_bits && x[0].sort() == a.sort ? x[0] : Term();
    case Op::fp_round_to_integral:
      return x.op() == Op::fp_round_to_integral ? x : Term();
    case Op::fp_is_nan:
    case Op::fp_is_infinite:
    case Op::fp_is_zero:
    case Op::fp_is_normal:
    case Op::fp_is_subnormal:
      if (x.op() == Op::fp_neg || x.op() == Op::fp_abs) a.become(a.op, {x[0]});
      return {};
    default:
      return {};
  }
}

}  // namespace catenary::logic
