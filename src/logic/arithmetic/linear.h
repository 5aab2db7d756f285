// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear arithmetic over rationals and integers, for the small formulas that
/// symbolic paths consist of: exact elimination of quantifiers where that needs
/// no divisibility constraints, and refutation.
///
/// Method: disjunctive normal form. Equations are eliminated by substitution,
/// inequalities by Fourier-Motzkin elimination (see Schrijver, "Theory of
/// Linear and Integer Programming", 1986, section 12.2). For integers, bounds
/// are rounded to integers, and elimination is exact only if all lower or all
/// upper bounds are integers (Pugh, "The Omega test", SC 1991,
/// doi:10.1145/125826.125848). A term that is not linear is opaque: it counts
/// as a variable.
///
/// Nothing here calls a solver. Where a result is not exact, it says so.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// "Sum of coefficients times atoms, plus the constant, `relation` 0". In
/// normal form, the coefficients are integers without a common divisor, and
/// none is 0.
struct LinearConstraint {
  /// The comparison with 0.
  enum class Relation : std::uint8_t { equal, less_equal, less };
  /// Atoms and their coefficients, ascending by atom.
  std::vector<std::pair<Term, mpz_class>> coefficients;
  /// The constant summand.
  mpz_class constant;
  /// See Relation.
  Relation relation = Relation::less_equal;
  /// Compares the form, not the meaning: parallel constraints may differ.
  bool operator==(const LinearConstraint&) const = default;
};

/// A conjunction of constraints. Empty: everything.
struct Cube {
  /// The linear constraints.
  std::vector<LinearConstraint> constraints;
  /// Boolean atoms and their values.
  std::map<Term, bool> literals;
  /// Atoms of sort Real whose value is an integer.
  std::set<Term> integral;

  /// Whether the atom's value is an integer, by its sort or by `integral`.
  [[nodiscard]] bool is_integral(Term atom) const;
  /// Compares the form, not the set of values.
  bool operator==(const Cube&) const = default;
};

/// Brings the cube into its normal form, in which each direction has one
/// constraint. Returns false if the cube contradicts itself on sight; its
/// contents are then useless.
[[nodiscard]] bool normalise(TermManager& terms, Cube& cube);

/// Projection: the cube without `x`, that is, "some x exists". Nothing if that
/// is not a cube, or not exactly one. With `exact` false always a superset.
[[nodiscard]] std::optional<Cube> project(TermManager& terms,
                                          const Cube& cube,
                                          Term x,
                                          bool exact);

/// The atom whose elimination makes the fewest new constraints: one with an
/// equation, or the smallest product of upper and lower bounds. An invalid term
/// where the constraints have no atoms.
[[nodiscard]] Term cheapest_atom(const Cube& cube);

/// Whether no values satisfy the cube: true is proved, false is open. Cost: one
/// elimination for each atom, of at most some hundreds of constraints.
[[nodiscard]] bool is_refuted(TermManager& terms, const Cube& cube);

/// A disjunction of cubes: a finite union of polyhedra.
class Cubes {
 public:
  /// Cubes that are kept; a formula with more has no representation.
  static constexpr std::size_t kMost = 64;

  /// The empty set.
  explicit Cubes(TermManager& terms) : terms_(&terms) {}

  /// The set of a formula without quantifiers. Nothing if it has a quantifier
  /// or more than kMost cases.
  [[nodiscard]] static std::optional<Cubes> from(TermManager& terms,
                                                 Term formula);

  /// Whether there are no cubes. A set without values may still have cubes that
  /// reduce() does not refute.
  [[nodiscard]] bool empty() const { return cubes_.empty(); }
  /// The cubes; they may overlap.
  [[nodiscard]] const std::vector<Cube>& cubes() const { return cubes_; }
  /// Whether the formula holds nowhere in the set: true is proved, false is
  /// open.
  [[nodiscard]] bool excludes(Term formula) const;
  /// Removes cubes without values and cubes within others, and unites cubes
  /// that differ in a constraint and its negation. The set stays the same.
  void reduce();
  /// Removes what `known` implies: cubes that it excludes, and constraints that
  /// all of its cubes imply. The set stays the same within `known`.
  void reduce_under(const Cubes& known);
  /// Projection: the set without these variables. See project() for `exact`.
  [[nodiscard]] std::optional<Cubes> without(std::span<const Term> variables,
                                             bool exact) const;
  /// A single cube that contains the set: the constraints that all cubes imply.
  [[nodiscard]] Cubes hull() const;
  /// The set as a formula.
  [[nodiscard]] Term to_term() const;

 private:
  /// Never null; a pointer so that sets can be assigned.
  TermManager* terms_;
  /// See cubes().
  std::vector<Cube> cubes_;
};

/// A formula without quantifiers that is equivalent to "values of `bound` with
/// `formula` exist". An invalid term if this arithmetic finds none.
[[nodiscard]] Term eliminate_linear(TermManager& terms,
                                    std::span<const Term> bound,
                                    Term formula);

/// Values of `variables` that satisfy the formula, preferably small ones;
/// nothing if this arithmetic finds none. The values are checked by evaluation.
/// Requires: no other variable is free in the formula.
[[nodiscard]] std::optional<Assignment> sample_linear(
    TermManager& terms, std::span<const Term> variables, Term formula);

/// Whether no values satisfy all conjuncts: true is proved, false is open.
[[nodiscard]] bool is_refuted_linear(TermManager& terms,
                                     std::span<const Term> conjuncts);

/// The conjuncts of the formulas: operands of conjunctions, also of nested
/// ones. `true` is left out.
[[nodiscard]] std::vector<Term> conjuncts_of(std::span<const Term> formulas);

}  // namespace catenary::logic
