// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rewriting rules of bit-vectors. Each rule is an identity for all widths,
/// with SMT-LIB's results for division by 0.
#include "logic/term/rewrite/rewrite.h"

namespace catenary::logic {

namespace {

bool is_zero_bits(Term t) {
  return t.is_constant() && t.value().as_bits() == 0;
}

bool is_one_bits(Term t) {
  return t.is_constant() && t.value().as_bits() == 1;
}

bool is_all_ones(Term t) {
  return t.is_constant() && t.value() == Value::bitvec(t.sort().bits(), -1);
}

/// a = !b, as terms.
bool are_complements(Term a, Term b) {
  return (a.op() == Op::bv_not && a[0] == b) ||
         (b.op() == Op::bv_not && b[0] == a);
}

/// The rules for one application.
class BitvecRules {
 public:
  BitvecRules(TermManager& manager, Application& application)
      : m_(manager), a_(application) {}

  Term run() {
    if (a_.operands.size() == 1) return unary();
    // A commutative rule may have replaced the operator.
    if (const Term t = commutative(); t.valid() || a_.changed) return t;
    return binary();
  }

 private:
  [[nodiscard]] Term zero() const {
    return m_.constant(default_value(a_.sort));
  }
  [[nodiscard]] Term ones() const { return m_.bitvec(a_.sort.bits(), -1); }
  [[nodiscard]] Term x() const { return a_.operands[0]; }
  [[nodiscard]] Term y() const { return a_.operands[1]; }

  Term unary() {
    switch (a_.op) {
      case Op::bv_not:
      case Op::bv_neg:
        return x().op() == a_.op ? x()[0] : Term();
      case Op::bv_extract:
        return extract();
      case Op::bv_zero_extend:
      case Op::bv_sign_extend:
        if (a_.indices.first == 0) return x();
        if (x().op() == a_.op) {
          a_.become(a_.op, {x()[0]}, {a_.indices.first + x().indices().first});
        }
        return {};
      case Op::bv_rotate_left:
      case Op::bv_rotate_right:
        return a_.indices.first % a_.sort.bits() == 0 ? x() : Term();
      case Op::bv_repeat:
        return a_.indices.first == 1 ? x() : Term();
      case Op::int_to_bv:
        return x().op() == Op::bv_to_int && x()[0].sort() == a_.sort ? x()[0]
                                                                     : Term();
      default:
        return {};
    }
  }

  /// A slice of a slice, of one side of a concatenation, or of one part of an
  /// extension. The slice never becomes wider.
  Term extract() {
    const std::uint32_t high = a_.indices.first;
    const std::uint32_t low = a_.indices.second;
    const Term t = x();
    // The whole operand.
    if (low == 0 && high + 1 == t.sort().bits()) return t;
    if (t.op() == Op::bv_extract) {
      const std::uint32_t base = t.indices().second;
      a_.become(Op::bv_extract, {t[0]}, {high + base, low + base});
    } else if (t.op() == Op::bv_concat) {
      const std::uint32_t width = t[1].sort().bits();
      if (high < width) {
        // Entirely in the low operand, or entirely in the high one.
        a_.become(Op::bv_extract, {t[1]}, {high, low});
      } else if (low >= width) {
        a_.become(Op::bv_extract, {t[0]}, {high - width, low - width});
      }
    } else if (t.op() == Op::bv_zero_extend || t.op() == Op::bv_sign_extend) {
      const std::uint32_t width = t[0].sort().bits();
      if (high < width) {
        a_.become(Op::bv_extract, {t[0]}, {high, low});
        // Entirely in the zeros.
      } else if (low >= width && t.op() == Op::bv_zero_extend) {
        return zero();
      }
    }
    return {};
  }

