// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear arithmetic over rationals and integers, fast for the small formulas
/// of which symbolic paths consist: exact elimination of quantifiers where that
/// needs no divisibility, and refutation.
///
/// Method: disjunctive normal form; equations by substitution, inequalities by
/// Fourier-Motzkin elimination (see Schrijver, "Theory of Linear and Integer
/// Programming", 1986, section 12.2), for integers with bounds rounded to
/// integers and only where all lower or all upper bounds are integers
/// (Pugh, "The Omega test", SC 1991, doi:10.1145/125826.125848). What is not
/// linear is opaque: a variable of its own.
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

namespace catenary::engine::symbolic {

/// The sum of coefficients times atoms, plus the constant, compared with 0.
/// Coefficients are integers without a common divisor, none of them 0.
struct LinearConstraint {
  enum class Relation : std::uint8_t { equal, less_equal, less };
  std::vector<std::pair<logic::Term, mpz_class>> coefficients;  ///< ascending
  mpz_class constant;
  Relation relation = Relation::less_equal;
  bool operator==(const LinearConstraint&) const = default;
};

/// A conjunction.
struct Cube {
  std::vector<LinearConstraint> constraints;
  std::map<logic::Term, bool> literals;  ///< Boolean atoms and their values
  std::set<logic::Term> integral;        ///< Reals whose value is an integer

  /// Whether the atom's value is an integer.
  [[nodiscard]] bool is_integral(logic::Term atom) const;
  bool operator==(const Cube&) const = default;
};

/// Brings the cube into its normal form, in which parallel constraints are one;
/// false where it contradicts itself on sight.
[[nodiscard]] bool normalise(logic::TermManager& terms, Cube& cube);

/// The same set without `x`. Nothing where that cannot be said exactly, by a
/// cube; `exact` false: then a superset.
[[nodiscard]] std::optional<Cube> project(logic::TermManager& terms,
                                          const Cube& cube,
                                          logic::Term x,
                                          bool exact);

/// True: no values satisfy it. False: perhaps some do.
[[nodiscard]] bool is_refuted(logic::TermManager& terms, const Cube& cube);

/// A disjunction of cubes.
class Cubes {
 public:
  static constexpr std::size_t kMost = 64;

  explicit Cubes(logic::TermManager& terms) : terms_(&terms) {}

  /// Of a formula without quantifiers; nothing where it has too many cases.
  [[nodiscard]] static std::optional<Cubes> from(logic::TermManager& terms,
                                                 logic::Term formula);

  [[nodiscard]] bool empty() const { return cubes_.empty(); }
  [[nodiscard]] const std::vector<Cube>& cubes() const { return cubes_; }
  /// True: the formula holds nowhere in them. False: perhaps it does.
  [[nodiscard]] bool excludes(logic::Term formula) const;
  /// Removes cubes without values, and those within others; unites those that
  /// differ in one constraint and its negation.
  void reduce();
  /// Removes what `known` says anyway: cubes it excludes, and constraints that
  /// all its cubes imply.
  void reduce_under(const Cubes& known);
  /// Without these variables; see project().
  [[nodiscard]] std::optional<Cubes> without(
      std::span<const logic::Term> variables, bool exact) const;
  /// A single cube that contains all.
  [[nodiscard]] Cubes hull() const;
  [[nodiscard]] logic::Term to_term() const;

 private:
  logic::TermManager* terms_;
  std::vector<Cube> cubes_;
};

/// Equivalent to "there are values of `bound` with `formula`", without
/// quantifiers; no term where this finds none.
[[nodiscard]] logic::Term eliminate_linear(logic::TermManager& terms,
                                           std::span<const logic::Term> bound,
                                           logic::Term formula);

/// Values of `variables` that satisfy the formula, small ones first; nothing
/// where this finds none. Requires: no other variable is free.
[[nodiscard]] std::optional<logic::Assignment> sample_linear(
    logic::TermManager& terms,
    std::span<const logic::Term> variables,
    logic::Term formula);

/// True: no values satisfy the conjunction. False: perhaps some do.
[[nodiscard]] bool is_refuted_linear(logic::TermManager& terms,
                                     std::span<const logic::Term> conjuncts);

/// Operands of conjunctions, of conjunctions in them, and so on.
[[nodiscard]] std::vector<logic::Term> conjuncts_of(
    std::span<const logic::Term> formulas);

}  // namespace catenary::engine::symbolic
