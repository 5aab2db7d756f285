// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear formulas are solved without Z3: quantifiers are eliminated, values
/// sampled, and least and greatest values read from the exact set of numbers
/// that is left when all but the objective are eliminated. What is left over
/// goes to Z3, whose least and greatest values are approached by bisection.
#include "exec/timed/constraint_solver.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "engine/symbolic/trace_runs.h"
#include "logic/arithmetic/linear.h"
#include "logic/arithmetic/number.h"
#include "logic/arithmetic/solutions.h"
#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"
#include "model/step/choices.h"

namespace catenary::exec::timed {
namespace {

using exec::Solvable;
using logic::Assignment;
using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using logic::Value;
namespace smt = logic::smt;

class Z3ConstraintSolver final : public exec::ConstraintSolver {
 public:
  Z3ConstraintSolver(std::chrono::milliseconds query_time, base::Budget budget)
      : query_time_(query_time), budget_(std::move(budget)) {}

  Solvable solve(TermManager& terms,
                 Term formula,
                 std::span<const Term> unknowns,
                 Assignment& found,
                 std::string& why) override {
    return solve_plain(
        terms, without_quantifiers(terms, formula), unknowns, found, why);
  }

  Solvable optimise(TermManager& terms,
                    Term formula,
                    std::span<const Term> unknowns,
                    Term objective,
                    Direction direction,
                    Assignment& found,
                    std::string& why) override {
    const Term plain = without_quantifiers(terms, formula);
    if (const auto set = projection(terms, plain, unknowns, objective)) {
      base::Rng unused(0);  // ends are not drawn
      const auto best =
          logic::pick(*set,
                      objective.sort().kind() == SortKind::integer,
                      direction == Direction::least ? logic::Pick::least
                                                    : logic::Pick::greatest,
                      unused);
      if (!best) return Solvable::no;
      const Term at = terms.equal(
          objective, terms.constant(logic::value_of(objective.sort(), *best)));
      const Term fixed = logic::simplify(terms, terms.logical_and(plain, at));
      if (solve_plain(terms, fixed, unknowns, found, why) == Solvable::yes) {
        return Solvable::yes;
      }
    }
    const Solvable any = solve_plain(terms, plain, unknowns, found, why);
    if (any != Solvable::yes) return any;
    approach(terms, plain, unknowns, objective, direction, found);
    return Solvable::yes;
  }

 private:
  /// Of a formula whose quantifiers are those that could not be eliminated.
  Solvable solve_plain(TermManager& terms,
                       Term formula,
                       std::span<const Term> unknowns,
                       Assignment& found,
                       std::string& why) {
    found = Assignment();
    if (budget_.poll() != base::StopReason::none) {
      why = base::to_string(budget_.poll());
      return Solvable::unknown;
    }
    if (formula.is_true()) return Solvable::yes;
    if (formula.is_false()) return Solvable::no;
    if (!formula.has_quantifier()) {
      auto sample = logic::sample_linear(terms, unknowns, formula);
      if (sample) {
        const auto holds = logic::evaluate(formula, *sample);
        if (holds && holds->as_bool()) {
          found = std::move(*sample);
          return Solvable::yes;
        }
      }
      const std::vector<Term> whole{formula};
      if (logic::is_refuted_linear(terms, whole)) return Solvable::no;
    }
    return ask_z3(terms, formula, unknowns, found, why);
  }

  Solvable ask_z3(TermManager& terms,
                  Term formula,
                  std::span<const Term> unknowns,
                  Assignment& found,
                  std::string& why) {
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

  /// Equivalent, with as few quantifiers as we can.
  static Term without_quantifiers(TermManager& terms, Term formula) {
    if (!formula.has_quantifier()) return logic::simplify(terms, formula);
    std::unordered_map<std::uint32_t, Term> done;
    for (const Term t : logic::subterms(formula)) {
      std::vector<Term> operands;
      for (const Term o : t.operands()) operands.push_back(done.at(o.id()));
      Term made = operands.empty() ? t : terms.rebuild(t, operands);
      if (made.is_quantifier()) made = eliminated(terms, made);
      done.emplace(t.id(), made);
    }
    return logic::simplify(terms, done.at(formula.id()));
  }

  static Term eliminated(TermManager& terms, Term quantifier) {
    const auto bound =
        quantifier.operands().first(quantifier.operands().size() - 1);
    const Term body = logic::simplify(terms, quantifier.operands().back());
    if (body.has_quantifier()) return quantifier;
    const bool exists = quantifier.op() == Op::exists;
    const Term inner =
        exists ? body : logic::simplify(terms, terms.logical_not(body));
    const Term out = logic::eliminate_linear(terms, bound, inner);
    if (!out.valid()) return quantifier;
    return exists ? out : terms.logical_not(out);
  }

  [[nodiscard]] base::Budget query_budget() const {
    base::Budget out = budget_;
    if (query_time_.count() > 0) {
      out.set_time(std::min(query_time_, budget_.time_left()));
    }
    return out;
  }

  /// The values the objective can have.
  [[nodiscard]] std::optional<logic::NumberSet> projection(
      TermManager& terms,
      Term formula,
      std::span<const Term> unknowns,
      Term objective) const {
    if (!objective.is_variable()) return std::nullopt;
    std::vector<Term> others;
    for (const Term u : unknowns) {
      if (!(u == objective)) others.push_back(u);
    }
    Term projected = formula;
    if (!others.empty() && !formula.has_quantifier()) {
      projected = logic::eliminate_linear(terms, others, formula);
      if (!projected.valid()) projected = formula;
    }
    const std::vector<Term> free = logic::free_variables(projected);
    const bool alone = std::all_of(
        free.begin(), free.end(), [&](Term v) { return v == objective; });
    if (!alone || projected.has_quantifier()) {
      projected = smt::eliminate_quantifiers(
          terms, terms.quantify(Op::exists, others, projected), query_budget());
      if (!projected.valid()) return std::nullopt;
    }
    return logic::solutions(logic::simplify(terms, projected), objective);
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
      const mpq_class wanted = down ? mpq_class(logic::number_of(*now) - step)
                                    : mpq_class(logic::number_of(*now) + step);
      const Term limit =
          terms.constant(logic::value_of(objective.sort(), wanted));
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

model::FindTimedRun find_runs_of(const model::TimedAutomaton& automaton,
                                 const base::Budget& budget) {
  const auto runs = std::make_shared<engine::symbolic::TraceRuns>(
      automaton, engine::symbolic::TestCaseOptions(), budget);
  return
      [runs](const model::TimedRunQuery& query) { return runs->find(query); };
}

}  // namespace catenary::exec::timed
