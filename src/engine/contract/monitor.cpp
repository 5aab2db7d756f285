// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/monitor.h"

#include <utility>

#include "engine/contract/eliminate.h"
#include "logic/smt/solver.h"
#include "logic/term/simplify.h"

namespace catenary::engine::contract {

namespace smt = logic::smt;
using logic::Substitution;
using logic::Term;

const char* to_string(Allowed allowed) {
  switch (allowed) {
    case Allowed::yes:
      return "allowed";
    case Allowed::no:
      return "not allowed";
    case Allowed::anything:
      return "nothing is asked: a promise may be broken";
    case Allowed::undecided:
      return "undecided";
  }
  return "?";
}

Monitor::Monitor(const Semantics& semantics, base::Budget budget)
    : semantics_(&semantics), budget_(std::move(budget)) {
  restart();
}

void Monitor::restart() {
  belief_ = semantics_->terms().boolean(true);
  before_.clear();
  steps_ = 0;
  state_ = Allowed::yes;
}

Allowed Monitor::step(const Snapshot& observed) {
  if (state_ != Allowed::yes) return state_;
  state_ = judge(observed);
  before_ = observed;
  ++steps_;
  return state_;
}

std::optional<bool> Monitor::satisfiable(Term formula) {
  const Reduced reduced = reduce(semantics_->terms(), formula);
  if (reduced.rest.is_constant()) return reduced.rest.is_true();
  const auto solver = smt::make_z3(semantics_->terms(), {});
  solver->assert_term(reduced.rest);
  switch (solver->check({}, budget_)) {
    case smt::Answer::sat:
      return true;
    case smt::Answer::unsat:
      return false;
    case smt::Answer::unknown:
      break;
  }
  return std::nullopt;
}

Allowed Monitor::judge(const Snapshot& observed) {
  const model::Interface& interface = semantics_->interface();
  logic::TermManager& terms = semantics_->terms();
  const bool first = steps_ == 0;
  Substitution known;
  std::vector<Term> hidden_before;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    if (semantics_->observable(v)) {
      known.emplace(variable.now, terms.constant(observed[v]));
      if (!first) known.emplace(variable.before, terms.constant(before_[v]));
    } else {
      hidden_before.push_back(variable.before);
    }
  }
  const Term past = logic::substitute(terms, belief_, semantics_->to_before());

  const Term promise =
      logic::substitute(terms, semantics_->promise(first), known);
  const std::optional<bool> broken =
      satisfiable(terms.logical_and(past, terms.logical_not(promise)));
  if (!broken) return Allowed::undecided;
  if (*broken) return Allowed::anything;

  const Term theta = logic::substitute(terms, semantics_->theta(first), known);
  belief_ =
      eliminate(terms, hidden_before, terms.logical_and(past, theta), budget_);
  if (!belief_.valid()) return Allowed::undecided;
  const std::optional<bool> possible = satisfiable(belief_);
  if (!possible) return Allowed::undecided;
  return *possible ? Allowed::yes : Allowed::no;
}

std::vector<Term> allowed_outputs(
    const Semantics& semantics,
    std::span<const std::vector<std::optional<logic::Value>>> inputs,
    const base::Budget& budget) {
  const model::Interface& interface = semantics.interface();
  logic::TermManager& terms = semantics.terms();
  std::vector<Term> out;
  Term past = terms.boolean(true);
  Term broken = terms.boolean(false);  // a promise: nothing is asked any more
  Substitution known;                  // inputs, as constants
  std::vector<Term> hidden_before;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    std::vector<Term> hidden;
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (!semantics.observable(v)) hidden.push_back(semantics.at(v, s));
      if (interface.variables[v].role != model::Role::input) continue;
      if (!inputs[s][v]) continue;
      known.emplace(semantics.at(v, s), terms.constant(*inputs[s][v]));
    }
    const Substitution to_step = semantics.to_step(s);
    const auto at_step = [&](Term formula) {
      return logic::substitute(
          terms, logic::substitute(terms, formula, to_step), known);
    };
    const Term promise =
        logic::simplify(terms, at_step(semantics.promise(s == 0)));
    if (!promise.is_true()) {
      const Term breaks =
          eliminate(terms,
                    hidden_before,
                    terms.logical_and(past, terms.logical_not(promise)),
                    budget);
      if (!breaks.valid()) return out;
      broken = terms.logical_or(broken, breaks);
    }
    past = eliminate(terms,
                     hidden_before,
                     terms.logical_and(past, at_step(semantics.theta(s == 0))),
                     budget);
    if (!past.valid()) return out;
    const Term allowed = eliminate(terms, hidden, past, budget);
    if (!allowed.valid()) return out;
    out.push_back(logic::simplify(terms, terms.logical_or(allowed, broken)));
    hidden_before = std::move(hidden);
  }
  return out;
}

}  // namespace catenary::engine::contract
