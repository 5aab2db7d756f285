// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solvers of satisfiability modulo theories behind one interface.
///
/// Interface after SMT-LIB 2.6 (Barrett, Fontaine, Tinelli, 2017): assertions
/// in levels, assumptions, models, failed assumptions. Whatever a solver says
/// is a claim: models are evaluated again (see Options::recheck), refutations
/// can be asked of a second solver.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

enum class Answer : std::uint8_t {
  sat,
  unsat,
  unknown  ///< see Solver::why_unknown()
};

/// Why there is no answer.
enum class Unknown : std::uint8_t {
  none,
  time,
  memory,
  interrupted,
  incomplete,   ///< the theory is too hard for the solver
  unsupported,  ///< a sort or operator that it does not take
  wrong_model,  ///< its model does not satisfy what was asserted
  failed        ///< the solver broke down
};
/// For people, e.g. "the time limit of a query".
[[nodiscard]] const char* to_string(Unknown reason);

/// Thrown where terms cannot be brought into a solver's form: with the reason,
/// and in words which term or limit it was.
class GaveUp : public base::ToolError {
 public:
  GaveUp(Unknown reason, const std::string& text)
      : base::ToolError(text), reason_(reason) {}
  [[nodiscard]] Unknown reason() const { return reason_; }

 private:
  Unknown reason_;
};

/// Settings of a solver. Times are wall-clock.
struct Options {
  std::chrono::milliseconds query_time{0};  ///< of one check(); 0 = no limit
  std::uint64_t memory_bytes = 0;           ///< of the solver; 0 = no limit
  /// Evaluate every assertion and assumption under every model found; what
  /// does not hold makes the answer unknown.
  bool recheck = true;
  /// Every query is written here as "NAME-0001.smt2", …; empty = nowhere.
  std::string query_log;
};

struct Statistics {
  std::uint64_t queries = 0;
  std::uint64_t sat = 0, unsat = 0, unknown = 0;
  std::uint64_t variables = 0;  ///< of the SAT solver, where there is one
  std::uint64_t clauses = 0;
  double seconds = 0;
};

class SatSolver;  // see logic/smt/sat.h
/// Where users of SAT solvers get theirs from; tests hand out ones that lie.
using SatFactory =
    std::function<std::unique_ptr<SatSolver>(const Options& options)>;

/// An incremental solver over the terms of one manager. Not thread-safe.
///
/// State machine: value(), model() require that the last call that is not one
/// of them was a check() that said sat; failed() that it said unsat.
class Solver {
 public:
  virtual ~Solver() = default;

  [[nodiscard]] virtual std::string name() const = 0;     ///< "z3", "bitblast"
  [[nodiscard]] virtual std::string version() const = 0;  ///< "4.8.12"

  /// Requires: a Boolean term of the manager. Holds until its level is popped.
  virtual void assert_term(Term term) = 0;
  virtual void push() = 0;
  virtual void pop(std::uint32_t levels = 1) = 0;

  /// Is there a model of all assertions in which the assumptions hold too?
  /// Assumptions may be any Boolean terms. Never throws for what the solver
  /// cannot do: that is `unknown`.
  [[nodiscard]] virtual Answer check(std::span<const Term> assumptions,
                                     const base::Budget& budget) = 0;

  /// The value of any term without quantifiers in the model; variables that
  /// the model leaves open have their sort's default.
  [[nodiscard]] virtual Value value(Term term) = 0;
  /// Values for these variables.
  [[nodiscard]] Assignment model(std::span<const Term> variables);

  /// Assumptions of the last check() that cannot hold together with the
  /// assertions; in the order given. Not always a smallest set.
  [[nodiscard]] virtual std::vector<Term> failed() = 0;

  [[nodiscard]] virtual Unknown why_unknown() const = 0;
  /// Details in the solver's own words; may be empty.
  [[nodiscard]] virtual std::string unknown_text() const = 0;
  [[nodiscard]] virtual Statistics statistics() const = 0;
};

/// Z3: all sorts, quantifiers.
[[nodiscard]] std::unique_ptr<Solver> make_z3(TermManager& terms,
                                              const Options& options);
/// Bit-blasting into an incremental SAT solver: Booleans, bit-vectors, floats,
/// enumerations and arrays-free terms of these; everything else is
/// `unsupported`.
[[nodiscard]] std::unique_ptr<Solver> make_bitblast(TermManager& terms,
                                                    const Options& options);
/// The same over a SAT solver of another make; an empty factory = CaDiCaL.
[[nodiscard]] std::unique_ptr<Solver> make_bitblast_over(TermManager& terms,
                                                         const Options& options,
                                                         const SatFactory& sat);

/// Where engines get their solvers from; tests hand out ones that lie.
using SolverFactory = std::function<std::unique_ptr<Solver>(
    TermManager& terms, const Options& options)>;

/// A formula without quantifiers that is true for the same values of the free
/// variables; no term where Z3 finds none within the budget.
[[nodiscard]] Term eliminate_quantifiers(TermManager& terms,
                                         Term formula,
                                         const base::Budget& budget);

/// Versions of what is linked, for `catenary doctor`.
[[nodiscard]] std::string z3_version();
[[nodiscard]] std::string cadical_version();

}  // namespace catenary::logic::smt
