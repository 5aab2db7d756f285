// SPDX-License-Identifier: Apache-2.0
/// \file
/// The common part of all solvers: levels of assertions, checking of models,
/// statistics, the log of queries. Only for this folder.
///
/// A derived class decides satisfiability in run() and returns a Claim.
/// Everything that does not depend on the solver happens here, once, so that no
/// solver can forget to check its models.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "logic/smt/solver.h"

namespace catenary::logic::smt {

/// Base class after the template-method pattern: run(), popped() and
/// add_statistics() are the parts that differ.
class CheckedSolver : public Solver {
 public:
  /// The manager must outlive the solver.
  CheckedSolver(TermManager& terms, const Options& options)
      : terms_(terms), options_(options) {}

  void assert_term(Term term) final;
  void push() final;
  void pop(std::uint32_t levels) final;
  [[nodiscard]] Answer check(std::span<const Term> assumptions,
                             const base::Budget& budget) final;
  [[nodiscard]] Value value(Term term) final;
  [[nodiscard]] std::vector<Term> failed() final;
  [[nodiscard]] Unknown why_unknown() const final { return why_; }
  [[nodiscard]] std::string unknown_text() const final { return text_; }
  [[nodiscard]] Statistics statistics() const final;

 protected:
  /// The claim of a solver about one query.
  struct Claim {
    /// The answer that the solver claims.
    Answer answer = Answer::unknown;
    /// For `unknown` only.
    Unknown why = Unknown::failed;
    /// Why unknown, in the solver's words.
    std::string text;
    /// For `sat`; variables that are missing have their sort's default.
    Assignment model;
    /// For `unsat`: for each assumption whether the refutation used it.
    std::vector<bool> failed;
  };
  /// A claim that nothing was decided.
  [[nodiscard]] static Claim unknown(Unknown why, std::string text);

  /// Decides the conjunction of assertions() and `assumptions`. May throw
  /// GaveUp and std::bad_alloc, which become `unknown`.
  [[nodiscard]] virtual Claim run(std::span<const Term> assumptions,
                                  const base::Budget& budget) = 0;
  /// Called after a pop: the first `kept` assertions and `levels` levels are
  /// left.
  virtual void popped(std::size_t kept, std::size_t levels) = 0;
  /// Adds the sizes of the solver below, such as its clauses.
  virtual void add_statistics(Statistics& statistics) const = 0;

  /// For derived classes.
  [[nodiscard]] TermManager& terms() { return terms_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const std::vector<Term>& assertions() const {
    return assertions_;
  }
  /// How many assertions came before each level was pushed, the outermost
  /// first.
  [[nodiscard]] const std::vector<std::size_t>& levels() const {
    return levels_;
  }
  /// The free variables of all assertions and assumptions so far, also of those
  /// that were popped, in the order in which they were met. A model must give
  /// each of them a value.
  [[nodiscard]] const std::vector<Term>& variables() const {
    return variables_;
  }

 private:
  /// The queries that are allowed now: `satisfied` allows value(), `refuted`
  /// failed().
  enum class State : std::uint8_t { open, satisfied, refuted };

  /// run(), with exceptions and an exhausted budget turned into claims.
  [[nodiscard]] Claim guarded_run(std::span<const Term> assumptions,
                                  const base::Budget& budget);
  /// Adds the free variables of a term to variables_.
  void collect_variables(Term term);
  /// Gives the free variables of a term that the model lacks their defaults.
  void complete(Term term);
  /// The first assertion or assumption that the model does not satisfy; an
  /// invalid Term if there is none. Quantifiers over too many values pass.
  [[nodiscard]] Term violated(std::span<const Term> assumptions);
  /// Writes the query as an SMT-LIB script if a log was asked for.
  void log(std::span<const Term> assumptions);

  /// The manager of the assertions; owned by the caller.
  TermManager& terms_;
  /// Limits, and where queries are logged.
  Options options_;
  /// The assertions of all levels, the outermost first.
  std::vector<Term> assertions_;
  /// How many assertions each level began with.
  std::vector<std::size_t> levels_;
  /// See variables().
  std::vector<Term> variables_;
  /// Ids of the terms that collect_variables() has walked.
  std::unordered_set<std::uint32_t> seen_;
  /// After the last check().
  State state_ = State::open;
  /// After `sat`: completed and checked.
  Assignment model_;
  /// After `unsat`: the assumptions that the refutation used.
  std::vector<Term> failed_;
  /// After `unknown`.
  Unknown why_ = Unknown::none;
  /// The solver's own words.
  std::string text_;
  /// Sums over all queries.
  Statistics statistics_;
};

}  // namespace catenary::logic::smt
