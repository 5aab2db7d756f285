// SPDX-License-Identifier: Apache-2.0
#include "unit/logic/smt/lying_solvers.h"

namespace catenary::logic::smt::testing {

namespace {

struct Said {
  Answer answer;
  Unknown why = Unknown::none;
};

Said said(Lie lie, Answer truth, Unknown why) {
  switch (lie) {
    case Lie::time_out:
      return {Answer::unknown, Unknown::time};
    case Lie::breakdown:
      return {Answer::unknown, Unknown::failed};
    case Lie::always_sat:
      return {truth == Answer::unsat ? Answer::sat : truth, why};
    case Lie::always_unsat:
      return {truth == Answer::sat ? Answer::unsat : truth, why};
    default:
      return {truth, why};
  }
}

class LyingSat : public SatSolver {
 public:
  LyingSat(std::unique_ptr<SatSolver> below, Lie lie)
      : below_(std::move(below)), lie_(lie) {}

  Literal new_variable() override { return below_->new_variable(); }
  void add_clause(std::span<const Literal> clause) override {
    below_->add_clause(clause);
  }
  Answer solve(std::span<const Literal> assumptions,
               const base::Budget& budget) override {
    truth_ = below_->solve(assumptions, budget);
    said_ = said(lie_, truth_, below_->why_unknown());
    return said_.answer;
  }
  bool value(Literal literal) override {
    if (truth_ != Answer::sat) return literal > 0;
    return below_->value(literal) != (lie_ == Lie::wrong_model);
  }
  bool failed(Literal literal) override {
    return truth_ != Answer::unsat || below_->failed(literal);
  }
  Unknown why_unknown() const override { return said_.why; }
  Statistics statistics() const override { return below_->statistics(); }

 private:
  std::unique_ptr<SatSolver> below_;
  Lie lie_;
  Answer truth_ = Answer::unknown;
  Said said_{Answer::unknown};
};

class LyingSolver : public Solver {
 public:
  LyingSolver(std::unique_ptr<Solver> below, Lie lie)
      : below_(std::move(below)), lie_(lie) {}

  std::string name() const override { return "lying " + below_->name(); }
  std::string version() const override { return below_->version(); }
  void assert_term(Term term) override { below_->assert_term(term); }
  void push() override { below_->push(); }
  void pop(std::uint32_t levels) override { below_->pop(levels); }
  Answer check(std::span<const Term> assumptions,
               const base::Budget& budget) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    truth_ = below_->check(assumptions, budget);
    said_ = said(lie_, truth_, below_->why_unknown());
    return said_.answer;
  }
  Value value(Term term) override {
    if (truth_ != Answer::sat) return default_value(term.sort());
    Value v = below_->value(term);
    if (lie_ != Lie::wrong_model) return v;
    if (v.kind() == SortKind::boolean) return Value::boolean(!v.as_bool());
    if (v.kind() != SortKind::bitvec) return default_value(term.sort());
    return Value::bitvec(v.sort().bits(), -1 - v.as_bits());
  }
  std::vector<Term> failed() override {
    return truth_ == Answer::unsat ? below_->failed() : assumptions_;
  }
  Unknown why_unknown() const override { return said_.why; }
  std::string unknown_text() const override { return "a test double"; }
  Statistics statistics() const override { return below_->statistics(); }

 private:
  std::unique_ptr<Solver> below_;
  Lie lie_;
  std::vector<Term> assumptions_;
  Answer truth_ = Answer::unknown;
  Said said_{Answer::unknown};
};

}  // namespace

SatFactory lying_sat(Lie lie) {
  return [lie](const Options& options) {
    return std::make_unique<LyingSat>(make_cadical(options), lie);
  };
}

SolverFactory lying_solver(SolverFactory below, Lie lie) {
  return [below = std::move(below), lie](TermManager& terms,
                                         const Options& options) {
    return std::make_unique<LyingSolver>(below(terms, options), lie);
  };
}

}  // namespace catenary::logic::smt::testing
