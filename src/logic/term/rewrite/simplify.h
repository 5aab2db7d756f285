// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simplification that keeps the value of a term under every assignment and
/// never makes it larger.
///
/// Method: one walk, operands first; each application is folded where its
/// operands are constants (by the evaluator's own operators), else rewritten
/// by local rules: flattening, neutral and absorbing elements, double
/// negation, ite with equal or Boolean branches, comparisons of equal terms,
/// slices of slices and concatenations, reads over writes. Operands of
/// commutative operators come out in ascending order of their ids.
#pragma once

#include <unordered_map>

#include "logic/term/term.h"

namespace catenary::logic {

/// Remembers what it rewrote: a subterm of many terms is rewritten once.
class Simplifier {
 public:
  /// The manager must outlive the simplifier.
  explicit Simplifier(TermManager& manager) : manager_(manager) {}

  /// An equivalent term of the same sort with at most as many distinct
  /// subterms and no new free variables. Cost: linear in the dag size, and n
  /// log n in the number of operands. Not recursive.
  [[nodiscard]] Term simplify(Term root);

 private:
  TermManager& manager_;
  std::unordered_map<std::uint32_t, Term> done_;
  std::unordered_map<std::uint32_t, Term> results_;  ///< of whole calls
};

[[nodiscard]] Term simplify(TermManager& manager, Term term);

}  // namespace catenary::logic
