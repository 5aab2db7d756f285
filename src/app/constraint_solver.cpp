// SPDX-License-Identifier: Apache-2.0
/// \file
/// Least and greatest values are found by projection: quantifiers are
/// eliminated until a formula in the objective alone is left, whose solutions
/// are an exact set of numbers. Where Z3 cannot do that, by bisection.
#include "app/constraint_solver.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "exec/number_set.h"
#include "logic/smt/solver.h"
#include "logic/term/simplify.h"

namespace catenary::app {
namespace {

using exec::Solvable;
using logic::Assignment;
using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using logic::Value;
namespace smt = logic::smt;

mpq_class number_of(const Value& value) {
  return value.kind() == SortKind::integer ? mpq_class(value.as_integer())
                                           : value.as_real();
}

class Z3ConstraintSolver final : public exec::ConstraintSolver {
 public:
  Z3ConstraintSolver(std::chrono::milliseconds query_time, base::Budget budget)
      : query_time_(query_time), budget_(std::move(budget)) {}

  Solvable solve(TermManager& terms,
                 Term formula,
                 std::span<const Term> unknowns,
                 Assignment& found,
                 std::string& why) override {
    smt::Options options;
    options.query_time = query_time_;
    const auto solver = smt::make_z3(terms, options);
    solver->assert_term(formula);
    switch (solver->check({}, budget_)) {
      case smt::Answer::sat:
        found = solver->model(unknowns);
        return Solvable::yes;
      case smt::Answer::unsat:
        return Solvable::no;
      case smt::Answer::unknown:
        break;
    }
    why = smt::to_string(solver->why_unknown());
    if (!solver->unknown_text().empty()) why += ": " + solver->unknown_text();
    return Solvable::unknown;
  }

  Solvable optimise(TermManager& terms,
                    Term formula,
                    std::span<const Term> unknowns,
                    Term objective,
                    Direction direction,
                    Assignment& found,
                    std::string& why) override {
    const Solvable any = solve(terms, formula, unknowns, found, why);
    if (any != Solvable::yes) return any;
    if (const auto set = projection(terms, formula, unknowns, objective)) {
      const auto best =
          direction == Direction::least ? set->least() : set->greatest();
      if (!best) return Solvable::yes;  // no end: any value will do
      const Term at = terms.equal(objective, number(terms, objective, *best));
      Assignment there;
      std::string ignored;
      const Term fixed = terms.logical_and(formula, at);
      if (solve(terms, fixed, unknowns, there, ignored) == Solvable::yes) {
        found = std::move(there);
        return Solvable::yes;
      }
    }
    approach(terms, formula, unknowns, objective, direction, found);
    return Solvable::yes;
  }

 private:
  [[nodiscard]] base::Budget query_budget() const {
    base::Budget out = budget_;
    if (query_time_.count() > 0) {
      out.set_time(std::min(query_time_, budget_.time_left()));
    }
    return out;
  }

  static Term number(TermManager& terms, Term like, const mpq_class& x) {
    return terms.constant(like.sort().kind() == SortKind::integer
                              ? Value::integer(x.get_num())
                              : Value::real(x));
  }

  /// The values the objective can have.
  [[nodiscard]] std::optional<exec::NumberSet> projection(
      TermManager& terms,
      Term formula,
      std::span<const Term> unknowns,
      Term objective) const {
    if (!objective.is_variable()) return std::nullopt;
    std::vector<Term> others;
    for (const Term u : unknowns) {
      if (!(u == objective)) others.push_back(u);
    }
    Term projected = terms.quantify(Op::exists, others, formula);
    if (projected.has_quantifier()) {
      projected = smt::eliminate_quantifiers(terms, projected, query_budget());
      if (!projected.valid()) return std::nullopt;
    }
    return exec::solutions(logic::simplify(terms, projected), objective);
  }

  /// Moves `found` towards the end in steps that double while they succeed and
  /// halve when they do not.
  void approach(TermManager& terms,
                Term formula,
                std::span<const Term> unknowns,
                Term objective,
                Direction direction,
                Assignment& found) {
    constexpr int kMostQueries = 24;
    const mpq_class smallest = objective.sort().kind() == SortKind::integer
                                   ? mpq_class(1)
                                   : mpq_class(1, 64);
    mpq_class step = 1;
    for (int i = 0; i < kMostQueries && step >= smallest; ++i) {
      const Value* now = found.find(objective);
      if (now == nullptr) return;
      const bool down = direction == Direction::least;
      const mpq_class wanted = down ? mpq_class(number_of(*now) - step)
                                    : mpq_class(number_of(*now) + step);
      const Term limit = number(terms, objective, wanted);
      const Term better = down ? terms.make(Op::less_equal, {objective, limit})
                               : terms.make(Op::less_equal, {limit, objective});
      Assignment next;
      std::string ignored;
      const Term both = terms.logical_and(formula, better);
      if (solve(terms, both, unknowns, next, ignored) == Solvable::yes) {
        found = std::move(next);
        step *= 2;
      } else {
        step /= 2;
      }
    }
  }

  std::chrono::milliseconds query_time_;
  base::Budget budget_;
};

}  // namespace

std::unique_ptr<exec::ConstraintSolver> make_constraint_solver(
    std::chrono::milliseconds query_time, const base::Budget& budget) {
  return std::make_unique<Z3ConstraintSolver>(query_time, budget);
}

}  // namespace catenary::app
