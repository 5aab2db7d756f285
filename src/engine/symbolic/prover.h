// SPDX-License-Identifier: Apache-2.0
/// \file
/// Queries about formulas of symbolic paths, each within a limit of time. The
/// linear arithmetic of logic/arithmetic is asked first, solvers for what it
/// leaves open.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/arithmetic/linear.h"
#include "logic/smt/solver.h"
#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// Queries within one budget. Not thread-safe.
class Prover {
 public:
  /// Everything given must outlive it.
  Prover(logic::TermManager& terms,
         const TestCaseOptions& options,
         const base::Budget& budget);

  /// The manager of all terms.
  [[nodiscard]] logic::TermManager& terms() { return terms_; }

  /// Whether all of these can hold together, by a solver. After sat, value()
  /// reads the model; after unsat, failed() has conjuncts that conflict; after
  /// unknown, why() has the reason.
  [[nodiscard]] logic::smt::Answer check(
      std::span<const logic::Term> conjuncts);
  /// The value of a term in the model. Requires: the last check() was sat.
  [[nodiscard]] logic::Value value(logic::Term term);
  /// Conjuncts that cannot hold together. Requires: the last check() was unsat.
  [[nodiscard]] std::vector<logic::Term> failed();
  /// Why the last check() was unknown; else empty.
  [[nodiscard]] const std::string& why() const { return why_; }

  /// Whether it is proved that they cannot hold together; false if that is
  /// open. Calls a solver only if the formulas are not linear.
  [[nodiscard]] bool refutes(std::span<const logic::Term> conjuncts);

  /// "Values of `bound` with `formula` exist": without quantifiers if they can
  /// be eliminated, otherwise with one.
  [[nodiscard]] logic::Term exists(std::span<const logic::Term> bound,
                                   logic::Term formula);
  /// An equivalent, simpler term.
  [[nodiscard]] logic::Term simplify(logic::Term term);
  /// The negation, simplified.
  [[nodiscard]] logic::Term negation(logic::Term term);
  /// The conjunction, simplified. The empty one is `true`.
  [[nodiscard]] logic::Term conjunction(std::span<const logic::Term> all);

  /// Calls of a solver so far.
  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  /// Whether the budget is used up.
  [[nodiscard]] bool out_of_time() const {
    return budget_.poll() != base::StopReason::none;
  }

 private:
  /// The budget of one query.
  [[nodiscard]] base::Budget limited() const;

  logic::TermManager& terms_;
  const TestCaseOptions& options_;
  const base::Budget& budget_;
  /// The solver of the last check(): it holds the model.
  std::unique_ptr<logic::smt::Solver> solver_;
  /// See why().
  std::string why_;
  /// See queries().
  std::uint64_t queries_ = 0;
  /// Quantifiers that Z3 did not eliminate, in a row. After some of them it is
  /// not asked any more.
  int kept_ = 0;
};

/// What is known of the values of variables: a formula as cubes, so that it can
/// be asked without a solver. An over-approximation.
class Knowledge {
 public:
  /// Nothing is known.
  explicit Knowledge(logic::TermManager& terms);

  /// Adds conjuncts. What is too complicated is left out, or weakened.
  void add(std::span<const logic::Term> conjuncts);

  /// The formula as cubes.
  [[nodiscard]] const logic::Cubes& cubes() const { return cubes_; }
  /// Whether the term is proved false where the knowledge holds; false if open.
  [[nodiscard]] bool refutes(logic::Term term) const;
  /// Whether the term is proved true where the knowledge holds; false if open.
  [[nodiscard]] bool implies(logic::Term term) const;
  /// A term that is equivalent where the knowledge holds, and not larger.
  [[nodiscard]] logic::Term reduced(logic::Term term) const;
  /// The conjuncts that are neither known nor implied by the others.
  [[nodiscard]] std::vector<logic::Term> reduced(
      std::span<const logic::Term> conjuncts) const;

 private:
  /// Never null.
  logic::TermManager* terms_;
  /// See cubes().
  logic::Cubes cubes_;
};

}  // namespace catenary::engine::symbolic