  /// Operators with a neutral or absorbing constant on either side.
  Term commutative() {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const Term k = a_.operands[i];
      const Term other = a_.operands[1 - i];
      switch (a_.op) {
        case Op::bv_and:
          if (is_zero_bits(k)) return k;
          if (is_all_ones(k)) return other;
          break;
        case Op::bv_or:
          if (is_all_ones(k)) return k;
          if (is_zero_bits(k)) return other;
          break;
        case Op::bv_xor:
          // Exclusive or with all ones is the complement.
          if (is_zero_bits(k)) return other;
          if (is_all_ones(k)) {
            a_.become(Op::bv_not, {other});
            return {};
          }
          break;
        case Op::bv_add:
          if (is_zero_bits(k)) return other;
          break;
        case Op::bv_mul:
          if (is_zero_bits(k)) return k;
          if (is_one_bits(k)) return other;
          break;
        default:
          return {};
      }
    }
    return {};
  }

  Term binary() {
    const bool same = x() == y();
    const bool opposite = are_complements(x(), y());
    switch (a_.op) {
      case Op::bv_concat:
        // Adjacent slices of one term.
        if (x().op() == Op::bv_extract && y().op() == Op::bv_extract &&
            x()[0] == y()[0] &&
            x().indices().second == y().indices().first + 1) {
          a_.become(Op::bv_extract,
                    {x()[0]},
                    {x().indices().first, y().indices().second});
        }
        return {};
      case Op::bv_and:
        if (opposite) return zero();
        return same ? x() : Term();
      case Op::bv_or:
        if (opposite) return ones();
        return same ? x() : Term();
      case Op::bv_xor:
        if (opposite) return ones();
        return same ? zero() : Term();
      case Op::bv_xnor:
        return same ? ones() : Term();
      case Op::bv_comp:
        if (opposite) return zero();
        return same ? ones() : Term();
      case Op::bv_sub:
        if (is_zero_bits(y())) return x();
        if (is_zero_bits(x())) a_.become(Op::bv_neg, {y()});
        return same ? zero() : Term();
      // Division by 0 and remainder by 0 are totals: x urem 0 = x, and x urem x
      // = 0 also for x = 0.
      case Op::bv_udiv:
        return is_one_bits(y()) ? x() : Term();
      case Op::bv_urem:
        if (is_zero_bits(y())) return x();
        return is_one_bits(y()) || same ? zero() : Term();
      case Op::bv_shl:
      case Op::bv_lshr:
      case Op::bv_ashr:
        return shift();
      default:
        return comparison(same);
    }
  }

  /// Shifts of 0, by 0, and by the width or more.
  Term shift() {
    if (is_zero_bits(y()) || is_zero_bits(x())) return x();
    const bool out =
        y().is_constant() && y().value().as_bits() >= a_.sort.bits();
    return out && a_.op != Op::bv_ashr ? zero() : Term();
  }

  /// Comparisons of equal terms and with the extreme values.
  Term comparison(bool same) {
    switch (a_.op) {
      case Op::bv_ult:
        return same || is_zero_bits(y()) || is_all_ones(x()) ? m_.boolean(false)
                                                             : Term();
      case Op::bv_ugt:
        return same || is_zero_bits(x()) || is_all_ones(y()) ? m_.boolean(false)
                                                             : Term();
      case Op::bv_ule:
        return same || is_zero_bits(x()) || is_all_ones(y()) ? m_.boolean(true)
                                                             : Term();
      case Op::bv_uge:
        return same || is_zero_bits(y()) || is_all_ones(x()) ? m_.boolean(true)
                                                             : Term();
      case Op::bv_slt:
      case Op::bv_sgt:
        return same ? m_.boolean(false) : Term();
      case Op::bv_sle:
      case Op::bv_sge:
        return same ? m_.boolean(true) : Term();
      default:
        return {};
    }
  }

  TermManager& m_;
  Application& a_;
};

}  // namespace

Term rewrite_bitvec(TermManager& m, Application& a) {
  return BitvecRules(m, a).run();
}

}  // namespace catenary::logic
