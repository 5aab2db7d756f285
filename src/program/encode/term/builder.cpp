// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic and comparisons of the term builder.
#include "program/encode/term/builder.h"

#include <algorithm>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/term/rewrite/rewrite.h"
#include "program/encode/nesting.h"

namespace catenary::program {

namespace {

using logic::Op;
using logic::Term;

}  // namespace

// A multiplicative hash; numbers of terms are dense.
std::size_t TermBuilder::KeyHash::operator()(const Key& k) const {
  std::uint64_t h = static_cast<std::uint64_t>(k.op) * 0x9e3779b97f4a7c15ULL;
  for (const std::uint32_t x : {k.i, k.j, k.a, k.b}) {
    h = (h ^ x) * 0xff51afd7ed558ccdULL;
    h ^= h >> 32;
  }
  return h;
}

Term TermBuilder::known(const Key& key) const {
  // The second one is for what is made and kept then. Large tables are outside
  // of the processor's caches.
  constexpr base::WorkClock::duration kPrice{150};
  constexpr base::WorkClock::duration kPriceOfNew{500};
  constexpr std::size_t kEntriesPerNanosecond = 10'000;
  const base::WorkClock::duration distance(known_.size() /
                                           kEntriesPerNanosecond);
  base::WorkClock::charge(kPrice + distance);
  const auto at = known_.find(key);
  if (at != known_.end()) return at->second;
  base::WorkClock::charge(kPriceOfNew + 2 * distance);
  return {};
}

TermBuilder::TermBuilder(logic::TermManager& terms)
    : m_(terms), true_(terms.boolean(true)), false_(terms.boolean(false)) {}

Term TermBuilder::make(Op op,
                       std::vector<Term> operands,
                       const logic::Indices& indices) {
  const logic::Sort sort = logic::result_sort(op, operands, indices);
  return logic::rewrite(m_, {op, indices, std::move(operands), sort});
}

Term TermBuilder::apply(Op op,
                        std::vector<Term> operands,
                        const logic::Indices& indices) {
  return make(op, std::move(operands), indices);
}

Term TermBuilder::bits(std::uint32_t width, std::uint64_t value) {
  return m_.bitvec(width, mpz_class(static_cast<unsigned long>(value)));
}

std::optional<std::uint64_t> TermBuilder::constant(Term a) {
  if (!a.is_constant() || a.sort().bits() > 64) return {};
  return mpz_get_ui(a.value().as_bits().get_mpz_t());
}

std::uint32_t TermBuilder::leaves(Term a) {
  constexpr std::uint32_t kMany = 1000;
  if (a.is_constant()) return 1;
  // Anything but choices and constants: not liftable.
  if (a.op() != Op::ite) return 0;
  if (const auto at = leaves_.find(a.id()); at != leaves_.end()) {
    return at->second;
  }
  const Nesting nesting(depth_);
  if (nesting.too_deep()) return 0;
  const std::uint32_t then = leaves(a[1]);
  const std::uint32_t otherwise = then == 0 ? 0 : leaves(a[2]);
  const std::uint32_t all =
      otherwise == 0 ? 0 : std::min(then + otherwise, kMany);
  leaves_[a.id()] = all;
  return all;
}

/// A tree of choices between few constants: operators are pushed into it, which
/// evaluates them at the leaves. So counters and states stay constants on each
/// path.
bool TermBuilder::liftable(Term a) {
  constexpr std::uint32_t kMost = 130;
  const std::uint32_t n = leaves(a);
  return n > 0 && n <= kMost;
}

Term TermBuilder::equal(Term a, Term b) {
  if (a == b) return yes();
  if (a.sort().kind() == logic::SortKind::boolean) {
    if (a.is_constant()) return a.is_true() ? b : negate(b);
    if (b.is_constant()) return b.is_true() ? a : negate(a);
    if (is_complement(a, b)) return no();
  }
  // Symmetric: one order for the cache.
  if (b < a) std::swap(a, b);
  const Key key{Op::equal, 0, 0, a.id(), b.id()};
  if (const Term t = known(key); t.valid()) return t;
  const Nesting nesting(depth_);
  const Term t =
      nesting.too_deep() ? make(Op::equal, {a, b}) : uncached_equal(a, b);
  known_[key] = t;
  return t;
}

Term TermBuilder::uncached_equal(Term a, Term b) {
  if (a.is_constant()) std::swap(a, b);
  if (!b.is_constant() || a.sort().kind() == logic::SortKind::boolean) {
    return make(Op::equal, {a, b});
  }
  if (a.is_constant()) return boolean(a == b);
  // A comparison with a constant settles at least one branch.
  if (a.op() == Op::ite &&
      (a[1].is_constant() || a[2].is_constant() || liftable(a))) {
    const Term then = equal(a[1], b);
    const Term otherwise = equal(a[2], b);
    return choose(a[0], then, otherwise);
  }
  if (a.sort().kind() != logic::SortKind::bitvec) {
    return make(Op::equal, {a, b});
  }
  const std::uint32_t w = width(a);
  const auto k = constant(b);
  if (k && *k > highest(a)) return no();
  if (const Term t = decide_by_range(Op::equal, a, b); t.valid()) return t;
  switch (a.op()) {
    // Peel operators that are one-to-one off both sides.
    case Op::bv_zero_extend:
      return equal(a[0], extract(b, width(a[0]) - 1, 0));
    case Op::bv_sign_extend: {
      const Term low = extract(b, width(a[0]) - 1, 0);
      return resize(low, w, true) == b ? equal(a[0], low) : no();
    }
    case Op::bv_concat: {
      const std::uint32_t low = width(a[1]);
      const Term high_part = equal(a[0], extract(b, w - 1, low));
      const Term low_part = equal(a[1], extract(b, low - 1, 0));
      return both(high_part, low_part);
    }
    case Op::bv_add:
      if (a[0].is_constant()) return equal(a[1], binary(Op::bv_sub, b, a[0]));
      if (a[1].is_constant()) return equal(a[0], binary(Op::bv_sub, b, a[1]));
      // A sum without overflow is 0 only if both operands are.
      if (k && *k == 0 && w <= 64) {
        const std::uint64_t x = highest(a[0]);
        const std::uint64_t y = highest(a[1]);
        if (x < (std::uint64_t{1} << 62) && y < (std::uint64_t{1} << 62) &&
            (w == 64 || x + y < (std::uint64_t{1} << w))) {
          const Term left = is_zero(a[0]);
          const Term right = is_zero(a[1]);
          return both(left, right);
        }
      }
      break;
    case Op::bv_xor:
      if (a[0].is_constant()) return equal(a[1], binary(Op::bv_xor, b, a[0]));
      if (a[1].is_constant()) return equal(a[0], binary(Op::bv_xor, b, a[1]));
      break;
    case Op::bv_not:
      return equal(a[0], invert(b));
    default:
      break;
  }
  return make(Op::equal, {a, b});
}

Term TermBuilder::binary(Op op, Term a, Term b) {
  const Key key{op, 0, 0, a.id(), b.id()};
  if (const Term t = known(key); t.valid()) return t;
  const Nesting nesting(depth_);
  const Term t = nesting.too_deep() || (a.is_constant() && b.is_constant())
                     ? make(op, {a, b})
                     : uncached_binary(op, a, b);
  known_[key] = t;
  return t;
}

Term TermBuilder::lift_binary(Op op, Term a, Term b) {
  for (const bool first : {true, false}) {
    const Term tree = first ? a : b;
    const Term other = first ? b : a;
    if (!other.is_constant() || tree.op() != Op::ite || !liftable(tree)) {
      continue;
    }
    const Term then =
        first ? binary(op, tree[1], other) : binary(op, other, tree[1]);
    const Term otherwise =
        first ? binary(op, tree[2], other) : binary(op, other, tree[2]);
    return choose(tree[0], then, otherwise);
  }
  return {};
}

Term TermBuilder::join_halves(Term& a, Term& b) {
  if (b.op() == Op::bv_concat && a.op() != Op::bv_concat) std::swap(a, b);
  if (a.op() == Op::bv_concat && width(b) <= 64) {
    const std::uint32_t low = width(a[1]);
    if (a[1].is_constant() && a[1] == bits(low, 0) && low < 64 &&
        highest(b) < (std::uint64_t{1} << low)) {
      return concat(a[0], extract(b, low - 1, 0));
    }
  }
  return {};
}

Term TermBuilder::mask_low_bits(Term& a, Term& b) {
  if (a.is_constant()) std::swap(a, b);
  const auto k = constant(b);
  if (k && *k != 0 && (*k & (*k + 1)) == 0 && *k + 1 != 0) {
    std::uint32_t low = 0;
    while ((*k >> low & 1) != 0) ++low;
    if (low < width(a)) {
      return resize(extract(a, low - 1, 0), width(a), false);
    }
  }
  return {};
}

Term TermBuilder::multiply_by_power(Term& a, Term& b) {
  if (a.is_constant()) std::swap(a, b);
  const auto k = constant(b);
  if (k && *k != 0 && (*k & (*k - 1)) == 0) {
    std::uint32_t by = 0;
    while ((*k >> by & 1) == 0) ++by;
    return binary(Op::bv_shl, a, bits(width(a), by));
  }
  return {};
}

Term TermBuilder::uncached_binary(Op op, Term a, Term b) {
  // One form for differences with constants.
  if (op == Op::bv_sub && b.is_constant()) return sum(a, negative(b));
  if (const Term t = lift_binary(op, a, b); t.valid()) return t;
  switch (op) {
    case Op::bv_add:
      return sum(a, b);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shift(op, a, b);
    case Op::bv_or:
      if (const Term t = join_halves(a, b); t.valid()) return t;
      break;
    // Only < is kept: the others are < with operands swapped or negated.
    case Op::bv_ugt:
      return binary(Op::bv_ult, b, a);
    case Op::bv_uge:
      return negate(binary(Op::bv_ult, a, b));
    case Op::bv_ule:
      return negate(binary(Op::bv_ult, b, a));
    case Op::bv_sgt:
      return binary(Op::bv_slt, b, a);
    case Op::bv_sge:
      return negate(binary(Op::bv_slt, a, b));
    case Op::bv_sle:
      return negate(binary(Op::bv_slt, b, a));
    case Op::bv_ult:
    case Op::bv_slt:
      if (const Term t = compare_extended(op, a, b); t.valid()) return t;
      if (const Term t = decide_by_range(op, a, b); t.valid()) return t;
      break;
    case Op::bv_and:
      if (const Term t = mask_low_bits(a, b); t.valid()) return t;
      break;
    case Op::bv_mul:
      if (const Term t = multiply_by_power(a, b); t.valid()) return t;
      break;
    default:
      break;
  }
  return make(op, {a, b});
}

/// Keeps sums in the form rest + constant, so that constants meet.
Term TermBuilder::sum(Term a, Term b) {
  if (a.is_constant()) std::swap(a, b);
  if (a.is_constant()) return make(Op::bv_add, {a, b});
  const auto parts = [](Term t) {
    std::pair<Term, Term> out{t, Term()};  // rest, constant
    if (t.op() == Op::bv_add && t[0].is_constant()) out = {t[1], t[0]};
    if (t.op() == Op::bv_add && t[1].is_constant()) out = {t[0], t[1]};
    return out;
  };
  if (b.is_constant()) {
    if (b == bits(width(b), 0)) return a;
    const auto [rest, k] = parts(a);
    if (k.valid()) return binary(Op::bv_add, rest, binary(Op::bv_add, k, b));
    return make(Op::bv_add, {a, b});
  }
  const auto [rest_a, ka] = parts(a);
  const auto [rest_b, kb] = parts(b);
  if (!ka.valid() && !kb.valid()) return make(Op::bv_add, {a, b});
  const Term rest = binary(Op::bv_add, rest_a, rest_b);
  if (ka.valid() && kb.valid()) {
    return binary(Op::bv_add, rest, binary(Op::bv_add, ka, kb));
  }
  return binary(Op::bv_add, rest, ka.valid() ? ka : kb);
}

/// Shifts by constants are concatenations of slices and zeros.
Term TermBuilder::shift(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  const auto by = constant(b);
  if (!by || *by == 0 || *by >= w) return make(op, {a, b});
  const auto n = static_cast<std::uint32_t>(*by);
  if (op == Op::bv_shl) return concat(extract(a, w - 1 - n, 0), bits(n, 0));
  return resize(extract(a, w - 1, n), w, op == Op::bv_ashr);
}

/// A comparison of an extension with a constant is one of the operand that is
/// extended, or decided by its range.
Term TermBuilder::compare_extended(Op op, Term a, Term b) {
  const bool is_signed = op == Op::bv_slt;
  const std::uint32_t w = width(a);
  if (a == b) return no();
  if (w <= 64 && !is_signed) {
    const auto ka = constant(a);
    const auto kb = constant(b);
    if (kb && highest(a) < *kb) return yes();
    if (ka && highest(b) <= *ka) return no();
  }
  const auto extension = [](Term t) {
    return t.op() == Op::bv_zero_extend || t.op() == Op::bv_sign_extend;
  };
  // Both kinds of extension keep the order, zero extension the unsigned one.
  if (extension(a) && extension(b) && a.op() == b.op() &&
      a[0].sort() == b[0].sort()) {
    return binary(a.op() == Op::bv_zero_extend ? Op::bv_ult : op, a[0], b[0]);
  }
  const bool left = extension(a) && b.is_constant();
  const bool right = extension(b) && a.is_constant();
  if (!left && !right) return {};
  const Term x = left ? a : b;
  const Term k = left ? b : a;
  const std::uint32_t n = width(x[0]);
  const mpz_class value =
      is_signed ? k.value().as_signed() : k.value().as_bits();
  mpz_class lowest = 0;
  mpz_class top = (mpz_class(1) << n) - 1;  // of x as op sees it
  Op inner = Op::bv_ult;
  if (x.op() == Op::bv_sign_extend) {
    if (!is_signed) {
      // Unsigned order of a sign extension: small ones are those of x.
      const mpz_class half = mpz_class(1) << (n - 1);
      if (value > half || (right && value >= half)) return {};
      top = mpz_class(1) << n;
    } else {
      lowest = -(mpz_class(1) << (n - 1));
      top = (mpz_class(1) << (n - 1)) - 1;
      inner = Op::bv_slt;
    }
  }
  // The constant is outside of the range of x.
  if (left && value > top) return yes();  // x < k
  if (left && value <= lowest) return no();
  if (right && value < lowest) return yes();  // k < x
  if (right && value >= top) return no();
  const Term low = extract(k, n - 1, 0);
  return left ? binary(inner, x[0], low) : binary(inner, low, x[0]);
}

}  // namespace catenary::program
