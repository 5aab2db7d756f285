// SPDX-License-Identifier: Apache-2.0
/// \file
/// Propositional satisfiability, and templates of clauses that are instantiated
/// many times: one transition of a system is bit-blasted once and copied for
/// every step of an unrolling.
///
/// After Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs",
/// TACAS 1999 (doi:10.1007/3-540-49059-0_14), and Eén, Sörensson, "Temporal
/// Induction by Incremental SAT Solving", BMC 2003
/// (doi:10.1016/S1571-0661(05)82542-3).
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

/// A literal as in DIMACS: a variable (from 1), negative if negated.
using Literal = std::int32_t;

/// An incremental SAT solver. Not thread-safe.
///
/// State machine: value() requires that the last solve() returned sat, failed()
/// that it returned unsat, and that nothing was added since (both checked).
class SatSolver {
 public:
  virtual ~SatSolver() = default;
  /// A new variable, as its positive literal.
  [[nodiscard]] virtual Literal new_variable() = 0;
  /// Adds a clause for good; the empty clause makes everything unsatisfiable.
  /// Requires: variables made by new_variable() (checked).
  virtual void add_clause(std::span<const Literal> clause) = 0;
  /// Decides the clauses under assumptions, which hold for this call only.
  /// Never throws for lack of time or memory: that is `unknown`.
  [[nodiscard]] virtual Answer solve(std::span<const Literal> assumptions,
                                     const base::Budget& budget) = 0;
  /// The literal's value in the model.
  [[nodiscard]] virtual bool value(Literal literal) = 0;
  /// Whether this assumption was used in the refutation. The set of these is
  /// not always minimal.
  [[nodiscard]] virtual bool failed(Literal literal) = 0;
  /// Why the last solve() returned `unknown`.
  [[nodiscard]] virtual Unknown why_unknown() const = 0;
  [[nodiscard]] virtual Statistics statistics() const = 0;

  /// A literal that is always true; made at the first call.
  [[nodiscard]] Literal true_literal();
  void add_clause(std::initializer_list<Literal> clause) {
    add_clause(std::span(clause.begin(), clause.size()));
  }
  /// A literal that is equivalent to the conjunction (disjunction) of these. No
  /// clause is added for none or one of them.
  [[nodiscard]] Literal all_of(std::span<const Literal> literals);
  [[nodiscard]] Literal any_of(std::span<const Literal> literals);

 private:
  Literal true_ = 0;
};

/// CaDiCaL, with the time and memory limits of `options`; its queries are not
/// logged.
[[nodiscard]] std::unique_ptr<SatSolver> make_cadical(const Options& options);

/// Clauses that define the bits of some roots by the bits of some variables. A
/// template is a value: it belongs to no solver.
struct CnfTemplate {
  /// The bits, lowest first, of each variable term that was given (a Boolean
  /// has one) and of each root, as literals of the template. The literal of a
  /// root may be kTrue or -kTrue.
  std::vector<std::vector<Literal>> variables;
  std::vector<std::vector<Literal>> roots;
  static constexpr Literal kTrue = INT32_MAX;
  /// The variables of the template are 1 .. variable_count.
  std::int32_t variable_count = 0;
  /// All clauses, each ended by 0.
  std::vector<Literal> clauses;
};

/// Bit-blasts terms into a template. The clauses are satisfiable for all values
/// of the variables, and force the roots to the values of their terms. Float
/// operators that round are Z3's circuits; all else is built here, with sharing
/// and constant propagation.
///
/// Requires: every free variable of the roots is among `variables` (checked);
/// all are of Boolean, bit-vector or float sort. The bits of a float are its
/// IEEE representation: a variable may be any NaN, the NaN of a root always has
/// the pattern of logic/value. Throws GaveUp if a sort or operator is not
/// supported, or if the budget ends. Cost: linear in the terms, about a
/// microsecond for each gate.
[[nodiscard]] CnfTemplate bit_blast(TermManager& terms,
                                    std::span<const Term> variables,
                                    std::span<const Term> roots,
                                    const base::Budget& budget);

/// The literals of one copy of a template in a solver, in the order of the
/// template's variables and roots.
struct Instance {
  std::vector<std::vector<Literal>> variables;
  std::vector<std::vector<Literal>> roots;
};
/// Adds a copy of the template to a solver. `inputs` has for each variable of
/// the template the literals that its bits shall be (true_literal() and its
/// negation for constants), or an empty vector for new variables. Clauses that
/// a constant satisfies are left out. Cost: linear in the clauses.
[[nodiscard]] Instance instantiate(
    SatSolver& solver,
    const CnfTemplate& cnf,
    std::span<const std::vector<Literal>> inputs);

/// The value of a sort (Boolean, bit-vector, float) from its bits in the model.
/// Requires: the last solve() returned sat.
[[nodiscard]] Value read_bits(SatSolver& solver,
                              const Sort& sort,
                              std::span<const Literal> bits);
/// The bits of a value as literals, each true_literal() or its negation.
[[nodiscard]] std::vector<Literal> constant_bits(SatSolver& solver,
                                                 const Value& value);

}  // namespace catenary::logic::smt
