// SPDX-License-Identifier: Apache-2.0
/// \file
/// Local rewriting of one application whose operands are simplified already.
///
/// The rules look at the application and at most two levels below it. Each
/// keeps the value under every assignment, including the results that op.h
/// fixes.
#pragma once

#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// An application that is not a term yet, so that a rule can change it without
/// creating terms that nobody needs.
struct Application {
  Op op;
  Indices indices;
  std::vector<Term> operands;
  /// The sort of the result; rules never change it.
  Sort sort;
  /// Set by a rule that changed op, indices or operands; the rules are then
  /// applied again.
  bool changed = false;

  /// Replaces operator, operands and indices. Requires: the same value and
  /// sort.
  void become(Op new_op, std::vector<Term> new_operands, Indices i = {}) {
    op = new_op;
    operands = std::move(new_operands);
    indices = i;
    changed = true;
  }
};

/// The simplest equal term that the rules find. Cost: a few rule applications;
/// n log n for n operands of a commutative operator.
[[nodiscard]] Term rewrite(TermManager& manager, Application application);

// The rules of one theory. Each returns a term that equals the application, or
// an invalid Term; in that case it may have changed the application into an
// equal, simpler one.

/// Booleans, equality, if-then-else.
[[nodiscard]] Term rewrite_core(TermManager& manager, Application& a);
/// Ints and Reals.
[[nodiscard]] Term rewrite_arithmetic(TermManager& manager, Application& a);
/// Bit-vectors.
[[nodiscard]] Term rewrite_bitvec(TermManager& manager, Application& a);
/// Floating point: only rules that hold for NaN, infinities and zeros of both
/// signs.
[[nodiscard]] Term rewrite_float(TermManager& manager, Application& a);
/// select and store.
[[nodiscard]] Term rewrite_array(Application& a);

}  // namespace catenary::logic
