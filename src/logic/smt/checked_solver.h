// SPDX-License-Identifier: Apache-2.0
/// \file
/// What solvers behind the interface have in common: levels of assertions,
/// checking of models, statistics, the log of queries. Only for this folder.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "logic/smt/solver.h"

namespace catenary::logic::smt {

/// A solver says what it claims in run(); all else is here.
class CheckedSolver : public Solver {
 public:
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
  struct Claim {
    Answer answer = Answer::unknown;
    Unknown why = Unknown::failed;
    std::string text;  ///< why unknown, in the solver's words
    Assignment model;  ///< of sat; what is missing has its sort's default
    std::vector<bool> failed;  ///< of unsat: one for each assumption
  };
  [[nodiscard]] static Claim unknown(Unknown why, std::string text);

  /// May throw GaveUp and std::bad_alloc.
  [[nodiscard]] virtual Claim run(std::span<const Term> assumptions,
                                  const base::Budget& budget) = 0;
  /// Levels are gone: `kept` assertions and `levels` levels are left.
  virtual void popped(std::size_t kept, std::size_t levels) = 0;
  /// Sizes of what is below.
  virtual void add_statistics(Statistics& statistics) const = 0;

  [[nodiscard]] TermManager& terms() { return terms_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const std::vector<Term>& assertions() const {
    return assertions_;
  }
  /// How many assertions came before each level, the outermost first.
  [[nodiscard]] const std::vector<std::size_t>& levels() const {
    return levels_;
  }
  /// Free variables of all assertions and assumptions so far, those of popped
  /// ones included, in the order in which they were met.
  [[nodiscard]] const std::vector<Term>& variables() const {
    return variables_;
  }

 private:
  enum class State : std::uint8_t { open, satisfied, refuted };

  [[nodiscard]] Claim guarded_run(std::span<const Term> assumptions,
                                  const base::Budget& budget);
  void collect_variables(Term term);
  void complete(Term term);
  /// The first of these that the model does not satisfy, or no term.
  [[nodiscard]] Term violated(std::span<const Term> assumptions);
  void log(std::span<const Term> assumptions);

  TermManager& terms_;
  Options options_;
  std::vector<Term> assertions_;
  std::vector<std::size_t> levels_;
  std::vector<Term> variables_;
  std::unordered_set<std::uint32_t> seen_;
  State state_ = State::open;
  Assignment model_;
  std::vector<Term> failed_;
  Unknown why_ = Unknown::none;
  std::string text_;
  Statistics statistics_;
};

}  // namespace catenary::logic::smt
