// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lexicographic optimisation over the models of a solver.
#include "engine/contract/search/least_model.h"

#include <cstdint>

namespace catenary::engine::contract {

namespace smt = logic::smt;
using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::Value;

LeastModel::LeastModel(logic::TermManager& terms,
                       smt::Solver& solver,
                       const base::Budget& budget)
    : terms_(&terms), solver_(&solver), budget_(&budget) {
  // Assertions made while narrowing are undone by the destructor.
  solver_->push();
}

LeastModel::~LeastModel() {
  solver_->pop();
}

bool LeastModel::possible(Term condition) {
  const std::vector<Term> assumptions{condition};
  switch (solver_->check(assumptions, *budget_)) {
    case smt::Answer::sat:
      return true;
    case smt::Answer::unsat:
      return false;
    case smt::Answer::unknown:
      break;
  }
  undecided_ = smt::to_string(solver_->why_unknown());
  return false;
}

bool LeastModel::require(Term condition) {
  solver_->assert_term(condition);
  return possible(terms_->boolean(true));
}

Term LeastModel::count(std::span<const Term> conditions) {
  std::vector<Term> sum;
  for (const Term c : conditions) {
    sum.push_back(terms_->ite(c, terms_->integer(1), terms_->integer(0)));
  }
  return sum.empty() ? terms_->integer(0) : terms_->make(Op::add, sum);
}

mpz_class LeastModel::counted(std::span<const Term> conditions) {
  mpz_class out = 0;
  for (const Term c : conditions) {
    if (solver_->value(c).as_bool()) ++out;
  }
  return out;
}

bool LeastModel::extreme(std::span<const Term> conditions, bool most) {
  if (!possible(terms_->boolean(true))) return false;
  if (conditions.empty()) return true;
  const Term number = count(conditions);
  mpz_class best = counted(conditions);
  // Invariant: some model has `best` conditions true, and none found so far is
  // better. Each round asks for a strictly better one, so the loop ends.
  while (true) {
    const mpz_class next = best + (most ? 1 : -1);
    const Term limit = terms_->constant(Value::integer(next));
    const Term better = most ? terms_->make(Op::less_equal, {limit, number})
                             : terms_->make(Op::less_equal, {number, limit});
    if (!possible(better)) break;
    best = counted(conditions);
  }
  if (!undecided_.empty()) return false;
  // An unknown answer above must not pass for "no better model".
  return require(terms_->equal(number, terms_->constant(Value::integer(best))));
}

bool LeastModel::most_of(std::span<const Term> conditions) {
  return extreme(conditions, true);
}

bool LeastModel::fewest_of(std::span<const Term> conditions) {
  return extreme(conditions, false);
}

bool LeastModel::first_of(std::span<const Term> conditions) {
  if (!possible(terms_->boolean(true))) return false;
  std::vector<bool> holds;  // in a model of all that is asserted
  const auto keep = [&] {
    holds.clear();
    for (const Term c : conditions) {
      holds.push_back(solver_->value(c).as_bool());
    }
  };
  keep();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    // Invariant: `holds` are the values in a model of all that is asserted, so
    // a condition that holds there needs no check.
    if (!holds[i] && possible(conditions[i])) keep();
    if (!undecided_.empty()) return false;
    solver_->assert_term(holds[i] ? conditions[i]
                                  : terms_->logical_not(conditions[i]));
  }
  return possible(terms_->boolean(true));
}

bool LeastModel::least(Term variable, const std::optional<Value>& lo) {
  if (!possible(terms_->boolean(true))) return false;
  Value best = solver_->value(variable);
  switch (variable.sort().kind()) {
    case SortKind::boolean:
      if (best.as_bool() && possible(terms_->logical_not(variable))) {
        best = Value::boolean(false);
      }
      break;
    case SortKind::enumeration:
      // Enumerations are small: linear search from below.
      for (std::uint32_t i = 0; i < best.as_enumerator(); ++i) {
        const Value v =
            Value::enumerator(variable.sort().enumeration_decl(), i);
        if (!possible(terms_->equal(variable, terms_->constant(v)))) continue;
        best = v;
        break;
      }
      break;
    case SortKind::integer: {
      // Without a bound there may be no least value.
      if (!lo) break;
      mpz_class low = lo->as_integer();
      mpz_class high = best.as_integer();
      // Invariant: low <= least value <= high, and a model with `high` exists.
      // The division rounds down for negative numbers, too.
      while (low < high) {
        mpz_class middle;
        mpz_fdiv_q_2exp(
            middle.get_mpz_t(), mpz_class(low + high).get_mpz_t(), 1);
        const Term below =
            terms_->make(Op::less_equal,
                         {variable, terms_->constant(Value::integer(middle))});
        if (possible(below)) {
          high = solver_->value(variable).as_integer();
        } else {
          low = middle + 1;
        }
        if (!undecided_.empty()) return false;
      }
      best = Value::integer(high);
      break;
    }
    default:
      break;
  }
  if (!undecided_.empty()) return false;
  return require(terms_->equal(variable, terms_->constant(best)));
}

Value LeastModel::value(Term term) {
  return solver_->value(term);
}

}  // namespace catenary::engine::contract
