// SPDX-License-Identifier: Apache-2.0
/// \file
/// Booleans and choices of the term builder: absorption, complements and shared
/// branches, which path conditions produce all the time.
#include <algorithm>
#include <utility>

#include "program/encode/term/builder.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

namespace {

/// Whether a conjunction or disjunction has the term as an operand; looks at
/// the first 16 of them.
bool has_operand(Term junction, Term operand) {
  constexpr std::size_t kMost = 16;
  const auto all = junction.operands();
  const auto end =
      all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kMost));
  return std::find(all.begin(), end, operand) != end;
}

}  // namespace

bool is_complement(Term a, Term b) {
  return (a.op() == Op::logical_not && a[0] == b) ||
         (b.op() == Op::logical_not && b[0] == a);
}

Term TermBuilder::negate(Term a) {
  if (a.is_constant()) return boolean(a.is_false());
  if (a.op() == Op::logical_not) return a[0];
  return m_.logical_not(a);
}

Term TermBuilder::both(Term a, Term b) {
  if (a.is_false() || b.is_false()) return no();
  if (a.is_true() || a == b) return b;
  if (b.is_true()) return a;
  if (is_complement(a, b)) return no();
  // Both orders of the operands.
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (a.op() == Op::logical_and) {
      if (has_operand(a, b)) return a;
      // a contains the complement of b.
      if (has_operand(a, negate(b))) return no();
    }
    // Absorption: (b or c) and b.
    if (a.op() == Op::logical_or && has_operand(a, b)) return b;
    // Resolution: (not b or c) and b is c and b.
    if (a.op() == Op::logical_or && a.operands().size() == 2) {
      if (is_complement(a[0], b)) return both(a[1], b);
      if (is_complement(a[1], b)) return both(a[0], b);
    }
  }
  // One order of the operands, so that equal terms are shared.
  if (b < a) std::swap(a, b);
  return m_.logical_and(a, b);
}

Term TermBuilder::either(Term a, Term b) {
  if (a.is_true() || b.is_true()) return yes();
  if (a.is_false() || a == b) return b;
  if (b.is_false()) return a;
  if (is_complement(a, b)) return yes();
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (a.op() == Op::logical_or) {
      if (has_operand(a, b)) return a;
      if (has_operand(a, negate(b))) return yes();
    }
    if (a.op() == Op::logical_and && has_operand(a, b)) return b;
    if (a.op() == Op::logical_and && a.operands().size() == 2) {
      if (is_complement(a[0], b)) return either(a[1], b);
      if (is_complement(a[1], b)) return either(a[0], b);
    }
  }
  if (b < a) std::swap(a, b);
  return m_.logical_or(a, b);
}

Term TermBuilder::choose(Term condition, Term then, Term otherwise) {
  if (condition.is_true() || then == otherwise) return then;
  if (condition.is_false()) return otherwise;
  if (condition.op() == Op::logical_not) {
    return choose(condition[0], otherwise, then);
  }
  // The condition is known in the branches.
  if (then.op() == Op::ite && then[0] == condition) then = then[1];
  if (otherwise.op() == Op::ite && otherwise[0] == condition) {
    otherwise = otherwise[2];
  }
  if (then == otherwise) return then;
  if (then.sort().kind() == logic::SortKind::boolean) {
    if (then.is_true() || then == condition)
      return either(condition, otherwise);
    if (then.is_false()) return both(negate(condition), otherwise);
    if (otherwise.is_true()) return either(negate(condition), then);
    if (otherwise.is_false() || otherwise == condition) {
      return both(condition, then);
    }
  } else {
    // Two choices with a common branch are one, by a longer condition.
    if (otherwise.op() == Op::ite && otherwise[1] == then) {
      return choose(either(condition, otherwise[0]), then, otherwise[2]);
    }
    if (then.op() == Op::ite && then[2] == otherwise) {
      return choose(both(condition, then[0]), then[1], otherwise);
    }
  }
  return m_.ite(condition, then, otherwise);
}

}  // namespace catenary::program
