// SPDX-License-Identifier: Apache-2.0
/// \file
/// Propositional satisfiability, and templates of clauses that are instantiated
/// many times: one transition of a system is bit-blasted once and copied for
/// every step of an unrolling.
///
/// After Biere et al., "Symbolic Model Checking without BDDs", TACAS 1999
/// (doi:10.1007/3-540-49059-0_14), and Eén, Sörensson, "Temporal Induction by
/// Incremental SAT Solving", BMC 2003 (doi:10.1016/S1571-0661(05)82542-3).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/smt/solver.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

/// A literal: a variable (from 1), negative where negated, as in DIMACS.
using Literal = std::int32_t;

/// An incremental SAT solver. Not thread-safe.
///
/// State machine: value() requires that solve() said sat, failed() that it said
/// unsat, and that nothing was added since (checked).
class SatSolver {
 public:
  virtual ~SatSolver() = default;
  [[nodiscard]] virtual Literal new_variable() = 0;
  /// Requires: variables made by new_variable().
  virtual void add_clause(std::span<const Literal> clause) = 0;
  /// Never throws for want of time or memory: that is `unknown`.
  [[nodiscard]] virtual Answer solve(std::span<const Literal> assumptions,
                                     const base::Budget& budget) = 0;
  [[nodiscard]] virtual bool value(Literal literal) = 0;
  /// Whether this assumption was needed for the refutation.
  [[nodiscard]] virtual bool failed(Literal literal) = 0;
  [[nodiscard]] virtual Unknown why_unknown() const = 0;
  [[nodiscard]] virtual Statistics statistics() const = 0;

  /// A literal that is always true.
  [[nodiscard]] Literal true_literal();
  void add_clause(std::initializer_list<Literal> clause) {
    add_clause(std::span(clause.begin(), clause.size()));
  }
  /// A literal that is true where all (any) of these are; no clause is added
  /// for none or one of them.
  [[nodiscard]] Literal all_of(std::span<const Literal> literals);
  [[nodiscard]] Literal any_of(std::span<const Literal> literals);

 private:
  Literal true_ = 0;
};

/// CaDiCaL, with the limits of `options`; its queries are not logged.
[[nodiscard]] std::unique_ptr<SatSolver> make_cadical(const Options& options);

/// Clauses that define the bits of some roots by the bits of some variables.
struct CnfTemplate {
  /// Bits, lowest first, of each variable term that was given (a Boolean has
  /// one) and of each root, as literals of the template. A root's literal may
  /// be kTrue or -kTrue.
  std::vector<std::vector<Literal>> variables;
  std::vector<std::vector<Literal>> roots;
  static constexpr Literal kTrue = INT32_MAX;
  std::int32_t variable_count = 0;  ///< template variables are 1..this
  std::vector<Literal> clauses;     ///< each ended by 0
};

/// Bit-blasts terms. The clauses are satisfiable for all values of the
/// variables, and then the roots have the values of their terms. Float
/// operators that round are Z3's circuits (tactics simplify, fpa2bv,
/// bit-blast), all else is built here, with sharing and without constants.
///
/// Requires: every free variable of the roots is among `variables`; all of
/// Boolean, bit-vector or float sort. A float's bits are its IEEE
/// representation: a variable's may be any NaN's, a root's NaN is always the
/// one of logic/value. Throws GaveUp where a sort or operator is not
/// supported, or the budget ends. Cost: linear in the terms, about a
/// microsecond for each gate.
[[nodiscard]] CnfTemplate bit_blast(TermManager& terms,
                                    std::span<const Term> variables,
                                    std::span<const Term> roots,
                                    const base::Budget& budget);

/// Adds a copy of the template to a solver. `inputs`: for each variable of the
/// template the literals that its bits shall be (true_literal() and its
/// negation for constants), or an empty vector for new variables. Cost: linear
/// in the clauses.
struct Instance {
  std::vector<std::vector<Literal>> variables;
  std::vector<std::vector<Literal>> roots;
};
[[nodiscard]] Instance instantiate(
    SatSolver& solver,
    const CnfTemplate& cnf,
    std::span<const std::vector<Literal>> inputs);

/// The value of a sort (Boolean, bit-vector, float) from its bits in the model.
[[nodiscard]] Value read_bits(SatSolver& solver,
                              const Sort& sort,
                              std::span<const Literal> bits);
/// Its literals where the value is a constant.
[[nodiscard]] std::vector<Literal> constant_bits(SatSolver& solver,
                                                 const Value& value);

}  // namespace catenary::logic::smt
