// SPDX-License-Identifier: Apache-2.0
/// \file
/// Houdini by a SAT solver: all candidates that are alive are assumed before
/// the step, and the solver is asked for a step after which one of them fails.
/// Each model removes at least one candidate, so the number of queries is
/// bounded by the number of candidates.

#include "engine/reach/symbolic/invariants.h"

#include <algorithm>
#include <utility>

#include "logic/term/traverse.h"

namespace catenary::engine::reach {

namespace {

using logic::Term;
using logic::smt::Answer;
using logic::smt::CnfTemplate;
using logic::smt::Literal;
using logic::smt::SatSolver;

/// The root literals of the template for this state.
std::vector<Literal> literals_in(SatSolver& solver,
                                 const CnfTemplate& cnf,
                                 const std::vector<Bits>& state) {
  std::vector<Literal> out;
  for (const Bits& root : logic::smt::instantiate(solver, cnf, state).roots) {
    out.push_back(root.at(0));
  }
  return out;
}

/// Removes the candidates that fail in `after` of some model, until there is no
/// model: `given` holds, and so does every remaining candidate in `before`
/// (null = nothing is assumed). Returns false if the solver does not answer.
bool drop_refuted(SatSolver& solver,
                  Literal given,
                  const std::vector<Literal>* before,
                  const std::vector<Literal>& after,
                  std::vector<bool>& alive,
                  const base::Budget& budget) {
  for (;;) {
    const Literal some_fails = solver.new_variable();
    std::vector<Literal> clause{-some_fails};
    std::vector<Literal> assumptions{given, some_fails};
    for (std::size_t i = 0; i < alive.size(); ++i) {
      if (!alive[i]) continue;
      clause.push_back(-after[i]);
      if (before != nullptr) assumptions.push_back((*before)[i]);
    }
    // Nothing is alive: trivially inductive.
    if (clause.size() == 1) return true;
    solver.add_clause(std::span<const Literal>(clause));
    const Answer answer = solver.solve(assumptions, budget);
    if (answer == Answer::unknown) return false;
    if (answer == Answer::unsat) return true;
    // One model may refute many candidates.
    std::size_t dropped = 0;
    for (std::size_t i = 0; i < alive.size(); ++i) {
      if (alive[i] && !solver.value(after[i])) {
        alive[i] = false;
        ++dropped;
      }
    }
    if (dropped == 0) return false;  // no model of what was asked
    solver.add_clause({-some_fails});
  }
}

}  // namespace

Invariants::Invariants(const Relation& relation,
                       const std::vector<Term>& guesses,
                       const MakeSolver& make_solver,
                       const base::Budget& budget) {
  if (relation.state().empty()) return;
  // Candidates about single slots are few and proved quickly. Given these, more
  // of the others are inductive, with smaller queries.
  std::vector<Term> left;
  for (const Term guess : guesses) {
    const Term roots[] = {guess};
    if (logic::free_variables(roots).size() <= 1) left.push_back(guess);
  }
  const base::Budget half =
      budget.is_limited() ? budget.share(budget.work_left(), 2) : budget;
  (void)add_inductive(relation, left, make_solver, half);
  left.clear();
  for (const Term guess : guesses) {
    if (std::find(terms_.begin(), terms_.end(), guess) == terms_.end()) {
      left.push_back(guess);
    }
  }
  cut_short_ = !add_inductive(relation, left, make_solver, budget);
}

// Keeps the candidates that are inductive relative to the facts so far.
bool Invariants::add_inductive(const Relation& relation,
                               const std::vector<Term>& guesses,
                               const MakeSolver& make_solver,
                               const base::Budget& budget) {
  if (guesses.empty()) return true;
  logic::TermManager& terms = relation.terms();
  const CnfTemplate cnf =
      logic::smt::bit_blast(terms, relation.state(), guesses, budget);
  // First the initialisation: it removes candidates at the cost of a small
  // query.
  std::vector<bool> alive(guesses.size(), true);
  {
    const auto solver = make_solver();
    const Unrolling start(relation, *solver, Unrolling::Start::initial);
    const std::vector<Literal> after =
        literals_in(*solver, cnf, start.state(0));
    if (!drop_refuted(
            *solver, start.initial().running, nullptr, after, alive, budget)) {
      return false;
    }
  }
  const auto solver = make_solver();
  Unrolling step(relation, *solver, Unrolling::Start::any);
  step.add_step();
  // Facts so far hold in every reachable state, so the step may start from
  // them.
  demand(*solver, step.state(0));
  const std::vector<Literal> before = literals_in(*solver, cnf, step.state(0));
  const std::vector<Literal> after = literals_in(*solver, cnf, step.state(1));
  if (!drop_refuted(
          *solver, step.step(0).running, &before, after, alive, budget)) {
    return false;
  }
  std::vector<Term> all = terms_;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (alive[i]) all.push_back(guesses[i]);
  }
  // Both are computed before either is replaced: bit-blasting may throw.
  CnfTemplate blasted =
      logic::smt::bit_blast(terms, relation.state(), all, budget);
  terms_ = std::move(all);
  cnf_ = std::move(blasted);
  return true;
}

void Invariants::demand(SatSolver& solver,
                        const std::vector<Bits>& state) const {
  if (terms_.empty()) return;
  for (const Literal holds : literals_in(solver, cnf_, state)) {
    solver.add_clause({holds});
  }
}

}  // namespace catenary::engine::reach
