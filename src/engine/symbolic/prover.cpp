// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order of methods: simplification, the linear arithmetic of
/// logic/arithmetic, Z3. The first two answer almost every query of a test case
/// in microseconds.

#include "engine/symbolic/prover.h"

#include <algorithm>

#include "base/check.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::conjuncts_of;
using logic::Cubes;
using logic::eliminate_linear;
using logic::is_refuted_linear;
using logic::Op;
using logic::Term;
using logic::smt::Answer;

/// Whether the linear arithmetic can represent the formulas completely: what it
/// cannot refute is then satisfiable as far as a solver would be worth asking.
bool is_linear(std::span<const Term> formulas) {
  for (const Term t : logic::subterms(formulas)) {
    switch (t.op()) {
      case Op::forall:
      case Op::exists:
      case Op::int_div:
      case Op::int_mod:
      case Op::abs:
        return false;
      case Op::mul: {
        const auto constants =
            std::count_if(t.operands().begin(), t.operands().end(), [](Term o) {
              return o.is_constant();
            });
        if (static_cast<std::size_t>(constants) + 1 < t.operands().size()) {
          return false;
        }
        break;
      }
      case Op::real_div:
        if (!t[1].is_constant()) return false;
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace

Prover::Prover(logic::TermManager& terms,
               const TestCaseOptions& options,
               const base::Budget& budget)
    : terms_(terms), options_(options), budget_(budget) {}

/// A query gets its own limit of time within the budget.
base::Budget Prover::limited() const {
  return options_.query_time.count() > 0 ? budget_.share(options_.query_time)
                                         : budget_;
}

/// A new solver for each query: its model must not be disturbed by others.
Answer Prover::check(std::span<const Term> conjuncts) {
  ++queries_;
  logic::smt::Options options;
  options.query_time = options_.query_time;
  solver_ = options_.solver ? options_.solver(terms_, options)
                            : logic::smt::make_z3(terms_, options);
  const Answer answer = solver_->check(conjuncts, budget_);
  why_.clear();
  if (answer == Answer::unknown) {
    why_ = logic::smt::to_string(solver_->why_unknown());
  }
  return answer;
}

logic::Value Prover::value(Term term) {
  return solver_->value(term);
}

std::vector<Term> Prover::failed() {
  return solver_->failed();
}

/// If everything is linear, a solver would hardly refute more.
bool Prover::refutes(std::span<const Term> conjuncts) {
  if (is_refuted_linear(terms_, conjuncts)) return true;
  if (is_linear(conjuncts)) return false;
  return check(conjuncts) == Answer::unsat;
}

/// Variables that do not occur are not bound.
Term Prover::exists(std::span<const Term> bound, Term formula) {
  const std::vector<Term> free = logic::free_variables(formula);
  std::vector<Term> used;
  for (const Term x : bound) {
    if (std::binary_search(free.begin(), free.end(), x)) used.push_back(x);
  }
  if (used.empty()) return simplify(formula);
  const Term quick = eliminate_linear(terms_, used, formula);
  if (quick.valid()) return quick;
  const Term quantified = terms_.quantify(Op::exists, used, formula);
  // If the inner quantifier was too hard, the outer one is too. And after
  // several failures in a row Z3 is not asked any more.
  constexpr int kMostTries = 8;
  if (formula.has_quantifier() || kept_ >= kMostTries) return quantified;
  ++queries_;
  const Term slow =
      logic::smt::eliminate_quantifiers(terms_, quantified, limited());
  // A result that is much larger than the formula is no help.
  constexpr std::size_t kGrowth = 4;
  const bool usable =
      slow.valid() &&
      logic::dag_size(slow) <= kGrowth * logic::dag_size(formula) + 100;
  kept_ = usable ? 0 : kept_ + 1;
  return usable ? slow : quantified;
}

Term Prover::simplify(Term term) {
  return logic::simplify(terms_, term);
}

Term Prover::negation(Term term) {
  return simplify(terms_.logical_not(term));
}

Term Prover::conjunction(std::span<const Term> all) {
  return simplify(terms_.logical_and(all));
}

namespace {

/// The set of all values.
Cubes everything(logic::TermManager& terms) {
  return *Cubes::from(terms, terms.boolean(true));
}

}  // namespace

Knowledge::Knowledge(logic::TermManager& terms)
    : terms_(&terms), cubes_(everything(terms)) {}

/// Conjunct by conjunct: one that cannot be represented does not spoil the
/// others. With many cases only their hull is kept.
void Knowledge::add(std::span<const Term> conjuncts) {
  constexpr std::size_t kMostCases = 8;
  for (const Term c : conjuncts_of(conjuncts)) {
    const auto more =
        Cubes::from(*terms_, terms_->logical_and(cubes_.to_term(), c));
    if (!more) continue;
    cubes_ = more->cubes().size() > kMostCases ? more->hull() : *more;
  }
}

bool Knowledge::refutes(Term term) const {
  return cubes_.excludes(term);
}

bool Knowledge::implies(Term term) const {
  if (term.is_true()) return true;
  return refutes(terms_->logical_not(term));
}

/// Never a larger term than before.
Term Knowledge::reduced(Term term) const {
  if (term.is_constant() || term.has_quantifier()) return term;
  auto cubes = Cubes::from(*terms_, term);
  if (!cubes) return term;
  cubes->reduce_under(cubes_);
  const Term result = cubes->to_term();
  return logic::dag_size(result) <= logic::dag_size(term) ? result : term;
}

/// A conjunct is dropped if the others and the knowledge imply it. From the
/// end, so that earlier ones stay.
std::vector<Term> Knowledge::reduced(std::span<const Term> conjuncts) const {
  std::vector<Term> left = conjuncts_of(conjuncts);
  if (refutes(terms_->logical_and(left))) return {terms_->boolean(false)};
  for (std::size_t i = left.size(); i-- > 0;) {
    std::vector<Term> others = left;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const Term premise = terms_->logical_and(others);
    const Term without =
        terms_->logical_and(premise, terms_->logical_not(left[i]));
    if (refutes(without)) left = others;
  }
  return left;
}

}  // namespace catenary::engine::symbolic
