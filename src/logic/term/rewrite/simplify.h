// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simplification that keeps the value of a term under every assignment and
/// never makes it larger.
///
/// Method: one walk, operands first. Each application is folded if its operands
/// are constants (by the evaluator's own operators), else rewritten by local
/// rules: flattening, neutral and absorbing elements, double negation, ite with
/// equal or Boolean branches, comparisons of equal terms, slices of slices and
/// of concatenations, reads over writes. Operands of commutative operators come
/// out in ascending order of their ids.
#pragma once

#include <unordered_map>
#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// A simplifier with a memory: a subterm of many terms is rewritten once. Keep
/// one for all terms of a computation.
class Simplifier {
 public:
  /// The manager must outlive the simplifier.
  explicit Simplifier(TermManager& manager) : manager_(manager) {}

  /// An equivalent term of the same sort, with at most as many distinct
  /// subterms and without new free variables. Cost: linear in the dag size, and
  /// n log n in the number of operands. Not recursive.
  [[nodiscard]] Term simplify(Term root);
  /// The same for terms that share much: one walk for all of them. Together
  /// they have at most as many distinct subterms as before.
  [[nodiscard]] std::vector<Term> simplify(const std::vector<Term>& roots);

 private:
  /// Fills done_ for these terms.
  void walk(const std::vector<Term>& roots);

  TermManager& manager_;
  /// Rewritten subterms, by id.
  std::unordered_map<std::uint32_t, Term> done_;
  /// Results of whole calls, by id: unlike done_, never larger than the
  /// argument.
  std::unordered_map<std::uint32_t, Term> results_;
};

/// Simplifies a single term.
[[nodiscard]] Term simplify(TermManager& manager, Term term);

}  // namespace catenary::logic
