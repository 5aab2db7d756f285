// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounded model checking of interfaces, and the choice between searches.
#include "engine/contract/search/symbolic_search.h"

#include <utility>

#include "engine/contract/search/finite_search.h"
#include "engine/contract/search/split_search.h"
#include "logic/bdd/bdd.h"
#include "logic/bdd/codes.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {

namespace smt = logic::smt;
using logic::Term;
using model::Role;

InputSequence inputs_of(const model::Interface& interface,
                        const std::vector<Snapshot>& run) {
  InputSequence out;
  for (const Snapshot& step : run) {
    out.emplace_back(interface.variables.size());
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (interface.variables[v].role == Role::input) out.back()[v] = step[v];
    }
  }
  return out;
}

SymbolicSearch::SymbolicSearch(const model::Interface& interface,
                               Triggering triggering,
                               std::uint32_t deepest,
                               base::Budget budget)
    : semantics_(interface),
      triggering_(triggering),
      deepest_(deepest),
      budget_(std::move(budget)) {}

Term SymbolicSearch::step(Term formula, std::size_t step) const {
  return logic::substitute(
      semantics_.terms(), formula, semantics_.to_step(step));
}

Term SymbolicSearch::triggered(bool first) const {
  const model::Interface& interface = semantics_.interface();
  std::vector<Term> some;
  for (const model::Contract& c : interface.contracts) {
    // The same cases as FiniteSearch::triggered().
    if (triggering_ == Triggering::none || c.definition) continue;
    if (!(first ? c.at_init : c.at_step)) continue;
    if (triggering_ == Triggering::written && !c.has_assumption) continue;
    some.push_back(first && model::reads_before(c.assumption)
                       ? semantics_.terms().boolean(false)
                       : c.assumption);
  }
  return some.empty() ? semantics_.terms().boolean(true)
                      : semantics_.terms().logical_or(some);
}

bool SymbolicSearch::check(smt::Solver& solver,
                           std::vector<Term> assumptions) const {
  switch (solver.check(assumptions, budget_)) {
    case smt::Answer::sat:
      return true;
    case smt::Answer::unsat:
      return false;
    case smt::Answer::unknown:
      break;
  }
  throw Undecided(smt::to_string(solver.why_unknown()));
}

std::vector<Snapshot> SymbolicSearch::read(smt::Solver& solver,
                                           std::size_t steps) const {
  std::vector<Snapshot> out;
  for (std::size_t s = 0; s < steps; ++s) {
    out.emplace_back();
    for (std::size_t v = 0; v < semantics_.interface().variables.size(); ++v) {
      out.back().push_back(solver.value(semantics_.at(v, s)));
    }
  }
  return out;
}

Reached SymbolicSearch::shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) {
  run.clear();
  const std::uint32_t bound = max_steps.value_or(deepest_);
  const auto solver = smt::make_z3(semantics_.terms(), {});
  for (std::size_t s = 0; s < bound; ++s) {
    const bool first = s == 0;
    solver->assert_term(step(semantics_.theta(first), s));
    solver->assert_term(step(semantics_.promise(first), s));
    solver->assert_term(step(triggered(first), s));
    if (check(*solver, {step(first ? target.first : target.later, s)})) {
      run = read(*solver, s + 1);
      return Reached::yes;
    }
    // No execution has so many steps, so none has more: the bound is not
    // needed.
    if (!check(*solver, {})) return Reached::no;
  }
  return Reached::not_within;
}

void SymbolicSearch::assert_inputs(smt::Solver& solver,
                                   const InputSequence& inputs,
                                   std::size_t step) const {
  logic::TermManager& terms = semantics_.terms();
  for (std::size_t v = 0; v < inputs[step].size(); ++v) {
    if (!inputs[step][v]) continue;
    solver.assert_term(
        terms.equal(semantics_.at(v, step), terms.constant(*inputs[step][v])));
  }
}

std::vector<Snapshot> SymbolicSearch::along(const Target& target,
                                            const InputSequence& inputs) {
  const auto solver = smt::make_z3(semantics_.terms(), {});
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    const bool first = s == 0;
    assert_inputs(*solver, inputs, s);
    solver->assert_term(step(semantics_.theta(first), s));
    solver->assert_term(step(semantics_.promise(first), s));
    solver->assert_term(step(triggered(first), s));
  }
  // The target counts for the last step only.
  const std::size_t last = inputs.size() - 1;
  solver->assert_term(step(last == 0 ? target.first : target.later, last));
  if (!check(*solver, {})) return {};
  return read(*solver, inputs.size());
}

InputSequence SymbolicSearch::generalise(const Target& /*target*/,
                                         const std::vector<Snapshot>& run) {
  return inputs_of(semantics_.interface(), run);
}

bool SymbolicSearch::guaranteed(const Target& target,
                                const InputSequence& inputs) {
  logic::TermManager& terms = semantics_.terms();
  const auto solver = smt::make_z3(terms, {});
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    const bool first = s == 0;
    assert_inputs(*solver, inputs, s);
    // The assertions so far describe the executions that have avoided the
    // target. If one of them allows the promise to be broken at this step, a
    // system that relies on the promise need not go on.
    const Term promise = step(semantics_.promise(first), s);
    if (check(*solver, {terms.logical_not(promise)})) return false;
    solver->assert_term(step(semantics_.theta(first), s));
    solver->assert_term(
        // Only executions that still avoid the target remain.
        terms.logical_not(step(first ? target.first : target.later, s)));
  }
  // Unsatisfiable: every execution with these inputs has met the target. An
  // execution that cannot be continued is excluded, too: no system has it.
  return !check(*solver, {});
}

std::unique_ptr<TargetSearch> make_target_search(
    const model::Interface& interface,
    Triggering triggering,
    std::span<const Target> targets,
    std::uint32_t deepest,
    const base::Budget& budget) {
  // Components pay off for diagrams only; a solver simplifies them away.
  if (!interface.finite()) {
    return std::make_unique<SymbolicSearch>(
        interface, triggering, deepest, budget);
  }
  if (SplitSearch::suits(Structure(interface), triggering)) {
    return std::make_unique<SplitSearch>(
        interface, triggering, targets, budget);
  }
  return std::make_unique<FiniteSearch>(interface, triggering, targets, budget);
}

}  // namespace catenary::engine::contract
