// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solvers of satisfiability modulo theories behind one interface.
///
/// The interface follows SMT-LIB 2.6 (Barrett, Fontaine, Tinelli, 2017):
/// assertions in levels, assumptions, models, failed assumptions. An answer of
/// a solver is a claim: models are evaluated again (see Options::recheck), and
/// refutations can be confirmed by a second solver.
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

/// The answer of a query.
enum class Answer : std::uint8_t {
  sat,
  unsat,
  /// Not decided; see Solver::why_unknown().
  unknown
};

/// Why a query was not decided.
enum class Unknown : std::uint8_t {
  none,
  time,
  memory,
  interrupted,
  /// The theory is too hard for the solver.
  incomplete,
  /// A sort or operator that the solver does not support.
  unsupported,
  /// The solver's model does not satisfy what was asserted.
  wrong_model,
  /// The solver broke down.
  failed
};
/// The reason for people, e.g. "the time limit of a query".
[[nodiscard]] const char* to_string(Unknown reason);

/// Thrown if terms cannot be translated for a solver: the reason, and in words
/// which term or limit it was. Solver::check() turns it into `unknown`.
class GaveUp : public base::ToolError {
 public:
  GaveUp(Unknown reason, const std::string& text)
      : base::ToolError(text), reason_(reason) {}
  [[nodiscard]] Unknown reason() const { return reason_; }

 private:
  Unknown reason_;
};

/// Settings of a solver.
struct Options {
  /// Limit of one check(), as work (see base/work_clock.h); 0 = no limit.
  std::chrono::milliseconds query_time{0};
  /// Limit of the solver's memory; 0 = no limit.
  std::uint64_t memory_bytes = 0;
  /// Evaluate every assertion and assumption under every model found. A model
  /// that fails makes the answer `unknown` (wrong_model).
  bool recheck = true;
  /// Prefix of files: every query is written to "PREFIX-0001.smt2" and so on.
  /// Empty = no log.
  std::string query_log;
};

/// Counters since the solver was made.
struct Statistics {
  std::uint64_t queries = 0;
  std::uint64_t sat = 0, unsat = 0, unknown = 0;
  /// Variables of the SAT solver, if there is one.
  std::uint64_t variables = 0;
  /// Clauses of the SAT solver, if there is one.
  std::uint64_t clauses = 0;
  /// Wall-clock time spent in queries.
  double seconds = 0;
};

class SatSolver;  // see logic/smt/circuit/sat.h
/// Makes the SAT solver that a solver is built on. Tests pass one that gives
/// wrong answers.
using SatFactory =
    std::function<std::unique_ptr<SatSolver>(const Options& options)>;

/// An incremental solver over the terms of one manager. Not thread-safe.
///
/// State machine: value() and model() require that the last call other than
/// these two was a check() that returned sat; failed() requires one that
/// returned unsat (both checked).
class Solver {
 public:
  virtual ~Solver() = default;

  /// "z3" or "bitblast".
  [[nodiscard]] virtual std::string name() const = 0;
  /// The version of the library below, e.g. "4.8.12".
  [[nodiscard]] virtual std::string version() const = 0;

  /// Adds an assertion, which holds until its level is popped. Requires: a
  /// Boolean term of the manager (checked).
  virtual void assert_term(Term term) = 0;
  /// Opens a level; pop() removes levels with their assertions. Requires: as
  /// many levels exist (checked).
  virtual void push() = 0;
  virtual void pop(std::uint32_t levels = 1) = 0;

  /// Is there a model of all assertions in which the assumptions hold, too?
  /// Assumptions may be any Boolean terms and hold for this call only. Never
  /// throws for what the solver cannot do: that is `unknown`.
  [[nodiscard]] virtual Answer check(std::span<const Term> assumptions,
                                     const base::Budget& budget) = 0;

  /// The value of any term without quantifiers in the model. Variables that the
  /// model leaves open have their sort's default.
  [[nodiscard]] virtual Value value(Term term) = 0;
  /// The values of these variables.
  [[nodiscard]] Assignment model(std::span<const Term> variables);

  /// Assumptions of the last check() that cannot hold together with the
  /// assertions, in the order in which they were given. Not always a minimal
  /// set.
  [[nodiscard]] virtual std::vector<Term> failed() = 0;

  /// Why the last check() returned `unknown`; `none` otherwise.
  [[nodiscard]] virtual Unknown why_unknown() const = 0;
  /// Details in the solver's own words; may be empty.
  [[nodiscard]] virtual std::string unknown_text() const = 0;
  /// Counters of this solver, those of the solver below included.
  [[nodiscard]] virtual Statistics statistics() const = 0;
};

/// Z3: all sorts, and quantifiers. Answers `unknown` for terms that Z3 4.8.12
/// is known to get wrong.
[[nodiscard]] std::unique_ptr<Solver> make_z3(TermManager& terms,
                                              const Options& options);
/// Bit-blasting into an incremental SAT solver: Booleans, bit-vectors, floats
/// and enumerations; everything else is `unsupported`.
[[nodiscard]] std::unique_ptr<Solver> make_bitblast(TermManager& terms,
                                                    const Options& options);
/// The same over a given SAT solver; an empty factory = CaDiCaL.
[[nodiscard]] std::unique_ptr<Solver> make_bitblast_over(TermManager& terms,
                                                         const Options& options,
                                                         const SatFactory& sat);

/// Makes the solvers of an engine. Tests pass one that gives wrong answers.
using SolverFactory = std::function<std::unique_ptr<Solver>(
    TermManager& terms, const Options& options)>;

/// An equivalent formula without quantifiers, over the same free variables or
/// fewer. An invalid Term if Z3 finds none within the budget.
[[nodiscard]] Term eliminate_quantifiers(TermManager& terms,
                                         Term formula,
                                         const base::Budget& budget);

/// Versions of what is linked, for `catenary doctor`.
[[nodiscard]] std::string z3_version();
[[nodiscard]] std::string cadical_version();

}  // namespace catenary::logic::smt
